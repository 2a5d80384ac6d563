// What a player may turn to in a state. Mirrors quandary/solving/choices.py.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/player.hpp>
#include <quandary/search.hpp>

namespace quandary {

// The slots a player may fill next: the first of the cheapest (greedy, or free), or any; none if lost.
template <Domain D>
Options<D> choices(Options<D> options, bool greedy) {
    if (options.empty() || is_lost<D>(options)) return {};
    if constexpr (FillDomain<D>) {
        const Option<D> *cheapest = nullptr;
        int fewest = D::max_moves + 1, room = 1;
        for (const auto &option : options)
            if (const int count = option.moves.count(); count * room < fewest * option.room) {
                fewest = count;
                room = option.room;
                cheapest = &option;
                if (fewest <= room) break;
            }
        if (greedy || fewest <= room) options.assign(1, Option<D>(*cheapest));  // in the same memory
    }
    return options;
}

// Which moves can still lead to a solution, as far as that is known beforehand: if a fill puzzle has
// few solutions, a state is worth looking at only if some solution contains all its moves.
template <Domain D>
class Compass {
  public:
    using Live = std::uint64_t;  // a set of solutions

    Compass(const D &domain, Budget &budget) {
        if constexpr (FillDomain<D>) {
            if (domain.starts().size() != 1) return;
            const auto known = quick_solutions(domain, 64, budget.rest());
            if (!known.complete) return;
            having_.resize(std::size_t(D::max_moves), 0);
            for (std::size_t i = 0; i < known.found.size(); ++i)
                for (Move move : known.found[i].moves) having_[std::size_t(move)] |= Live(1) << i;
            live_ = known.found.size() == 64 ? ~Live(0) : (Live(1) << known.found.size()) - 1;
        }
    }

    Live live() const { return live_; }
    Live after(Live live, Move move) const { return having_.empty() ? live : live & having_[std::size_t(move)]; }

  private:
    Live live_ = ~Live(0);
    std::vector<Live> having_;
};

// A path puzzle that can list its solutions without walking, in which every state is reached in one way.
template <class D>
concept KnowingPaths = Domain<D> && !FillDomain<D> && D::is_tree &&
                       requires(const D domain) { domain.quick_solutions(std::int64_t(1), Limits{}); };

// The same for paths: the solutions as a tree, so that a state is worth looking at if some solution begins with its
// path.
template <KnowingPaths D>
class Compass<D> {
  public:
    using Live = std::uint64_t;  // a node of the tree and one more; 0 for none, all of them if the tree is unknown

    Compass(const D &domain, Budget &budget) {
        if (domain.starts().size() != 1) return;
        const auto known = domain.quick_solutions(most, budget.rest());
        if (!known.complete) return;
        live_ = known.found.empty() ? 0 : 1;
        children_.emplace_back();
        for (const auto &solution : known.found) add(solution.moves);
    }

    Live live() const { return live_; }
    Live after(Live live, Move move) const {
        return children_.empty() ? live : children_[std::size_t(live - 1)][std::size_t(move)];
    }

  private:
    static constexpr std::int64_t most = 10'000;

    void add(const std::vector<Move> &moves) {
        std::size_t at = 0;
        for (Move move : moves) {
            if (!children_[at][std::size_t(move)]) {
                children_.emplace_back();
                children_[at][std::size_t(move)] = std::uint32_t(children_.size());
            }
            at = children_[at][std::size_t(move)] - 1;
        }
    }

    Live live_ = ~Live(0);
    std::vector<std::array<std::uint32_t, std::size_t(D::max_moves)>> children_;  // by node and move: the live after it
};

// One step of a solution, as Python's Decision.
struct Decision {
    Slot slot;
    Move move;
    int options;
    double bits;
};

// What an entropy engine answers. `value` is infinite when there is no solution.
struct Entropy {
    double value = std::numeric_limits<double>::infinity();
    std::vector<Decision> steps;
    std::int64_t states = 0;
    Stop stop;
    double at_least = 0;
};

}  // namespace quandary
