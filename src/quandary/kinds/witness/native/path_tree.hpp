// ReMUSE of a panel whose solutions are known.
//
// What a player is unsure of depends on the ways that lead to a solution and on the number of options at each of their
// steps; of all other ways it matters only that they fail. So the paths of the empty panel are laid out once as a tree,
// with the options at every step, and the value of a panel is that of the branches with its solutions, from their ends
// backwards as in quandary/backward.hpp. There is no search.
//
// The player is the paper's (people.py): with an edge at hand that squares or a hexagon ask for there is one option,
// and ways that are cut off from the exit are none.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <quandary/bits.hpp>

#include "few_paths.hpp"

namespace quandary::witness {

class PathTree {
  public:
    using Panel = Paths::Panel;
    using Edges = Panel::Edges;

    // The panel must have one start, and no symmetry.
    PathTree(const Panel &panel, const Paths &paths, Budget &budget) : rank_(paths.all.size()) {
        const auto start = panel.starts().front();
        std::vector<Trail> trails;
        trails.reserve(paths.all.size());
        for (std::uint32_t number = 0; number < paths.all.size(); ++number)
            trails.push_back({walk(panel, start, paths.all[number]), number});
        std::sort(trails.begin(), trails.end(), [](const auto &a, const auto &b) { return a.moves < b.moves; });
        for (const auto &trail : trails) {
            budget.check();
            rank_[trail.number] = std::uint32_t(moves_.size());
            enter(panel, start, trail.moves);
        }
        for (std::size_t options = 1; options < alone_.size(); ++options) alone_[options] = std::log2(double(options));
        chosen_.resize((moves_.size() + 63) / 64);
    }

    // The value of a panel with these solutions, of which there is one at least, where these edges have to be taken.
    double remuse(const PathSet &solutions, const FewPaths &among, const Edges &wanted) {
        choose(solutions, among);
        std::size_t last = none;
        each_chosen([&](std::size_t rank) {
            if (last != none) {
                const auto shared = shared_steps(last, rank);
                branches_[shared].add(fold(last, shared + 1, wanted));
            }
            last = rank;
        });
        return fold(last, 0, wanted);
    }

  private:
    // The moves of a path, two bits each from the highest on.
    using Moves = std::array<std::uint64_t, 2>;
    static constexpr std::size_t in_a_word = 32, most_steps = 64, none = ~std::size_t(0);

    struct Trail {
        Moves moves;
        std::uint32_t number;
    };

    // A step of a path: the edge that it takes, by its number, and how many options there were.
    struct Step {
        std::uint8_t edge, options;
    };

    // The values of the ways on from a node that are known so far.
    struct Branch {
        std::array<double, 4> values;
        std::size_t size = 0;

        void add(double value) { values[size++] = value; }

        // The value of the node. The other options lead to no solution.
        double take(std::size_t options) {
            const double least = *std::min_element(values.begin(), values.begin() + std::ptrdiff_t(size));
            while (size < options) add(infinity);
            size = 0;
            return least + surprise({values.data(), options});
        }
    };

    static Moves walk(const Panel &panel, Panel::State state, const Panel::State &path) {
        Moves moves{};
        for (std::size_t step = 0; state.head != path.head; ++step) {
            const auto move = next_move(panel, state, path);
            moves[step / in_a_word] |= std::uint64_t(move) << (62 - 2 * (step % in_a_word));
            state = panel.apply(state, move);
        }
        return moves;
    }

    static Move next_move(const Panel &panel, const Panel::State &state, const Panel::State &path) {
        Move next = 0;
        panel.moves(state).each([&](Move move) {
            const int there = panel.ways[std::size_t(state.head)][std::size_t(move)];
            if (panel.grid.has(path.edges, state.head, there)) next = move;
        });
        return next;
    }

    static Move move_at(const Moves &moves, std::size_t step) {
        return Move(moves[step / in_a_word] >> (62 - 2 * (step % in_a_word)) & 3);
    }

    // Puts down the steps of the next path. Those that it shares with the one before are copied.
    void enter(const Panel &panel, const Panel::State &start, const Moves &moves) {
        moves_.push_back(moves);
        const auto rank = moves_.size() - 1;
        const auto shared = rank == 0 ? 0 : shared_steps(rank - 1, rank);
        const auto before = rank == 0 ? 0 : first_.back();
        first_.push_back(steps_.size());
        choices_.push_back(0);
        auto state = start;
        for (std::size_t at = 0; !panel.exits.has(state.head); ++at) {
            const auto move = move_at(moves, at);
            const int here = state.head, there = panel.ways[std::size_t(here)][std::size_t(move)];
            const auto options = at < shared ? steps_[before + at].options : count_options(panel, state);
            steps_.push_back({number_of(panel, here, there), options});
            if (options > 1) choices_.back() |= std::uint64_t(1) << at;
            state = panel.apply(state, move);
        }
    }

    static std::uint8_t count_options(const Panel &panel, const Panel::State &state) {
        int options = 0;
        panel.moves(state).each(
            [&](Move move) { options += panel.reachable(panel.apply(state, move)).meets(panel.exits); });
        return std::uint8_t(options);
    }

    static std::uint8_t number_of(const Panel &panel, int here, int there) {
        Edges edge;
        panel.grid.add(edge, here, there);
        return std::uint8_t(edge.up.empty() ? edge.right.first() : 64 + edge.up.first());
    }
    static bool has(const Edges &edges, std::uint8_t number) {
        return (number < 64 ? edges.right : edges.up).bits(0) >> (number & 63) & 1;
    }

    std::size_t shared_steps(std::size_t one, std::size_t other) const {
        const auto high = moves_[one][0] ^ moves_[other][0];
        if (high) return std::size_t(std::countl_zero(high)) / 2;
        return in_a_word + std::size_t(std::countl_zero(moves_[one][1] ^ moves_[other][1])) / 2;
    }

    // Solutions come in no order that a tree knows.
    void choose(const PathSet &solutions, const FewPaths &among) {
        begin_ = chosen_.size();
        end_ = 0;
        for (std::size_t word = 0; word < solutions.size(); ++word)
            for (auto rest = solutions[word]; rest; rest &= rest - 1) {
                const auto rank = rank_[among.number(64 * word + std::size_t(std::countr_zero(rest)))];
                chosen_[rank / 64] |= std::uint64_t(1) << rank % 64;
                begin_ = std::min(begin_, std::size_t(rank / 64));
                end_ = std::max(end_, std::size_t(rank / 64) + 1);
            }
    }

    template <class Visit>
    void each_chosen(Visit visit) {
        for (auto word = begin_; word < end_; ++word)
            for (auto rest = std::exchange(chosen_[word], 0); rest; rest &= rest - 1)
                visit(64 * word + std::size_t(std::countr_zero(rest)));
    }

    // The value of the node of a path after so many steps. Those of its other ways on are known.
    double fold(std::size_t rank, std::size_t from, const Edges &wanted) {
        double value = 0;
        const auto *steps = steps_.data() + first_[rank];
        for (auto rest = from < most_steps ? choices_[rank] >> from << from : 0; rest;) {
            const auto at = std::size_t(63 - std::countl_zero(rest));
            rest ^= std::uint64_t(1) << at;
            const auto step = steps[at];
            if (auto &branch = branches_[at]; branch.size) {
                branch.add(value);
                value = branch.take(step.options);
            } else if (!has(wanted, step.edge)) {
                value += alone_[step.options];
            }
        }
        return value;
    }

    // By rank, the order of their moves:
    std::vector<Moves> moves_;
    std::vector<std::size_t> first_;      // of the steps
    std::vector<std::uint64_t> choices_;  // the steps with several options, as bits
    std::vector<Step> steps_;
    std::vector<std::uint32_t> rank_;          // by number
    std::array<double, 5> alone_{};            // by options: the surprise where all but one fail
    std::array<Branch, most_steps> branches_;  // by step, while a panel is valued
    std::vector<std::uint64_t> chosen_;        // the ranks of its solutions, as bits in the words from begin_ to end_
    std::size_t begin_ = 0, end_ = 0;
};

}  // namespace quandary::witness
