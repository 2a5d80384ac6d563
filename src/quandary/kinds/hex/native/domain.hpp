// The HEX tangram in C++. Mirrors rules.py and people.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <quandary/rules.hpp>

#include "board.hpp"
#include "contacts.hpp"
#include "gaps.hpp"

namespace quandary::hex {

inline constexpr int PIECE = 0, CELL = 1, CONSTRAINT = 2;  // families
inline constexpr int most_pieces = 10;                     // on a board

enum Touch { EDGE, NO_EDGE, CORNER, NO_CORNER, NO_LINE };

inline bool holds(int touch, const Location &one, const Location &other) {
    if (touch == NO_LINE) return (one.lines & other.lines) == 0;
    const bool edge = (one.halo & other.cells) != 0;
    if (touch == EDGE) return edge;
    if (touch == NO_EDGE) return !edge;
    const bool corner = (one.corners & other.corners) != 0;
    return touch == CORNER ? corner && !edge : !corner;
}

struct RegionIsPiece;
struct Bumps;
struct Touching;
template <Name name_, bool together>
struct Partners;
struct HasOddSize;
struct LacksItsPiece;
struct HasNoShape;

struct Hex {
    struct State {
        Mask vacant = full;
        Left left{};
        std::array<std::int16_t, most_pieces> made{};  // the moves, ascending
        std::uint8_t count = 0;
        bool operator==(const State &) const = default;
        std::span<const std::int16_t> moves() const { return {made.data(), count}; }
    };
    struct Bond {
        int one, other, touch;
    };

    static constexpr int max_moves = 1129;
    static constexpr int max_slots = piece_count + cell_count + 1;
    static constexpr int broken = max_slots - 1;
    static constexpr bool is_tree = false;
    static constexpr std::array<std::string_view, 3> families{"piece", "cell", "constraint"};

    // `fitting`: the locations that fit over bumps. `bonds`: (piece, piece, touch) three by three.
    Hex(int forbidden, const std::vector<int> &placed, const std::vector<int> &fitting, bool over_bumps,
        const std::vector<int> &bonds)
        : over_bumps_(over_bumps) {
        for (int move : fitting) fitting_.add(move);
        for (std::size_t i = 0; i + 2 < bonds.size(); i += 3) {
            const auto [one, other, touch] = std::array{bonds[i], bonds[i + 1], bonds[i + 2]};
            bonds_[std::size_t(one * piece_count + other)] |= std::uint8_t(1 << touch);
            has_bonds_ = true;
        }
        for (int piece = 0; piece < piece_count; ++piece)
            start_.left[std::size_t(piece)] = std::int8_t(piece == forbidden ? 0 : piece == trapezoid ? 2 : 1);
        for (int move : placed) start_ = apply(start_, move);
    }

    std::array<State, 1> starts() const { return {start_}; }
    int move_count() const { return max_moves; }

    MoveSet<Hex> moves(const State &state) const {
        MoveSet<Hex> open;
        const auto &all = geometry();
        for (int piece = 0; piece < piece_count; ++piece)
            if (state.left[std::size_t(piece)])
                for (int move = all.first[std::size_t(piece)]; move < all.first[std::size_t(piece + 1)]; ++move)
                    if ((location(move).cells & ~state.vacant) == 0) open.add(move);
        return open;
    }

    State apply(State state, Move move) const {
        state.vacant &= ~location(move).cells;
        --state.left[std::size_t(location(move).piece)];
        auto to = state.made.begin() + state.count++;
        for (; to != state.made.begin() && *(to - 1) > move; --to) *to = *(to - 1);
        *to = std::int16_t(move);
        return state;
    }

    bool is_solved(const State &state) const { return state.vacant == 0 && !is_broken(state); }

    std::uint64_t hash(const State &state) const {
        std::uint64_t h = state.vacant;
        for (auto move : state.moves()) h = MoveSet<Hex>::mix(h ^ std::uint64_t(move));
        return h;
    }

    SlotSet<Hex> open(const State &state) const {
        SlotSet<Hex> slots;
        if (state.vacant == 0) {
            if (is_broken(state)) slots.add(broken);
            return slots;
        }
        for (int piece = 0; piece < piece_count; ++piece)
            if (state.left[std::size_t(piece)]) slots.add(piece);
        each_cell(state.vacant, [&](int cell) { slots.add(piece_count + cell); });
        return slots;
    }
    int room(const State &state, Slot slot) const { return slot < piece_count ? state.left[std::size_t(slot)] : 1; }

    std::span<const Slot> fills(Move move) const {
        static const auto all = [] {
            std::vector<std::vector<Slot>> filled;
            for (const auto &location : geometry().locations) {
                filled.push_back({location.piece});
                each_cell(location.cells, [&](int cell) { filled.back().push_back(piece_count + cell); });
            }
            return filled;
        }();
        return all[std::size_t(move)];
    }
    int family(Slot slot) const { return slot < piece_count ? PIECE : slot < broken ? CELL : CONSTRAINT; }

    using Rules = std::tuple<OnlyOption<"one-place", PIECE>, RegionIsPiece, DeadEnd<"region-sizes", HasOddSize>, Bumps,
                             Touching, DeadEnd<"two-trapezoids", HasNoShape>, DeadEnd<"piece-gone", LacksItsPiece>,
                             Partners<"touching-pairs", false>, Partners<"touching-chains", true>>;

    // What the rules below ask.
    static const Location &at(Move move) { return geometry().locations[std::size_t(move)]; }
    // The same, for those who ask millions of times.
    const Location &location(Move move) const { return locations_[move]; }
    bool over_bumps() const { return over_bumps_; }
    const MoveSet<Hex> &fitting() const { return fitting_; }
    bool has_bonds() const { return has_bonds_; }
    bool are_bound(int one, int other) const { return bonds_[std::size_t(one * piece_count + other)] != 0; }
    // At most `most` tilings, as the moves that lead there, found by a solver that never breaks a constraint.
    Solutions quick_solutions(std::int64_t most, Limits limits) const;

    // The locations among these, all of one piece, that may lie with a move as far as their bonds go.
    MoveSet<Hex> allowed(MoveSet<Hex> places, int piece, Move move) const {
        const auto at = std::size_t(move);
        const unsigned touches = bonds_[std::size_t(piece * piece_count + Hex::at(move).piece)];
        if (touches >> EDGE & 1) places &= contacts().edge[at];
        if (touches >> NO_EDGE & 1) places -= contacts().edge[at];
        if (touches >> CORNER & 1) places = (places & contacts().corner[at]) - contacts().edge[at];
        if (touches >> NO_CORNER & 1) places -= contacts().corner[at];
        if (touches >> NO_LINE & 1) places -= contacts().line[at];
        return places;
    }
    bool allows(const Location &one, const Location &other) const {
        const unsigned touches = bonds_[std::size_t(one.piece * piece_count + other.piece)];
        for (int touch = EDGE; touch <= NO_LINE; ++touch)
            if ((touches >> touch & 1) && !holds(touch, one, other)) return false;
        return true;
    }

  private:
    bool is_broken(const State &state) const {
        for (auto one : state.moves()) {
            if (over_bumps_ && !fitting_.has(one)) return true;
            if (has_bonds_)
                for (auto other : state.moves())
                    if (one < other && !allows(at(one), at(other))) return true;
        }
        return false;
    }

    const Location *locations_ = geometry().locations.data();
    State start_;
    bool over_bumps_, has_bonds_ = false;
    MoveSet<Hex> fitting_;
    std::array<std::uint8_t, piece_count * piece_count> bonds_{};  // by pair of pieces: a bit for each touch
};

// The following look at the gaps that a move leaves, without making it.
inline const Gaps &gaps_after(const Hex &puzzle, const Hex::State &state, Move move) {
    return gaps_of(state.vacant, puzzle.location(move));
}
inline int spare_after(const Hex &puzzle, const Hex::State &state, Move move) {
    return state.left[trapezoid] - (puzzle.location(move).piece == trapezoid);
}

struct HasOddSize {
    bool operator()(const Hex &puzzle, const Hex::State &state, Move move) const {
        return gaps_after(puzzle, state, move).have_odd_size(spare_after(puzzle, state, move));
    }
};

struct LacksItsPiece {
    bool operator()(const Hex &puzzle, const Hex::State &state, Move move) const {
        const int spare = spare_after(puzzle, state, move);
        if (spare == 2) return false;
        const auto &gaps = gaps_after(puzzle, state, move);
        auto left = state.left;
        --left[std::size_t(puzzle.location(move).piece)];
        return gaps.shapeless || (gaps.small && spare == 0) || gaps.want_more_than(left);
    }
};

struct HasNoShape {
    bool operator()(const Hex &puzzle, const Hex::State &state, Move move) const {
        return gaps_after(puzzle, state, move).shapeless;
    }
};

struct RegionIsPiece {
    static constexpr std::string_view name = "region-is-piece";

    template <class Emit>
    void find(const Hex &, const SlotTable<Hex> &, const Hex::State &state, const MoveSet<Hex> &, Emit emit) const {
        const int spare = state.left[trapezoid];
        each_region(state.vacant, [&](Mask region) {
            const int size = std::popcount(region);
            const int piece = size == 3 && spare ? trapezoid : size == 6 && spare < 2 ? shape_of(region) : -1;
            if (piece < 0 || state.left[std::size_t(piece)] == 0) return;
            Finding<Hex> finding;
            for (Move move = geometry().first[std::size_t(piece)];; ++move)
                if (Hex::at(move).cells == region) {
                    finding.must.add(move);
                    emit(finding);
                    return;
                }
        });
    }
};

struct Bumps {
    static constexpr std::string_view name = "bumps";

    template <class Emit>
    void find(const Hex &puzzle, const SlotTable<Hex> &, const Hex::State &, const MoveSet<Hex> &left,
              Emit emit) const {
        if (!puzzle.over_bumps()) return;
        const auto bad = left - puzzle.fitting();
        if (!bad.empty()) emit(Finding<Hex>{.cannot = bad});
    }
};

struct Touching {
    static constexpr std::string_view name = "touching";

    template <class Emit>
    void find(const Hex &puzzle, const SlotTable<Hex> &, const Hex::State &state, const MoveSet<Hex> &left,
              Emit emit) const {
        if (!puzzle.has_bonds()) return;
        Finding<Hex> finding;
        for (int piece = 0; piece < piece_count; ++piece) {
            const auto places = left & contacts().of_piece[std::size_t(piece)];
            for (auto made : state.moves())
                if (puzzle.are_bound(piece, Hex::at(made).piece))
                    finding.cannot |= places - puzzle.allowed(places, piece, made);
        }
        if (!finding.cannot.empty()) emit(finding);
    }
};

// A move must leave room for each piece that is bound to the one moved, or for all of them together.
template <Name name_, bool together>
struct Partners {
    static constexpr std::string_view name = name_.view();

    template <class Emit>
    void find(const Hex &puzzle, const SlotTable<Hex> &, const Hex::State &state, const MoveSet<Hex> &left,
              Emit emit) const {
        if (!puzzle.has_bonds()) return;
        Search search{puzzle, left, {}};
        Finding<Hex> finding;
        left.each([&](Move move) {
            if (!search.is_supported(state, move)) finding.cannot.add(move);
        });
        if (!finding.cannot.empty()) emit(finding);
    }

  private:
    struct Search {
        const Hex &puzzle;
        const MoveSet<Hex> &left;
        std::vector<Move> lying;

        bool is_supported(const Hex::State &state, Move move) {
            std::vector<int> bound;
            const int own = Hex::at(move).piece;
            for (int piece = 0; piece < piece_count; ++piece)
                for (int copy = state.left[std::size_t(piece)] - (piece == own); copy > 0; --copy)
                    if (puzzle.are_bound(own, piece)) bound.push_back(piece);
            lying.assign(1, move);
            if constexpr (together) return have_room(bound);
            return std::all_of(bound.begin(), bound.end(),
                               [&](const int &piece) { return have_room(std::span(&piece, 1)); });
        }

        bool have_room(std::span<const int> pieces) {
            Budget::poll();
            if (pieces.empty()) return true;
            auto places = left & contacts().of_piece[std::size_t(pieces.front())];
            for (Move other : lying)
                places = puzzle.allowed(places & contacts().apart[std::size_t(other)], pieces.front(), other);
            if (pieces.size() == 1) return !places.empty();
            for (; !places.empty(); places.remove(places.first())) {
                lying.push_back(places.first());
                const bool found = have_room(pieces.subspan(1));
                lying.pop_back();
                if (found) return true;
            }
            return false;
        }
    };
};

}  // namespace quandary::hex
