// A declared tangram in C++. Mirrors rules.py and people.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <quandary/rules.hpp>
#include <quandary/search.hpp>

#include "board.hpp"
#include "tilings.hpp"

namespace quandary::tangram {

inline constexpr int PIECE = 0, CELL = 1, CONSTRAINT = 2;  // families

enum Touch { EDGE, NO_EDGE, CORNER, NO_CORNER, NO_LINE, touch_count };

inline bool holds(int touch, const Location &one, const Location &other) {
    if (touch == NO_LINE) return !one.lines.meets(other.cells);
    const bool edge = one.edges.meets(other.cells);
    if (touch == EDGE || touch == NO_EDGE) return edge == (touch == EDGE);
    const bool corner = one.corners.meets(other.cells);
    return touch == CORNER ? corner && !edge : !corner;
}

struct GapIsPiece;
struct Bumps;
struct Touching;
template <Name name_, bool together>
struct Partners;
struct HasBadSize;
struct LacksItsPiece;
struct HasNoShape;

// Moves: the most locations that a puzzle may have.
template <int Moves>
struct Tangram {
    struct State {
        Mask vacant;
        std::array<std::int8_t, most_letters> left{};  // by piece: how many are still to be placed
        std::array<std::int16_t, most_pieces> made{};  // the moves, ascending
        std::uint8_t count = 0;
        bool operator==(const State &) const = default;
        std::span<const std::int16_t> moves() const { return {made.data(), count}; }
    };

    static constexpr int max_moves = Moves;
    static constexpr int max_slots = most_letters + most_cells + 1;
    static constexpr int broken = max_slots - 1;
    static constexpr bool is_tree = false;
    static constexpr std::array<std::string_view, 3> families{"piece", "cell", "constraint"};

    explicit Tangram(const Description &said)
        : board_(std::make_shared<Board>(said)), order_(said.order), over_bumps_(said.over_bumps) {
        for (int move : said.fitting) fitting_.add(move);
        for (std::size_t i = 0; i + 2 < said.bonds.size(); i += 3) {
            const auto [one, other, touch] = std::array{said.bonds[i], said.bonds[i + 1], said.bonds[i + 2]};
            bonds_[std::size_t(one * most_letters + other)] |= std::uint8_t(1 << touch);
            has_bonds_ = true;
        }
        for (const auto &location : board_->locations) {
            fills_.push_back({location.piece});
            location.cells.each([&](int cell) { fills_.back().push_back(most_letters + cell); });
        }
        start_.vacant = board_->full;
        for (std::size_t piece = 0; piece < said.left.size(); ++piece)
            start_.left[piece] = std::int8_t(said.left[piece]);
        for (int move : said.placed) start_ = apply(start_, move);
    }

    std::array<State, 1> starts() const { return {start_}; }
    int move_count() const { return int(board_->locations.size()); }

    MoveSet<Tangram> moves(const State &state) const {
        MoveSet<Tangram> open;
        for (std::size_t piece = 0; piece < std::size_t(board_->piece_count); ++piece)
            if (state.left[piece])
                for (int move = board_->first[piece]; move < board_->first[piece + 1]; ++move)
                    if (lies_in(at(move).cells, state.vacant)) open.add(move);
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
        state.vacant.each([&](int cell) { slots.add(most_letters + cell); });
        return slots;
    }
    int room(const State &state, Slot slot) const { return slot < most_letters ? state.left[std::size_t(slot)] : 1; }
    std::span<const Slot> fills(Move move) const { return fills_[std::size_t(move)]; }
    int family(Slot slot) const { return slot < most_letters ? PIECE : slot < broken ? CELL : CONSTRAINT; }

    using Rules = std::tuple<OnlyOption<"one-place", PIECE>, OnlyOption<"one-cover", CELL>, GapIsPiece,
                             DeadEnd<"gap-sizes", HasBadSize>, Bumps, Touching, DeadEnd<"gap-shapes", HasNoShape>,
                             DeadEnd<"piece-gone", LacksItsPiece>, Partners<"touching-pairs", false>,
                             Partners<"touching-chains", true>>;

    // The solutions, found cell by cell.
    Solutions quick_solutions(std::int64_t most, const Limits &limits) const {
        Solutions result;
        Budget budget(limits);
        try {
            Tilings<Tangram>(*this, order_, budget).search({}, [&](const std::vector<Move> &moves) {
                if (std::int64_t(result.found.size()) == most) throw Enough{};
                result.found.push_back({0, moves});
            });
        } catch (const Enough &) {
            result.complete = false;
        } catch (const OutOfBudget &out) {
            result.complete = false;
            result.stop = out.stop;
        }
        result.states = budget.states();
        return result;
    }

    // The tilings that have one of the first moves, if there are any.
    std::vector<std::vector<Move>> tilings(const std::vector<int> &firsts, Budget &budget) const {
        std::vector<std::vector<Move>> found;
        Tilings<Tangram>(*this, order_, budget).search(firsts, [&](const std::vector<Move> &moves) {
            found.push_back(moves);
            budget.hold(found.capacity() * (sizeof(moves) + moves.size() * sizeof(Move)));
        });
        return found;
    }

    // What the rules below ask.
    const Board &board() const { return *board_; }
    const Location &at(Move move) const { return board_->locations[std::size_t(move)]; }
    bool over_bumps() const { return over_bumps_; }
    bool fits(Move move) const { return !over_bumps_ || fitting_.has(move); }
    const MoveSet<Tangram> &fitting() const { return fitting_; }
    bool has_bonds() const { return has_bonds_; }
    bool are_bound(int one, int other) const { return bonds_[std::size_t(one * most_letters + other)] != 0; }
    bool allows(const Location &one, const Location &other) const {
        const unsigned touches = bonds_[std::size_t(one.piece * most_letters + other.piece)];
        for (int touch = 0; touch < touch_count; ++touch)
            if ((touches >> touch & 1) && !holds(touch, one, other)) return false;
        return true;
    }
    // The sizes that some of the pieces left have together, and those that two or more of them have.
    std::pair<Mask, Mask> sums(const State &state) const {
        Mask any_number, one, more;
        any_number.add(0);
        for (std::size_t piece = 0; piece < std::size_t(board_->piece_count); ++piece)
            for (int copy = state.left[piece]; copy > 0; --copy) {
                const int size = board_->sizes[piece];
                more |= (one | more) << size;
                one.add(size);
                any_number |= any_number << size;
            }
        return {any_number, more};
    }

  private:
    bool is_broken(const State &state) const {
        for (auto one : state.moves()) {
            if (!fits(one)) return true;
            if (has_bonds_)
                for (auto other : state.moves())
                    if (one < other && !allows(at(one), at(other))) return true;
        }
        return false;
    }

    std::shared_ptr<const Board> board_;
    std::vector<int> order_;
    std::vector<std::vector<Slot>> fills_;
    State start_;
    bool over_bumps_, has_bonds_ = false;
    MoveSet<Tangram> fitting_;
    std::array<std::uint8_t, most_letters * most_letters> bonds_{};  // by pair of pieces: a bit for each touch
};

// Whether some gap is hopeless: is_hopeless(gap, its size).
template <class D, class IsHopeless>
bool any_gap(const D &puzzle, const typename D::State &state, IsHopeless is_hopeless) {
    bool dead = false;
    each_gap(puzzle.board(), state.vacant, [&](const Mask &gap) { dead = dead || is_hopeless(gap, gap.count()); });
    return dead;
}

struct HasBadSize {
    template <class D>
    bool operator()(const D &puzzle, const typename D::State &state) const {
        const auto possible = puzzle.sums(state).first;
        return any_gap(puzzle, state, [&](const Mask &, int size) { return !possible.has(size); });
    }
};

// The locations of the pieces left that are just this gap.
template <class D, class Visit>
void each_owner(const D &puzzle, const typename D::State &state, const Mask &gap, Visit visit) {
    const auto &owners = puzzle.board().owners;
    if (const auto found = owners.find(gap); found != owners.end())
        for (int move : found->second)
            if (state.left[std::size_t(puzzle.at(move).piece)]) visit(move);
}

struct LacksItsPiece {
    template <class D>
    bool operator()(const D &puzzle, const typename D::State &state) const {
        const auto more = puzzle.sums(state).second;
        return any_gap(puzzle, state, [&](const Mask &gap, int size) {
            if (!puzzle.board().piece_sizes.has(size) || more.has(size)) return false;
            bool owned = false;
            each_owner(puzzle, state, gap, [&](Move) { owned = true; });
            return !owned;
        });
    }
};

struct HasNoShape {
    template <class D>
    bool operator()(const D &puzzle, const typename D::State &state) const {
        auto copies = puzzle.board().copies;
        return any_gap(puzzle, state, [&](const Mask &gap, int size) {
            return puzzle.board().piece_sizes.has(size) && !is_made_of_pieces(puzzle.board(), gap, copies);
        });
    }

  private:
    // Whether declared pieces, left or not, can fill a gap.
    static bool is_made_of_pieces(const Board &board, const Mask &gap, std::vector<int> &copies) {
        if (gap.empty()) return true;
        Budget::poll();
        for (int move : board.by_lowest[std::size_t(gap.first())]) {
            const auto &here = board.locations[std::size_t(move)];
            auto &left = copies[std::size_t(here.piece)];
            if (left == 0 || !lies_in(here.cells, gap)) continue;
            --left;
            const bool made = is_made_of_pieces(board, gap - here.cells, copies);
            ++left;
            if (made) return true;
        }
        return false;
    }
};

struct GapIsPiece {
    static constexpr std::string_view name = "gap-is-piece";

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &,
              Emit emit) const {
        const auto more = puzzle.sums(state).second;
        each_gap(puzzle.board(), state.vacant, [&](const Mask &gap) {
            if (more.has(gap.count())) return;
            Finding<D> finding;
            each_owner(puzzle, state, gap, [&](Move move) { finding.must.add(move); });
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
        left.each([&](Move move) {
            const auto made = state.moves();
            if (!std::all_of(made.begin(), made.end(),
                             [&](auto other) { return puzzle.allows(puzzle.at(move), puzzle.at(other)); }))
                finding.cannot.add(move);
        });
        if (!finding.cannot.empty()) emit(finding);
    }
};

// A move must leave room for each piece that is bound to the one moved, or for all of them together.
template <Name name_, bool together>
struct Partners {
    static constexpr std::string_view name = name_.view();

    template <class D, class Emit>
    void find(const D &puzzle, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        if (!puzzle.has_bonds()) return;
        Search<D> search{puzzle, slots, left, {}};
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
        const SlotTable<D> &slots;
        const MoveSet<D> &left;
        std::vector<const Location *> lying;

        bool is_supported(const typename D::State &state, Move move) {
            std::vector<int> bound;
            const int own = puzzle.at(move).piece;
            for (int piece = 0; piece < puzzle.board().piece_count; ++piece)
                for (int copy = state.left[std::size_t(piece)] - (piece == own); copy > 0; --copy)
                    if (puzzle.are_bound(own, piece)) bound.push_back(piece);
            lying = {&puzzle.at(move)};
            if constexpr (together) return have_room(bound);
            return std::all_of(bound.begin(), bound.end(),
                               [&](const int &piece) { return have_room(std::span(&piece, 1)); });
        }

        bool have_room(std::span<const int> pieces) {
            Budget::poll();
            if (pieces.empty()) return true;
            bool found = false;
            (left & slots.moves[std::size_t(pieces.front())]).each([&](Move move) {
                const auto &here = puzzle.at(move);
                if (found || !std::all_of(lying.begin(), lying.end(), [&](const Location *other) {
                        return !here.cells.meets(other->cells) && puzzle.allows(here, *other);
                    }))
                    return;
                lying.push_back(&here);
                found = have_room(pieces.subspan(1));
                lying.pop_back();
            });
            return found;
        }
    };
};

}  // namespace quandary::tangram
