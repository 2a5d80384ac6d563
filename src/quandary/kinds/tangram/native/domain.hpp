// A declared tangram in C++. Mirrors rules.py and people.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <quandary/rules.hpp>
#include <quandary/search.hpp>

#include "after.hpp"
#include "board.hpp"
#include "fewest.hpp"
#include "gaps.hpp"
#include "tilings.hpp"

namespace quandary::tangram {

inline constexpr int PIECE = 0, CELL = 1, CONSTRAINT = 2;  // families

enum Touch { EDGE, NO_EDGE, CORNER, NO_CORNER, NO_LINE };

struct GapIsPiece;
struct Bumps;
struct Touching;
template <Name name_, bool together>
struct Partners;
template <Name name_, class IsHopeless>
struct GapRule;

// What Python says about a puzzle on a board.
struct Asked {
    std::vector<int> left;     // by piece: how many are used
    std::vector<int> placed;   // the moves made at the start
    std::vector<int> fitting;  // the locations that fit over bumps
    bool over_bumps = false;
    std::vector<int> bonds;  // (piece, piece, touch) three by three
};

template <class S>
struct Tangram {
    using Size = S;
    using Mask = typename Board<S>::Mask;
    using Sizes = typename Board<S>::Sizes;
    using Location = typename Board<S>::Location;
    using Left = std::array<std::int8_t, S::letters>;  // by piece: how many are still to be placed
    struct State {
        Mask vacant;
        Left left{};
        std::array<std::int16_t, S::pieces> made{};  // the moves, ascending
        std::uint8_t count = 0;
        bool operator==(const State &) const = default;
        std::span<const std::int16_t> moves() const { return {made.data(), count}; }
    };

    static constexpr int max_moves = S::moves;
    static constexpr int max_slots = S::letters + S::cells + 1;
    static constexpr int broken = max_slots - 1;
    static constexpr bool is_tree = false;
    static constexpr std::array<std::string_view, 3> families{"piece", "cell", "constraint"};

    Tangram(std::shared_ptr<const Board<S>> board, const Asked &asked)
        : board_(std::move(board)), locations_(board_->locations.data()), over_bumps_(asked.over_bumps) {
        for (int move : asked.fitting) fitting_.add(move);
        for (std::size_t i = 0; i + 2 < asked.bonds.size(); i += 3) {
            const auto [one, other, touch] = std::array{asked.bonds[i], asked.bonds[i + 1], asked.bonds[i + 2]};
            bonds_[std::size_t(one * S::letters + other)] |= std::uint8_t(1 << touch);
            has_bonds_ = true;
        }
        start_.vacant = board_->full;
        for (std::size_t piece = 0; piece < asked.left.size(); ++piece)
            start_.left[piece] = std::int8_t(asked.left[piece]);
        for (int move : asked.placed) start_ = apply(start_, move);
    }

    std::array<State, 1> starts() const { return {start_}; }
    int move_count() const { return int(board_->locations.size()); }

    MoveSet<Tangram> moves(const State &state) const {
        MoveSet<Tangram> open;
        for (std::size_t piece = 0; piece < std::size_t(board_->piece_count); ++piece)
            if (state.left[piece])
                for (int move = board_->first[piece]; move < board_->first[piece + 1]; ++move)
                    if ((at(move).cells - state.vacant).empty()) open.add(move);
        return open;
    }

    State apply(State state, Move move) const {
        state.vacant -= at(move).cells;
        --state.left[std::size_t(at(move).piece)];
        auto to = state.made.begin() + state.count++;
        for (; to != state.made.begin() && *(to - 1) > move; --to) *to = *(to - 1);
        *to = std::int16_t(move);
        return state;
    }

    bool is_solved(const State &state) const { return state.vacant.empty() && !is_broken(state); }

    std::uint64_t hash(const State &state) const {
        std::uint64_t h = state.vacant.hash();
        for (auto move : state.moves()) h = Mask::mix(h ^ std::uint64_t(move));
        return h;
    }

    SlotSet<Tangram> open(const State &state) const {
        SlotSet<Tangram> slots;
        if (state.vacant.empty()) {
            if (is_broken(state)) slots.add(broken);
            return slots;
        }
        for (int piece = 0; piece < board_->piece_count; ++piece)
            if (state.left[std::size_t(piece)]) slots.add(piece);
        state.vacant.each([&](int cell) { slots.add(S::letters + cell); });
        return slots;
    }
    int room(const State &state, Slot slot) const { return slot < S::letters ? state.left[std::size_t(slot)] : 1; }
    std::span<const Slot> fills(Move move) const { return board_->fills[std::size_t(move)]; }
    int family(Slot slot) const { return slot < S::letters ? PIECE : slot < broken ? CELL : CONSTRAINT; }

    using Rules = std::tuple<OnlyOption<"one-place", PIECE>, OnlyOption<"one-cover", CELL>, GapIsPiece,
                             GapRule<"gap-sizes", HaveBadSize>, Bumps, Touching, GapRule<"gap-shapes", HaveNoShape>,
                             GapRule<"piece-gone", LackAPiece>, Partners<"touching-pairs", false>,
                             Partners<"touching-chains", true>>;

    // At most `most` tilings, as the moves that lead there, found by a solver that never breaks a constraint.
    Solutions quick_solutions(std::int64_t most, const Limits &limits) const {
        return listed(most, limits, [&](Budget &budget, auto take) { ByFewest(*this, budget).search(take); });
    }
    // The same cell by cell, in the order of Python's search.
    Solutions solutions_in_order(std::int64_t most, const Limits &limits) const {
        return listed(most, limits, [&](Budget &budget, auto take) { Tilings(*this, budget).search({}, take); });
    }

    // The tilings that have one of the first moves, if there are any.
    std::vector<std::vector<Move>> tilings(const std::vector<int> &firsts, Budget &budget) const {
        std::vector<std::vector<Move>> found;
        Tilings<Tangram>(*this, budget).search(firsts, [&](const std::vector<Move> &moves) {
            found.push_back(moves);
            budget.hold(found.capacity() * (sizeof(moves) + moves.size() * sizeof(Move)));
        });
        return found;
    }

    // What the rules below ask.
    const Board<S> &board() const { return *board_; }
    const Location &at(Move move) const { return locations_[move]; }
    bool over_bumps() const { return over_bumps_; }
    bool fits(Move move) const { return !over_bumps_ || fitting_.has(move); }
    const MoveSet<Tangram> &fitting() const { return fitting_; }
    bool has_bonds() const { return has_bonds_; }
    bool are_bound(int one, int other) const { return bonds_[std::size_t(one * S::letters + other)] != 0; }

    // The locations among these, all of one piece, that may lie with a move as far as their bonds go.
    MoveSet<Tangram> allowed(MoveSet<Tangram> places, int piece, Move move) const {
        const unsigned touches = bonds_[std::size_t(piece * S::letters + at(move).piece)];
        if (touches == 0) return places;
        const auto &near = board_->contacts(move);
        if (touches >> EDGE & 1) places &= near.edge;
        if (touches >> NO_EDGE & 1) places -= near.edge;
        if (touches >> CORNER & 1) places = (places & near.corner) - near.edge;
        if (touches >> NO_CORNER & 1) places -= near.corner;
        if (touches >> NO_LINE & 1) places -= near.line;
        return places;
    }
    bool allows(const Location &one, const Location &other) const {
        const unsigned touches = bonds_[std::size_t(one.piece * S::letters + other.piece)];
        if (touches == 0) return true;
        const bool edge = one.edges.meets(other.cells), corner = one.corners.meets(other.cells);
        return !((touches >> EDGE & 1 && !edge) || (touches >> NO_EDGE & 1 && edge) ||
                 (touches >> CORNER & 1 && (edge || !corner)) || (touches >> NO_CORNER & 1 && corner) ||
                 (touches >> NO_LINE & 1 && one.lines.meets(other.cells)));
    }

    // The sizes that some pieces have together, and the sizes of pieces, by rank, that two or more of them have, with
    // those pieces.
    struct Sums {
        Sizes any_number;
        std::uint32_t more = 0, spared = 0;
    };
    Sums sums(const Left &left) const {
        Sums found;
        Sizes one, more;
        for (std::size_t piece = 0; piece < std::size_t(board_->piece_count); ++piece)
            for (int copy = left[piece]; copy > 0; --copy) {
                const int size = board_->sizes[piece];
                more |= (one | more) << size;
                one.add(Board<S>::place(size));
                found.any_number |= found.any_number << size;
                found.any_number.add(Board<S>::place(size));
            }
        for (std::size_t piece = 0; piece < std::size_t(board_->piece_count); ++piece)
            if (more.has(Board<S>::place(board_->sizes[piece]))) {
                found.more |= std::uint32_t(1) << board_->ranks[piece];
                found.spared |= std::uint32_t(1) << piece;
            }
        return found;
    }

  private:
    template <class Search>
    static Solutions listed(std::int64_t most, const Limits &limits, Search search) {
        Solutions result;
        Budget budget(limits);
        run(result, budget, most, [&] {
            search(budget, [&](const std::vector<Move> &moves) {
                if (std::int64_t(result.found.size()) == most) throw Enough{};
                result.found.push_back({0, moves});
            });
        });
        return result;
    }

    bool is_broken(const State &state) const {
        for (auto one : state.moves()) {
            if (!fits(one)) return true;
            if (has_bonds_)
                for (auto other : state.moves())
                    if (one < other && !allows(at(one), at(other))) return true;
        }
        return false;
    }

    std::shared_ptr<const Board<S>> board_;
    const Location *locations_;
    State start_;
    bool over_bumps_, has_bonds_ = false;
    MoveSet<Tangram> fitting_;
    std::array<std::uint8_t, S::letters * S::letters> bonds_{};  // by pair of pieces: a bit for each touch
};

// Rules out the moves that leave hopeless gaps, without making them.
template <Name name_, class IsHopeless>
struct GapRule {
    static constexpr std::string_view name = name_.view();
    static constexpr bool looks_once = true;

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        Finding<D> finding;
        After<D> after(puzzle, state.left);
        KnownGaps known(puzzle.board(), state.vacant);
        left.each([&](Move move) {
            Budget::poll();
            const auto &here = puzzle.at(move);
            if (IsHopeless{}(known, here, after)) finding.cannot.add(move);
        });
        if (!finding.cannot.empty()) emit(finding);
    }
};

struct GapIsPiece {
    static constexpr std::string_view name = "gap-is-piece";

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &,
              Emit emit) const {
        const auto more = puzzle.sums(state.left).more;
        each_gap(puzzle.board(), state.vacant, state.vacant, [&](const typename D::Mask &gap) {
            const auto &owners = puzzle.board().owners(gap);
            if (owners.pieces == 0 || (more >> puzzle.board().rank_of_size[std::size_t(gap.count())] & 1)) return;
            Finding<D> finding;
            for (int move : owners.locations)
                if (state.left[std::size_t(puzzle.at(move).piece)]) finding.must.add(move);
            if (!finding.must.empty() && finding.must.is_single()) emit(finding);
        });
    }
};

struct Bumps {
    static constexpr std::string_view name = "bumps";

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &, const typename D::State &, const MoveSet<D> &left,
              Emit emit) const {
        if (!puzzle.over_bumps()) return;
        const auto bad = left - puzzle.fitting();
        if (!bad.empty()) emit(Finding<D>{.cannot = bad});
    }
};

struct Touching {
    static constexpr std::string_view name = "touching";

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        if (!puzzle.has_bonds()) return;
        Finding<D> finding;
        for (int piece = 0; piece < puzzle.board().piece_count; ++piece) {
            const auto places = left & puzzle.board().of_piece[std::size_t(piece)];
            for (auto made : state.moves())
                if (puzzle.are_bound(piece, puzzle.at(made).piece))
                    finding.cannot |= places - puzzle.allowed(places, piece, made);
        }
        if (!finding.cannot.empty()) emit(finding);
    }
};

// A move must leave room for each piece that is bound to the one moved, or for all of them together.
template <Name name_, bool together>
struct Partners {
    static constexpr std::string_view name = name_.view();

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        if (!puzzle.has_bonds()) return;
        Search<D> search{puzzle, left, {}};
        Finding<D> finding;
        left.each([&](Move move) {
            if (!search.is_supported(state, move)) finding.cannot.add(move);
        });
        if (!finding.cannot.empty()) emit(finding);
    }

  private:
    template <class D>
    struct Search {
        const D &puzzle;
        const MoveSet<D> &left;
        std::vector<Move> lying;

        bool is_supported(const typename D::State &state, Move move) {
            std::vector<int> bound;
            const int own = puzzle.at(move).piece;
            for (int piece = 0; piece < puzzle.board().piece_count; ++piece)
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
            auto places = left & puzzle.board().of_piece[std::size_t(pieces.front())];
            for (Move other : lying)
                places = puzzle.allowed(places & puzzle.board().contacts(other).apart, pieces.front(), other);
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

}  // namespace quandary::tangram
