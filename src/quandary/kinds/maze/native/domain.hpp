// Logic mazes in C++, to be walked: the rules of rules.py and people.py on bit sets.
#pragma once
#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include <quandary/rules.hpp>

#include "listing.hpp"

namespace quandary::maze {

struct CheckpointEdge;
struct NotCutOff;

template <int Words>
struct Maze {
    using B = Board<Words>;

    struct State {
        Edges<B> edges{};
        B visited{};
        std::int16_t head = 0;
        std::int16_t before = -1;  // the vertex before the head, or -1
        // The edges and the head are enough: the rest follows from them.
        bool operator==(const State &other) const {
            return head == other.head && edges.right == other.edges.right && edges.up == other.edges.up;
        }
    };

    static constexpr int max_moves = 4;  // up, right, down, left, as in rules.py
    static constexpr bool is_tree = true;
    using Rules = std::tuple<CheckpointEdge, NotCutOff>;

    explicit Maze(const Clues<Words> &given) : clues(given) {
        const auto open = clues.open_edges();
        const int n = clues.size;
        for (int v = 0; v <= clues.last(); ++v) {
            const bool up = bool(open.up >> v & 1), right = bool(open.right >> v & 1);
            const bool down = v % n > 0 && (open.up >> (v - 1) & 1), left = v >= n && (open.right >> (v - n) & 1);
            ways.push_back({up ? v + 1 : -1, right ? v + n : -1, down ? v - 1 : -1, left ? v - n : -1});
        }
    }

    std::array<State, 1> starts() const {
        State start;
        start.visited = bit<B>(0);
        return {start};
    }
    MoveSet<Maze> moves(const State &state) const {
        MoveSet<Maze> set;
        if (state.head == clues.last()) return set;
        for (int move = 0; move < 4; ++move)
            if (const int there = way(state.head, move); there >= 0 && !(state.visited >> there & 1)) set.add(move);
        return set;
    }
    State apply(State state, Move move) const {
        const int there = way(state.head, move);
        auto &board = move % 2 ? state.edges.right : state.edges.up;
        board |= bit<B>(move < 2 ? int(state.head) : there);
        state.visited |= bit<B>(there);
        state.before = state.head;
        state.head = std::int16_t(there);
        return state;
    }
    bool is_solved(const State &state) const { return state.head == clues.last() && nothing_missing(state); }
    // All solutions if there are at most `most`, in any order: with them, lost ways are known without walking them.
    Solutions quick_solutions(std::int64_t most, const Limits &limits) const {
        return listed(clues, most, limits, [this](int here, Move move) { return way(here, move); });
    }
    std::uint64_t hash(const State &state) const {
        BitSet<320> parts;
        parts.bits(0) = std::uint64_t(state.edges.right);
        parts.bits(1) = std::uint64_t(state.edges.up);
        parts.bits(2) = std::uint64_t(state.head);
        if constexpr (Words == 2) {
            parts.bits(3) = std::uint64_t(state.edges.right >> 64);
            parts.bits(4) = std::uint64_t(state.edges.up >> 64);
        }
        return parts.hash();
    }

    int way(int vertex, int move) const { return ways[std::size_t(vertex)][std::size_t(move)]; }
    bool nothing_missing(const State &state) const {
        return !(clues.checkpoints & ~state.visited) && !(clues.marked.right & ~state.edges.right) &&
               !(clues.marked.up & ~state.edges.up);
    }
    // The head, and what can be reached from it without crossing the path; nothing lies beyond the end.
    B within_reach(const State &state) const {
        const B end = bit<B>(clues.last()), free = B(~state.visited | bit<B>(state.head));
        const auto open = clues.open_edges();
        const B pass = free & ~end;
        // Edges between vertices that may be passed; the end is added where one of them leads to it.
        const Edges<B> inner{B(open.right & pass & pass >> clues.size), B(open.up & pass & pass >> 1)};
        B reached = inner.flood(bit<B>(state.head), clues.size);
        if (free & end) {
            const B beside = ((open.right & bit<B>(clues.last() - clues.size)) | (open.up & bit<B>(clues.last() - 1)));
            if (state.head == clues.last() || (reached & beside)) reached |= end;
        }
        return reached;
    }

    Clues<Words> clues;
    std::vector<std::array<int, 4>> ways;  // by vertex and move, -1 where there is none
};

// An edge with a checkpoint at the head is taken now or never, even where that is not possible.
struct CheckpointEdge {
    static constexpr std::string_view name = "checkpoint-edge";
    template <class M, class Emit>
    void find(const M &maze, const SlotTable<M> &, const typename M::State &state, const MoveSet<M> &,
              Emit emit) const {
        const int n = maze.clues.size, head = state.head;
        const auto &marked = maze.clues.marked;
        const std::array<int, 4> beyond{head + 1, head + n, head - 1, head - n};
        for (int move = 0; move < 4; ++move) {
            const int owner = move < 2 ? head : beyond[std::size_t(move)];
            if (owner < 0 || (move == 2 && head % n == 0) || beyond[std::size_t(move)] == state.before) continue;
            if (!((move % 2 ? marked.right : marked.up) >> owner & 1)) continue;
            Finding<M> finding;
            finding.must.add(move);
            emit(finding);
        }
    }
};

// Whether the end, or the vertex of a checkpoint not yet passed, can no longer be reached.
struct IsCutOff {
    template <class M>
    bool operator()(const M &maze, const typename M::State &state) const {
        using B = typename M::B;
        const auto &clues = maze.clues;
        const Edges<B> missing{B(clues.marked.right & ~state.edges.right), B(clues.marked.up & ~state.edges.up)};
        const B wanted = (clues.checkpoints & ~state.visited) | missing.ends(clues.size) | bit<B>(clues.last());
        return (wanted & ~maze.within_reach(state)) != 0;
    }
};

struct NotCutOff : DeadEnd<"not-cut-off", IsCutOff> {};

}  // namespace quandary::maze
