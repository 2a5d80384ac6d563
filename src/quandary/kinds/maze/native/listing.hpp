// The solutions of a maze listed without walking the ways that end nowhere.
#pragma once
#include <cstdint>
#include <vector>

#include <quandary/search.hpp>

#include "merge.hpp"

namespace quandary::maze {

// All ways into each frontier.
class WholeTrail {
  public:
    struct Noted {
        Step step;
        std::uint32_t next;  // the next one into the same frontier
    };
    static constexpr std::uint32_t none = ~std::uint32_t(0);

    void begin_vertex() { vertices_.emplace_back(); }
    void note(std::size_t at, Step step, bool) {
        auto &[first, noted] = vertices_.back();
        if (at == first.size()) first.push_back(none);
        noted.push_back({step, first[at]});
        first[at] = std::uint32_t(noted.size() - 1);
        ++held_;
    }
    std::size_t bytes() const { return 2 * held_ * sizeof(Noted); }
    int vertices() const { return int(vertices_.size()); }

    // Calls visit(step) for the ways into a frontier.
    template <class Visit>
    void each(int vertex, std::uint32_t at, Visit visit) const {
        const auto &[first, noted] = vertices_[std::size_t(vertex)];
        for (auto i = first[at]; i != none; i = noted[i].next) visit(noted[i].step);
    }

  private:
    struct AtVertex {
        std::vector<std::uint32_t> first;  // by frontier
        std::vector<Noted> noted;
    };
    std::vector<AtVertex> vertices_;
    std::size_t held_ = 0;
};

// Calls found(edges) for every way back from a frontier to the first one. No step of it is in vain.
template <class B, class Found>
void trace_back(const WholeTrail &trail, int vertex, std::uint32_t at, const Edges<B> &edges, Found &found) {
    if (vertex < 0) return found(edges);
    trail.each(vertex, at, [&](const Step &step) {
        auto more = edges;
        if (step.right) more.right |= bit<B>(vertex);
        if (step.up) more.up |= bit<B>(vertex);
        trace_back(trail, vertex - 1, step.from, more, found);
    });
}

// The moves of the path that some edges form. way(vertex, move) is where a move leads, or -1.
template <int Words, class Way>
std::vector<Move> path_along(const Clues<Words> &clues, Edges<Board<Words>> edges, Way way) {
    using B = Board<Words>;
    std::vector<Move> moves;
    for (int here = 0; here != clues.last();)
        for (Move move = 0; move < 4; ++move) {
            const int there = way(here, move);
            if (there < 0) continue;
            auto &board = move % 2 ? edges.right : edges.up;
            const B taken = bit<B>(move < 2 ? here : there);
            if (!(board & taken)) continue;
            board &= ~taken;
            moves.push_back(move);
            here = there;
            break;
        }
    return moves;
}

// All solutions if there are at most `most`, none of them otherwise; `complete` tells.
template <int Words, class Way>
Solutions listed(const Clues<Words> &clues, std::int64_t most, const Limits &limits, Way way) {
    Solutions result;
    Budget budget(limits);
    run(result, budget, most, [&] {
        WholeTrail trail;
        const auto all = count_within(clues, -1, budget, trail);
        if (all.solutions > Wide(most)) throw Enough{};
        if (all.solutions == 0) return;
        const auto found = [&](const auto &edges) {
            budget.check();
            result.found.push_back({0, path_along(clues, edges, way)});
        };
        trace_back(trail, trail.vertices() - 1, 0, Edges<Board<Words>>{}, found);
    });
    return result;
}

}  // namespace quandary::maze
