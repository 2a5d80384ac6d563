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

#include "../../../kinds/hex/native/gaps.hpp"

namespace quandary::replicate_hex {

using hex::Mask, hex::piece_count, hex::trapezoid;
inline constexpr int snake = 9;
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
    Mask taken = 0;
    hex::Left left{};

    bool operator==(const Position &) const = default;
    int spare() const { return left[trapezoid]; }
    bool has(int piece) const { return piece >= 0 && left[std::size_t(piece)] > 0; }
    Position after(const hex::Location &place) const {
        Position next = *this;
        next.taken |= place.cells;
        --next.left[std::size_t(place.piece)];
        return next;
    }
    // Whether R3, R5 or R4 rules out a move.
    bool dies_after(const hex::Location &place) const {
        const auto &gaps = hex::gaps_of(hex::full & ~taken, place);
        const auto next = after(place);
        return gaps.have_odd_size(next.spare()) || gaps.shapeless ||
               (next.spare() != 2 && gaps.want_more_than(next.left));
    }
    struct Hash {
        std::size_t operator()(const Position &at) const {
            std::uint64_t h = at.taken;
            for (auto count : at.left) h = h * 0x9e3779b97f4a7c15 + std::uint64_t(count);
            return h ^ (h >> 29);
        }
    };
};

class PublishedSearch {
  public:
    PublishedSearch(int forbidden, const std::vector<std::vector<int>> &known, const std::vector<int> &fitting,
                    Quirks quirks)
        : forbidden_(forbidden),
          quirks_(quirks),
          fits_(hex::geometry().locations.size(), false),
          words_((known.size() + 63) / 64),
          having_(fits_.size(), Tilings(words_, 0)) {
        for (int move : fitting) fits_[std::size_t(move)] = true;
        for (std::size_t i = 0; i < known.size(); ++i)
            for (int move : known[i]) having_[std::size_t(move)][i / 64] |= std::uint64_t(1) << (i % 64);
    }

    double run(const std::vector<int> &start, Budget &budget) {
        Position position;
        for (int piece = 0; piece < piece_count; ++piece)
            position.left[std::size_t(piece)] = std::int8_t(piece == forbidden_ ? 0 : piece == trapezoid ? 2 : 1);
        Tilings alive(words_, ~std::uint64_t(0));
        for (int move : start) {
            position = position.after(at(move));
            alive = meet(alive, move);
        }
        values_.clear();
        return value(position, alive, false, budget);
    }

  private:
    static const hex::Location &at(int move) { return hex::geometry().locations[std::size_t(move)]; }

    Tilings meet(Tilings alive, int move) const {
        for (std::size_t w = 0; w < words_; ++w) alive[w] &= having_[std::size_t(move)][w];
        return alive;
    }

    double value(const Position &position, const Tilings &alive, bool late, Budget &budget) {
        if (position.taken == hex::full) return 0;
        if (late || std::all_of(alive.begin(), alive.end(), [](auto word) { return word == 0; })) return infinity;
        if (const auto known = values_.find(position); known != values_.end()) return known->second;
        budget.spend();
        return values_[position] = search(position, alive, budget);
    }

    double search(const Position &position, const Tilings &alive, Budget &budget) {
        const auto &all = hex::geometry();
        std::array<std::vector<int>, piece_count> places;
        for (int piece = 0; piece < piece_count; ++piece) {
            if (!position.has(piece)) continue;
            for (int move = all.first[std::size_t(piece)]; move < all.first[std::size_t(piece + 1)]; ++move)
                if (!(all.locations[std::size_t(move)].cells & position.taken) && counts(move))
                    places[std::size_t(piece)].push_back(move);
            if (places[std::size_t(piece)].empty()) return infinity;
        }
        for (int piece : listed)
            if (places[std::size_t(piece)].size() == 1)
                return after(position, alive, places[std::size_t(piece)].front(), budget);
        if (!quirks_.no_region_rule)
            if (const int forced = gap_with_an_owner(position); forced >= 0)
                return counts(forced) ? after(position, alive, forced, budget) : infinity;
        bool any = false, every = true;
        for (int piece = 0; piece < piece_count; ++piece) {
            if (!position.has(piece)) continue;
            auto &own = places[std::size_t(piece)];
            std::erase_if(own, [&](int move) { return position.dies_after(all.locations[std::size_t(move)]); });
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
    static int gap_with_an_owner(const Position &position) {
        const auto &all = hex::geometry();
        int forced = -1;
        hex::each_region(hex::full & ~position.taken, [&](Mask region) {
            const int size = std::popcount(region), spare = position.spare();
            const int piece = size == 3 && spare ? trapezoid : size == 6 && spare != 2 ? hex::shape_of(region) : -1;
            if (forced >= 0 || !position.has(piece)) return;
            forced = all.first[std::size_t(piece)];
            while (all.locations[std::size_t(forced)].cells != region) ++forced;
        });
        return forced;
    }

    int forbidden_;
    Quirks quirks_;
    std::vector<bool> fits_;
    std::size_t words_;
    std::vector<Tilings> having_;  // by move
    std::unordered_map<Position, double, Position::Hash> values_;
};

}  // namespace quandary::replicate_hex
