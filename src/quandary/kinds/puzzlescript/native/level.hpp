// A level: positions are numbered as they are met, and what follows from each is found once.
#pragma once
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <stdexcept>
#include <vector>

#include <quandary/index.hpp>
#include <quandary/rules.hpp>

#include "machine.hpp"

namespace quandary::puzzlescript {

// A layer of a cell that can change, and where it is packed.
struct Slot {
    int cell, layer, bits;
};

class Level {
  public:
    // A position by its number. Positions are kept as long as the level.
    struct State {
        std::uint32_t number = 0;
        bool operator==(const State &) const = default;
    };

    static constexpr int max_moves = 5;  // up, left, down, right, action
    static constexpr bool is_tree = false;
    using Rules = std::tuple<>;

    explicit Level(const std::vector<Word> &words) : pool_(std::make_shared<Pool>()) {
        Numbers in(words);
        machine_ = machine(in);
        has_action_ = in.next() != 0;
        keeps_marks_ = in.next() != 0;
        cells_.resize(std::size_t(machine_->width * machine_->height * machine_->cell_words));
        for (auto &word : cells_) word = in.next();
        options_.resize(std::size_t(machine_->layers));
        for (auto &options : options_) {
            options.resize(std::size_t(in.number()));
            for (auto &object : options) object = in.number();
        }
        int bits = 0;
        for (int left_over = in.number(); left_over > 0; --left_over) {
            const int cell = in.number(), layer = in.number();
            const int wide = int(std::bit_width(options_[std::size_t(layer)].size()));
            slots_.push_back({cell, layer, wide});
            bits += wide;
        }
        position_words_ = std::size_t(bits * (keeps_marks_ ? 2 : 1) + 63) / 64 + 1;
        auto cells = cells_, target = cells_;
        const auto end = machine_->begin(cells, target);
        start_.number = number(cells, target, end);
    }

    std::array<State, 1> starts() const { return {start_}; }

    MoveSet<Level> moves(const State &state) const {
        MoveSet<Level> open;
        const auto next = after(state);
        for (int move = 0; move < max_moves; ++move)
            if (next[std::size_t(move)] != state.number) open.add(move);
        return open;
    }

    State apply(const State &state, Move move) const { return {after(state)[std::size_t(move)]}; }

    bool is_solved(const State &state) const {
        const std::scoped_lock lock(pool_->mutex);
        return end(state.number) == End::won;
    }

    std::uint64_t hash(const State &state) const { return BitSet<64>::mix(state.number); }

    int cell_words() const { return machine_->cell_words; }

    // The cells that moves lead to, legal or not, how play has ended (1 won, 2 restless), and the turns up to then.
    struct Played {
        std::vector<Word> cells;
        int end = 0, turns = 0;
    };
    Played played(const std::vector<int> &moves) const {
        Played last;
        std::vector<Word> target;
        auto how = unpack(start_.number, last.cells, target);
        for (int move : moves) {
            if (how != End::none) break;
            how = machine_->play(last.cells, target, forces[std::size_t(move)]);
            ++last.turns;
        }
        last.end = int(how);
        return last;
    }

    // The moves of a solution that is found by going first where winning seems near: `weight` steps count as one move.
    // Nothing if there is none. Shortest if the weight is 0.
    std::optional<std::vector<int>> seek(int weight, Budget &budget) const {
        struct Trail {
            std::uint32_t from;
            int move, length;
        };
        struct Open {
            std::int64_t cost;
            std::uint32_t order, number;
            bool operator<(const Open &other) const {
                return cost != other.cost ? cost > other.cost : order > other.order;
            }
        };
        constexpr auto none = std::uint32_t(-1);
        std::vector<Trail> ways;
        std::priority_queue<Open> open;
        std::uint32_t order = 0;
        const auto meet = [&](std::uint32_t number, Trail way) {
            if (ways.size() <= number) ways.resize(std::max<std::size_t>(number + 1, 2 * ways.size()), {none, -2, 0});
            if (ways[number].move != -2) return;
            ways[number] = way;
            const std::int64_t far = weight ? std::int64_t(weight) * distance(number) : 0;
            open.push({way.length + far, order++, number});
        };
        meet(start_.number, {none, -1, 0});
        while (!open.empty()) {
            const auto here = State{open.top().number};
            open.pop();
            if (weight == 0) pool_->reached = ways[here.number].length;
            budget.spend([&] { return ways.capacity() * sizeof(Trail) + open.size() * sizeof(Open); });
            if (is_solved(here)) {
                std::vector<int> line;
                for (auto at = here.number; ways[at].from != none; at = ways[at].from) line.push_back(ways[at].move);
                return std::vector<int>(line.rbegin(), line.rend());
            }
            const auto next = after(here);
            for (int move = 0; move < max_moves; ++move)
                if (next[std::size_t(move)] != here.number)
                    meet(next[std::size_t(move)], {here.number, move, ways[here.number].length + 1});
        }
        return std::nullopt;
    }

    // The moves up to which the last search for a shortest solution has found none.
    int reached() const { return pool_->reached; }

  private:
    using Next = std::array<std::uint32_t, max_moves>;
    static constexpr std::array<Word, max_moves> forces{1, 4, 2, 8, 16};
    static constexpr std::uint32_t unknown = std::uint32_t(-1);

    // The positions that were met, whoever asked, and what follows from those that were looked at.
    struct Pool {
        std::mutex mutex;
        std::atomic<int> reached = 0;
        std::vector<Word> words;
        std::vector<Next> next;
        NumberIndex<12> index;
    };

    End end(std::uint32_t number) const { return End(pool_->words[number * position_words_]); }

    Next after(const State &state) const {
        {
            const std::scoped_lock lock(pool_->mutex);
            if (pool_->next[state.number][0] != unknown) return pool_->next[state.number];
        }
        Next next;
        next.fill(state.number);
        std::vector<Word> cells, target;
        if (unpack(state.number, cells, target) == End::none) {
            const auto from = cells, goal = target;
            for (std::size_t move = 0; move < max_moves; ++move) {
                if (forces[move] == action && !has_action_) continue;
                cells = from;
                target = goal;
                const auto how = machine_->play(cells, target, forces[move]);
                next[move] = number(cells, target, how);
            }
        }
        const std::scoped_lock lock(pool_->mutex);
        return pool_->next[state.number] = next;
    }

    int distance(std::uint32_t number) const {
        std::vector<Word> cells, target;
        unpack(number, cells, target);
        return machine_->distance(cells);
    }

    std::uint32_t number(const std::vector<Word> &cells, const std::vector<Word> &target, End how) const {
        static thread_local std::vector<Word> packed;
        packed.assign(position_words_, 0);
        packed[0] = Word(how);
        std::size_t at = 64;
        pack(cells, packed, at);
        if (keeps_marks_ && how == End::none) pack(target, packed, at);
        std::uint64_t hash = 0;
        for (auto word : packed) hash = BitSet<64>::mix(hash ^ word) + word;
        const std::scoped_lock lock(pool_->mutex);
        const auto size = position_words_;
        const auto place = pool_->index.find(hash, [&](std::uint32_t i) {
            return std::equal(packed.begin(), packed.end(), pool_->words.begin() + std::ptrdiff_t(i * size));
        });
        if (pool_->index.is_taken(place)) return pool_->index.at(place);
        if (pool_->words.size() + size > pool_->words.capacity()) Budget::announce(2 * 8 * pool_->words.capacity());
        pool_->words.insert(pool_->words.end(), packed.begin(), packed.end());
        pool_->next.push_back({unknown});
        pool_->index.put(place, pool_->next.size(), hash);
        return std::uint32_t(pool_->next.size() - 1);
    }

    void pack(const std::vector<Word> &cells, std::vector<Word> &packed, std::size_t &at) const {
        const auto words = std::size_t(machine_->cell_words);
        for (const auto &slot : slots_) {
            const auto &options = options_[std::size_t(slot.layer)];
            Word value = 0;
            for (std::size_t i = 0; i < options.size(); ++i) {
                const auto object = std::size_t(options[i]);
                if (cells[std::size_t(slot.cell) * words + object / 64] >> object % 64 & 1) value = i + 1;
            }
            packed[at / 64] |= value << at % 64;
            if (at % 64 + std::size_t(slot.bits) > 64) packed[at / 64 + 1] |= value >> (64 - at % 64);
            at += std::size_t(slot.bits);
        }
    }

    End unpack(std::uint32_t number, std::vector<Word> &cells, std::vector<Word> &target) const {
        static thread_local std::vector<Word> packed;
        {
            const std::scoped_lock lock(pool_->mutex);
            const auto first = pool_->words.begin() + std::ptrdiff_t(number * position_words_);
            packed.assign(first, first + std::ptrdiff_t(position_words_));
        }
        std::size_t at = 64;
        unpack(packed, at, cells);
        const auto how = End(packed[0]);
        if (keeps_marks_ && how == End::none)
            unpack(packed, at, target);
        else
            target = cells_;
        return how;
    }

    void unpack(const std::vector<Word> &packed, std::size_t &at, std::vector<Word> &cells) const {
        cells = cells_;
        const auto words = std::size_t(machine_->cell_words);
        for (const auto &slot : slots_) {
            Word value = packed[at / 64] >> at % 64;
            if (at % 64 + std::size_t(slot.bits) > 64) value |= packed[at / 64 + 1] << (64 - at % 64);
            value &= (Word(1) << slot.bits) - 1;
            at += std::size_t(slot.bits);
            const auto &options = options_[std::size_t(slot.layer)];
            for (std::size_t i = 0; i < options.size(); ++i) {
                const auto object = std::size_t(options[i]);
                auto &word = cells[std::size_t(slot.cell) * words + object / 64];
                const auto bit = Word(1) << object % 64;
                word = i + 1 == value ? word | bit : word & ~bit;
            }
        }
    }

    std::shared_ptr<Machine> machine_;
    std::shared_ptr<Pool> pool_;
    std::vector<Word> cells_;  // as the level is written
    std::vector<std::vector<int>> options_;
    std::vector<Slot> slots_;
    std::size_t position_words_ = 0;
    bool has_action_ = false, keeps_marks_ = false;
    State start_;
};

}  // namespace quandary::puzzlescript
