// The counts that features.py reads, level by level: a board with k balls takes k - 1 moves.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/search.hpp>
#include <quandary/wide.hpp>

#include "domain.hpp"

namespace quandary::fling {

// A whole number of 512 bits. A board of 64 cells has fewer than 4^63 * 64! ways to be played, which fits.
struct Wide {
    std::array<std::uint64_t, 8> words{};

    explicit Wide(std::uint64_t value = 0) { words[0] = value; }
    void add(const Wide &other) {
        unsigned char carry = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto sum = words[i] + other.words[i];
            const auto whole = sum + carry;
            carry = (sum < words[i]) | (whole < sum);
            words[i] = whole;
        }
    }
};

// A whole number that is usually enough. Where it is not, the count starts again with wide ones.
struct Narrow {
    struct Overflow {};
    std::uint64_t value;

    explicit Narrow(std::uint64_t value_ = 0) : value(value_) {}
    void add(const Narrow &other) {
        if (overflows(value, other.value)) throw Overflow{};
    }
    explicit operator Wide() const { return Wide(value); }
};

struct Survey {
    std::int64_t full_states = 0, expert_states = 0;  // positions that play can reach
    Wide full_tree, expert_tree;                      // sequences of moves from the start, the empty one included
    Wide solutions, solutions_by_moves;               // sequences down to two balls that can be won
    std::int64_t states = 0;
    Stop stop;
};

template <class Number>
class Surveyor {
  public:
    Surveyor(const Board &board, Budget &budget) : board_(board), budget_(budget) {}

    // Every position with its number of ways there.
    void look_at_all(Survey &survey) {
        struct Entry {
            Cells balls;
            Number by_moves, by_positions;
        };
        std::vector<Entry> level{{board_.balls(), Number(1), Number(1)}}, next;
        std::vector<Cells> children;
        Number tree, moves, positions;
        for (int balls = std::popcount(board_.balls()); !level.empty(); --balls) {
            next.clear();
            for (const auto &entry : level) {
                budget_.spend([&] { return (level.capacity() + next.capacity()) * sizeof(Entry); });
                tree.add(entry.by_moves);
                children.clear();
                if (balls > 1)
                    board_.each_move(entry.balls,
                                     [&](Move move) { children.push_back(board_.fling(entry.balls, move)); });
                if (balls == 1 ? level.size() == 1 && std::has_single_bit(board_.balls())
                               : balls == 2 && !children.empty()) {
                    moves.add(entry.by_moves);
                    positions.add(entry.by_positions);
                }
                std::sort(children.begin(), children.end());
                for (std::size_t i = 0; i < children.size(); ++i)
                    if (i > 0 && children[i] == children[i - 1])
                        next.back().by_moves.add(entry.by_moves);
                    else
                        next.push_back({children[i], entry.by_moves, entry.by_positions});
            }
            survey.full_states += std::int64_t(level.size());
            merge(
                next, [](const Entry &a, const Entry &b) { return a.balls < b.balls; },
                [](Entry &into, const Entry &other) {
                    into.by_moves.add(other.by_moves);
                    into.by_positions.add(other.by_positions);
                });
            level.swap(next);
        }
        survey.full_tree = Wide(tree);
        survey.solutions = Wide(positions);
        survey.solutions_by_moves = Wide(moves);
    }

    // The same along ways on which no move commutes with the one before it, and, for those who see islands, that end
    // where the balls fall apart.
    void look_as_expert(Survey &survey, bool sees_islands = false) {
        struct Entry {
            Cells balls;
            Moves shut;
            Number ways;
        };
        const auto before = [](const Entry &a, const Entry &b) {
            return a.balls != b.balls ? a.balls < b.balls : a.shut.words() < b.shut.words();
        };
        std::vector<Entry> level{{board_.balls(), {}, Number(1)}}, next;
        Number tree;
        while (!level.empty()) {
            next.clear();
            Cells last = 0;
            for (const auto &entry : level) {
                budget_.spend([&] { return (level.capacity() + next.capacity()) * sizeof(Entry); });
                tree.add(entry.ways);
                if (entry.balls != last) ++survey.expert_states;
                last = entry.balls;
                if (std::has_single_bit(entry.balls) || (sees_islands && board_.is_apart(entry.balls))) continue;
                board_.each_move(entry.balls, [&](Move move) {
                    if (!entry.shut.has(move))
                        next.push_back(
                            {board_.fling(entry.balls, move), board_.commuting(entry.balls, move), entry.ways});
                });
            }
            merge(next, before, [](Entry &into, const Entry &other) { into.ways.add(other.ways); });
            level.swap(next);
        }
        survey.expert_tree = Wide(tree);
    }

  private:
    template <class Entry, class Before, class Join>
    static void merge(std::vector<Entry> &entries, Before before, Join join) {
        std::sort(entries.begin(), entries.end(), before);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (kept > 0 && !before(entries[kept - 1], entries[i]))
                join(entries[kept - 1], entries[i]);
            else
                entries[kept++] = entries[i];
        entries.erase(entries.begin() + std::ptrdiff_t(kept), entries.end());
    }

    const Board &board_;
    Budget &budget_;
};

// Everything, or only what there is without looking as an expert.
inline Survey survey(const Board &board, const Limits &limits, bool as_expert = true, bool sees_islands = false) {
    Survey found;
    Budget budget(limits);
    const auto look = [&]<class Number>(Number) {
        found = Survey();
        Surveyor<Number> surveyor(board, budget);
        surveyor.look_at_all(found);
        if (as_expert) surveyor.look_as_expert(found, sees_islands);
    };
    try {
        try {
            look(Narrow());
        } catch (const Narrow::Overflow &) {
            look(Wide());
        }
    } catch (const OutOfBudget &out) {
        found.stop = out.stop;
    }
    found.states = budget.states();
    return found;
}

// Lists solutions that differ in some position, in the order of their moves.
class Lister {
  public:
    Lister(const Board &board, Budget &budget) : board_(board), budget_(budget), dead_(board) {}

    // The moves of `most` solutions after the first `skip`; of equal positions the first move is taken.
    std::vector<std::vector<Move>> list(std::int64_t skip, std::int64_t most) {
        skip_ = skip;
        most_ = most;
        if (most > 0) walk(board_.balls());
        return found_;
    }

  private:
    // Whether a solution follows.
    bool walk(Cells balls) {
        if (std::has_single_bit(balls)) {
            if (skip_-- <= 0) found_.push_back(path_);
            return true;
        }
        if (dead_.has({balls})) return false;
        budget_.spend([&] { return dead_.bytes(); });
        bool wins = false;
        std::vector<Cells> seen;
        board_.each_move(balls, [&](Move move) {
            const auto child = board_.fling(balls, move);
            const bool is_last = std::has_single_bit(child) && !seen.empty();  // either way ends the game
            if (is_full() || is_last || std::find(seen.begin(), seen.end(), child) != seen.end()) return;
            seen.push_back(child);
            path_.push_back(move);
            wins = walk(child) || wins;
            path_.pop_back();
        });
        if (!wins && !is_full()) dead_.add({balls});
        return wins;
    }

    bool is_full() const { return std::int64_t(found_.size()) >= most_; }

    const Board &board_;
    Budget &budget_;
    StateTable<Board> dead_;
    std::int64_t skip_ = 0, most_ = 0;
    std::vector<Move> path_;
    std::vector<std::vector<Move>> found_;
};

}  // namespace quandary::fling
