// The original's entropy in C++. Mirrors entropy.py.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include <quandary/budget.hpp>

#include "../../../kinds/tangram/native/domain.hpp"

namespace quandary::replicate_hex {

using Puzzle = tangram::Tangram<tangram::Small>;
using Board = tangram::Board<tangram::Small>;
using Place = Board::Location;
using Left = Puzzle::Left;
inline constexpr int piece_count = 10, trapezoid = 8, snake = 9;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
// The order in which the original lists pieces: Line, Mountains, Wrench, Triangle, Hook, Snake, Hexagon, Elbow,
// Butterfly.
inline constexpr std::array<int, 9> listed{3, 4, 5, 6, 7, 9, 0, 2, 1};

struct Quirks {
    bool no_region_rule, trapezoid_twice, ignore_impossible, snake_unread, bumps_late;
};

// A set of known tilings.
using Tilings = std::vector<std::uint64_t>;

struct Position {
    Board::Mask vacant;
    Left left{};

    bool operator==(const Position &) const = default;
    int spare() const { return left[trapezoid]; }
    bool has(int piece) const { return piece >= 0 && left[std::size_t(piece)] > 0; }
    Position after(const Place &place) const {
        Position next = *this;
        next.vacant -= place.cells;
        --next.left[std::size_t(place.piece)];
        return next;
    }
    struct Hash {
        std::size_t operator()(const Position &at) const {
            std::uint64_t h = at.vacant.bits(0);
            for (auto count : at.left) h = h * 0x9e3779b97f4a7c15 + std::uint64_t(count);
            return h ^ (h >> 29);
        }
    };
};

class PublishedSearch {
  public:
    // The puzzle has an empty board.
    PublishedSearch(const Puzzle &puzzle, int forbidden, const std::vector<std::vector<int>> &known,
                    const std::vector<int> &fitting, Quirks quirks)
        : puzzle_(puzzle),
          board_(puzzle.board()),
          forbidden_(forbidden),
          quirks_(quirks),
          fits_(board_.locations.size(), false),
          words_((known.size() + 63) / 64),
          having_(fits_.size(), Tilings(words_, 0)) {
        for (int move : fitting) fits_[std::size_t(move)] = true;
        for (std::size_t i = 0; i < known.size(); ++i)
            for (int move : known[i]) having_[std::size_t(move)][i / 64] |= std::uint64_t(1) << (i % 64);
    }

    double run(const std::vector<int> &start, Budget &budget) {
        const auto empty = puzzle_.starts()[0];
        Position position{empty.vacant, empty.left};
        Tilings alive(words_, ~std::uint64_t(0));
        for (int move : start) {
            position = position.after(at(move));
            alive = meet(alive, move);
        }
        values_.clear();
        return value(position, alive, false, budget);
    }

  private:
    const Place &at(int move) const { return puzzle_.at(move); }

    Tilings meet(Tilings alive, int move) const {
        for (std::size_t w = 0; w < words_; ++w) alive[w] &= having_[std::size_t(move)][w];
        return alive;
    }

    double value(const Position &position, const Tilings &alive, bool late, Budget &budget) {
        if (position.vacant.empty()) return 0;
        if (late || std::all_of(alive.begin(), alive.end(), [](auto word) { return word == 0; })) return infinity;
        if (const auto known = values_.find(position); known != values_.end()) return known->second;
        budget.spend();
        return values_[position] = search(position, alive, budget);
    }

    double search(const Position &position, const Tilings &alive, Budget &budget) {
        std::array<std::vector<int>, piece_count> places;
        for (int piece = 0; piece < piece_count; ++piece) {
            if (!position.has(piece)) continue;
            for (int move = board_.first[std::size_t(piece)]; move < board_.first[std::size_t(piece + 1)]; ++move)
                if ((at(move).cells - position.vacant).empty() && counts(move))
                    places[std::size_t(piece)].push_back(move);
            if (places[std::size_t(piece)].empty()) return infinity;
        }
        for (int piece : listed)
            if (places[std::size_t(piece)].size() == 1)
                return after(position, alive, places[std::size_t(piece)].front(), budget);
        if (!quirks_.no_region_rule)
            if (const int forced = gap_with_an_owner(position); forced >= 0)
                return counts(forced) ? after(position, alive, forced, budget) : infinity;
        tangram::KnownGaps gaps(board_, position.vacant);
        tangram::After<Puzzle> left(puzzle_, position.left);
        const auto is_dead = [&](int move) {  // by R3, R5 or R4
            return tangram::HaveBadSize{}(gaps, at(move), left) || tangram::HaveNoShape{}(gaps, at(move), left) ||
                   tangram::LackAPiece{}(gaps, at(move), left);
        };
        bool any = false, every = true;
        for (int piece = 0; piece < piece_count; ++piece) {
            if (!position.has(piece)) continue;
            auto &own = places[std::size_t(piece)];
            std::erase_if(own, is_dead);
            any = any || !own.empty();
            every = every && !own.empty();
        }
        if (!any || !(quirks_.ignore_impossible || every)) return infinity;
        return guess(position, alive, places, budget);
    }

    double guess(const Position &position, const Tilings &alive,
                 const std::array<std::vector<int>, piece_count> &places, Budget &budget) {
        int best = -1;
        std::size_t fewest = 0;
        for (int piece = 0; piece < piece_count; ++piece) {
            const auto &own = places[std::size_t(piece)];
            if (own.empty() || (quirks_.snake_unread && forbidden_ == trapezoid && piece == snake)) continue;
            const auto count = own.size() * (piece == trapezoid && quirks_.trapezoid_twice ? 2 : 1);
            if (best < 0 || count < fewest) {
                best = piece;
                fewest = count;
            }
        }
        if (best < 0) return infinity;
        double least = infinity;
        for (int move : places[std::size_t(best)]) least = std::min(least, after(position, alive, move, budget));
        return std::log2(double(fewest)) + least;
    }

    double after(const Position &position, const Tilings &alive, int move, Budget &budget) {
        return value(position.after(at(move)), meet(alive, move), !fits_[std::size_t(move)], budget);
    }

    bool counts(int move) const { return quirks_.bumps_late || fits_[std::size_t(move)]; }

    // The move that puts the one piece left for it into the first gap that has one; -1 if there is none.
    int gap_with_an_owner(const Position &position) const {
        int forced = -1;
        tangram::each_gap(board_, position.vacant, position.vacant, [&](const Board::Mask &gap) {
            if (forced >= 0 || (gap.count() == 6 && position.spare() == 2)) return;
            for (int move : board_.owners(gap).locations)
                if (position.has(at(move).piece)) forced = move;
        });
        return forced;
    }

    const Puzzle &puzzle_;
    const Board &board_;
    int forbidden_;
    Quirks quirks_;
    std::vector<bool> fits_;
    std::size_t words_;
    std::vector<Tilings> having_;  // by move
    std::unordered_map<Position, double, Position::Hash> values_;
};

}  // namespace quandary::replicate_hex
