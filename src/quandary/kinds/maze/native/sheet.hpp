// The sheet of a logic maze in C++: sheet.py and the marking rules of people.py, all vertices at once.
//
// Moves are numbered in Python's order: vertices, edges to the right, edges upwards, each in the order of
// the vertices and with room for a whole board.
#pragma once
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include <quandary/rules.hpp>

#include "domain.hpp"

namespace quandary::maze {

struct TheClues;
struct TwoEdges;
struct NoLoop;

template <int Words>
struct Sheet {
    using B = Board<Words>;
    static constexpr int room_for = 64 * Words;  // vertices
    static constexpr int max_moves = 3 * room_for;
    static constexpr int max_slots = 2 * room_for;  // loose ends, then vertices
    static constexpr bool is_tree = false;
    static constexpr std::array<std::string_view, 2> families{"end", "vertex"};
    using Moves = BitSet<max_moves>;
    using State = Moves;
    using Rules = std::tuple<TheClues, TwoEdges, NoLoop>;

    // Marks as boards.
    struct Marks {
        B vertices;
        Edges<B> edges;
    };

    // The chains that included edges form, kept from edge to edge.
    class Overview {
      public:
        Overview() { std::iota(far_.begin(), far_.end(), std::uint8_t(0)); }
        Overview(const Sheet &sheet, const State &state) : Overview() {
            state.each([&](Move move) { add(sheet, move); });
        }

        // No vertex has more than two edges, or nobody will ask.
        void add(const Sheet &sheet, Move move) {
            if (move < room_for) return;
            const int a = move % room_for, b = a + (move < 2 * room_for ? sheet.clues.size : 1);
            has_loop_ = has_loop_ || far(a) == b;
            const auto one = far_[std::size_t(a)], other = far_[std::size_t(b)];
            far_[one] = other;
            far_[other] = one;
        }

        bool has_loop() const { return has_loop_; }
        // The other end of the chain that ends in a vertex, which may be that vertex alone.
        int far(int vertex) const { return far_[std::size_t(vertex)]; }

      private:
        std::array<std::uint8_t, room_for> far_;  // by vertex, where chains end
        bool has_loop_ = false;
    };

    explicit Sheet(const Clues<Words> &given)
        : clues(given), ends(bit<B>(0) | bit<B>(given.last())), fills_(std::size_t(max_moves)) {
        B vertices = 0;
        for (int v = 0; v <= clues.last(); ++v) vertices |= bit<B>(v);
        all = set({vertices, clues.grid()});
        for (int v = 0; v <= clues.last(); ++v) {
            fills_[std::size_t(v)] = {room_for + v, 0};
            fills_[std::size_t(room_for + v)] = {v, v + clues.size};
            fills_[std::size_t(2 * room_for + v)] = {v, v + 1};
        }
    }

    std::array<State, 1> starts() const { return {State{}}; }
    Moves moves(const State &state) const { return all - state; }
    State apply(State state, Move move) const {
        state.add(move);
        return state;
    }
    std::uint64_t hash(const State &state) const { return state.hash(); }
    int move_count() const { return max_moves; }
    int room(const State &, Slot) const { return 1; }
    int family(Slot slot) const { return slot >= room_for; }
    std::span<const Slot> fills(Move move) const {
        if (!all.has(move)) return {};
        return std::span(fills_[std::size_t(move)]).first(move < room_for ? 1 : 2);
    }
    SlotSet<Sheet> open(const State &state) const {
        SlotSet<Sheet> slots;
        const auto here = marks(state);
        put(slots, 0, loose_ends(degrees(here.edges)));
        put(slots, 1, B(wanted() & ~here.vertices));
        return slots;
    }

    // The vertices that must be included.
    B wanted() const { return clues.checkpoints | ends; }

    // Whether the path is complete and every vertex that must be included is marked.
    bool is_solved(const State &state) const { return is_solved(state, {*this, state}); }
    bool is_solved(const State &state, const Overview &chains) const {
        return joins_ends(chains) && !(wanted() & ~marks(state).vertices) && is_complete(state);
    }

    // Whether there is a loose end, or a vertex that must be included, but no move for it.
    bool has_empty_slot(const State &state, const Moves &left, std::uint64_t looked_at) const {
        const auto here = marks(state), unknown = marks(left);
        return ((looked_at & 1) && (loose_ends(degrees(here.edges)) & ~unknown.edges.ends(clues.size))) ||
               ((looked_at & 2) && (wanted() & ~here.vertices & ~unknown.vertices));
    }

    // Whether the included edges are one path between the endpoints that satisfies every clue.
    bool is_complete(const State &state) const {
        const auto here = marks(state);
        return satisfies_clues(here) && is_one_path(here.edges);
    }

    // The six things that people see at a glance.
    bool is_contradicted(const State &state, const Moves &left) const {
        return is_contradicted(state, left, {*this, state});
    }
    bool is_contradicted(const State &state, const Moves &left, const Overview &chains) const {
        const auto here = marks(state), unknown = marks(left);
        const auto included = degrees(here.edges);
        auto possible = included;
        unknown.edges.count_into(possible, clues.size);
        const B touched = here.edges.ends(clues.size);
        return included.thrice || (touched & ~here.vertices & ~unknown.vertices) ||
               ((touched | here.vertices | ends) & ~possible.twice) || chains.has_loop() ||
               (joins_ends(chains) && !is_complete(state)) || has_cut_off_end(loose_ends(included), unknown.edges);
    }

    // How often edges meet each vertex; an endpoint counts one more.
    Times<B> degrees(const Edges<B> &edges) const {
        Times<B> times;
        times.add(ends);
        edges.count_into(times, clues.size);
        return times;
    }
    static B loose_ends(const Times<B> &degrees) { return degrees.once & ~degrees.twice; }

    static Marks marks(const Moves &set) { return {plane(set, 0), {plane(set, 1), plane(set, 2)}}; }
    static Moves set(const Marks &marks) {
        Moves result;
        put(result, 0, marks.vertices);
        put(result, 1, marks.edges.right);
        put(result, 2, marks.edges.up);
        return result;
    }
    // The edges of some at one vertex.
    Edges<B> at(const Edges<B> &edges, int vertex) const {
        const B here = bit<B>(vertex);
        return {B(edges.right & (here | here >> clues.size)), B(edges.up & (here | here >> 1))};
    }

    Clues<Words> clues;
    B ends;
    Moves all;

  private:
    static B plane(const Moves &set, int number) {
        if constexpr (Words == 1)
            return set.bits(number);
        else
            return B(set.bits(2 * number + 1)) << 64 | set.bits(2 * number);
    }
    template <class Set>
    static void put(Set &set, int number, B board) {
        set.bits(Words * number) = std::uint64_t(board);
        if constexpr (Words == 2) set.bits(2 * number + 1) = std::uint64_t(board >> 64);
    }

    // Whether every clue is satisfied, and every vertex that is marked has an edge.
    bool satisfies_clues(const Marks &here) const {
        return !((here.vertices | clues.checkpoints) & ~here.edges.ends(clues.size)) &&
               !(clues.marked.right & ~here.edges.right) && !(clues.marked.up & ~here.edges.up) &&
               !(clues.broken.right & here.edges.right) && !(clues.broken.up & here.edges.up);
    }

    // Whether edges are a path between the endpoints: without loose ends they are that, and perhaps loops.
    bool is_one_path(const Edges<B> &edges) const {
        const auto degree = degrees(edges);
        return !degree.thrice && !loose_ends(degree) && !(edges.ends(clues.size) & ~edges.flood(bit<B>(0), clues.size));
    }

    bool joins_ends(const Overview &chains) const { return chains.far(0) == clues.last(); }

    // Whether unknown edges lead from a loose end to no other; most lead to one nearby.
    bool has_cut_off_end(B loose, const Edges<B> &unknown) const {
        B connected = 0;
        for (B left = loose; left; left &= ~connected) {
            const B end = left & -left;
            const B met = unknown.flood_until(end, loose & ~end, clues.size) & loose;
            if (met == end) return true;
            connected |= met;
        }
        return false;
    }

    std::vector<std::array<Slot, 2>> fills_;  // by move
};

struct TheClues {
    static constexpr std::string_view name = "rule-0";
    template <class S, class Emit>
    void find(const S &sheet, const SlotTable<S> &, const typename S::State &, const MoveSet<S> &left,
              Emit emit) const {
        const auto &clues = sheet.clues;
        Finding<S> finding;
        finding.must = left & S::set({sheet.wanted(), clues.marked});
        finding.cannot = left & S::set({B<S>(0), clues.broken});
        if (!finding.must.empty() || !finding.cannot.empty()) emit(finding);
    }

  private:
    template <class S>
    using B = typename S::B;
};

struct TwoEdges {
    static constexpr std::string_view name = "rule-1";
    template <class S, class Emit>
    void find(const S &sheet, const SlotTable<S> &, const typename S::State &state, const MoveSet<S> &left,
              Emit emit) const {
        using B = typename S::B;
        const auto here = S::marks(state), unknown = S::marks(left);
        const int n = sheet.clues.size;
        const auto included = sheet.degrees(here.edges);
        auto possible = included;
        unknown.edges.count_into(possible, n);
        const B undecided = unknown.edges.ends(n);
        const B full = included.twice & undecided;
        const B needy = (here.vertices | here.edges.ends(n)) & possible.twice & ~possible.thrice & undecided & ~full;
        const B hopeless = ~possible.twice & unknown.vertices;
        for (B where = full | needy | hopeless; where; where &= where - 1) {
            const int vertex = first(where);
            const auto edges = sheet.at(unknown.edges, vertex);
            Finding<S> finding;
            if (needy >> vertex & 1)
                finding.must = S::set({0, edges});
            else
                finding.cannot = S::set({B(full >> vertex & 1 ? 0 : bit<B>(vertex)), edges});
            if (!emit(finding)) return;
        }
    }
};

struct NoLoop {
    static constexpr std::string_view name = "rule-2";
    template <class S, class Emit>
    void find(const S &sheet, const SlotTable<S> &, const typename S::State &state, const MoveSet<S> &left,
              Emit emit) const {
        find(sheet, state, left, typename S::Overview(sheet, state), emit);
    }
    template <class S, class Emit>
    void find(const S &sheet, const typename S::State &state, const MoveSet<S> &left,
              const typename S::Overview &chains, Emit emit) const {
        using B = typename S::B;
        const auto here = S::marks(state), unknown = S::marks(left);
        const int n = sheet.clues.size;
        Times<B> times;
        here.edges.count_into(times, n);
        const B tips = S::loose_ends(times);
        // Unknown edges between the tips of two chains, or of one.
        const Edges<B> between{B(unknown.edges.right & tips & tips >> n), B(unknown.edges.up & tips & tips >> 1)};
        for (B where = between.right | between.up; where; where &= where - 1) {
            const int vertex = first(where);
            const B far = bit<B>(chains.far(vertex));
            const Edges<B> closing{B(between.right & bit<B>(vertex) & far >> n),
                                   B(between.up & bit<B>(vertex) & far >> 1)};
            if (!(closing.right | closing.up)) continue;
            Finding<S> finding;
            finding.cannot = S::set({0, closing});
            if (!emit(finding)) return;
        }
    }
};

}  // namespace quandary::maze
