// Solutions, all or some. Mirrors quandary/solving/listing.py.
#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/slots.hpp>
#include <quandary/table.hpp>
#include <quandary/tally.hpp>

namespace quandary {

struct Solution {
    int start;
    std::vector<Move> moves;
};

struct Solutions {
    std::vector<Solution> found;
    bool complete = true;
    std::int64_t states = 0;
    Stop stop;
};

struct Count {
    std::int64_t solutions = 0, total_length = 0;
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max(), longest = 0;
    bool complete = true;
    std::int64_t states = 0;
    Stop stop;

    void add(std::int64_t length) {
        ++solutions;
        total_length += length;
        shortest = std::min(shortest, length);
        longest = std::max(longest, length);
    }
};

// Thrown by a visitor that has seen enough.
struct Enough {};

// A reference to a function that takes a solution: its start and its moves. It is one type whoever searches, so that
// every search is compiled once.
class Taker {
  public:
    template <class Take>
        requires(!std::same_as<Take, Taker>)
    Taker(const Take &take)
        : take_(&take), call_([](const void *to, int start, const std::vector<Move> &moves) {
              (*static_cast<const Take *>(to))(start, moves);
          }) {}

    void operator()(int start, const std::vector<Move> &moves) const { call_(take_, start, moves); }

  private:
    const void *take_;
    void (*call_)(const void *, int, const std::vector<Move> &);
};

// Whether a state can matter in a search for the first `most` solutions.
template <Domain D>
class Gate {
  public:
    Gate(const D &, std::int64_t) {}
    bool admits(const typename D::State &) { return true; }
    std::size_t bytes() const { return 0; }
};

// Among states with the same future those met first have the first solutions; one more of them than
// are wanted shows whether there are others.
template <Merging D>
class Gate<D> {
  public:
    Gate(const D &domain, std::int64_t most) : domain_(domain), most_(most) {}
    bool admits(const typename D::State &state) {
        key_.clear();
        if (!domain_.key(state, Interest{.in_all_moves = false}, key_)) return false;
        const auto [node, fresh] = keys_.add(key_);
        if (fresh) met_.push_back(0);
        return met_[node]++ <= most_;
    }
    std::size_t bytes() const { return keys_.bytes() + met_.capacity() * sizeof(std::int64_t); }

  private:
    const D &domain_;
    std::int64_t most_;
    KeyTable keys_;
    std::vector<std::int64_t> met_;  // by key
    Key key_;                        // scratch
};

// Calls found(start, moves) for every solved state, nearest first, or at least for `most` and one more.
template <Domain D>
void search_breadth_first(const D &domain, Budget &budget, std::int64_t most, Taker found) {
    struct Way {
        std::uint32_t from;
        Move move;
    };
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    StateTable<D> table(domain);
    std::vector<Way> ways;
    Gate<D> gate(domain, most);
    const auto meet = [&](const typename D::State &state, Way way) {
        if (gate.admits(state) && table.add(state).second) ways.push_back(way);
    };
    for (int number = 0; const auto &start : domain.starts()) meet(start, {none, number++});
    for (std::size_t i = 0; i < table.size(); ++i) {
        budget.spend([&] { return table.bytes() + ways.capacity() * sizeof(Way) + gate.bytes(); });
        const auto here = table[std::uint32_t(i)];  // a copy: the table may grow below
        if (domain.is_solved(here)) {
            std::vector<Move> moves;
            auto at = std::uint32_t(i);
            for (; ways[at].from != none; at = ways[at].from) moves.push_back(ways[at].move);
            std::reverse(moves.begin(), moves.end());
            found(ways[at].move, moves);
            continue;
        }
        domain.moves(here).each([&](Move move) {
            budget.check();
            meet(domain.apply(here, move), {std::uint32_t(i), move});
        });
    }
}

// The same for one solution of a domain in which no state is reached twice: each future is looked into once. There is
// another solution if one is found, or if another way leads to a future on the way of this one.
template <Merging D>
    requires(D::is_tree)
void search_for_one(const D &domain, Budget &budget, Taker found) {
    struct Way {
        std::uint32_t from, future;
        Move move;
        bool solved;
    };
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<typename D::State> states;
    std::vector<Way> ways;
    KeyTable futures;
    std::vector<char> again, leads;  // by future: met more than once; on the way of the solution that was found
    Key key;
    const auto meet = [&](const typename D::State &state, std::uint32_t from, Move move) {
        key.clear();
        const bool solved = domain.is_solved(state);
        if (!solved && !domain.key(state, Interest{.in_all_moves = false}, key)) return;
        const auto [future, fresh] = solved ? std::pair{none, true} : futures.add(key);
        if (!fresh && leads[future]) throw Enough{};
        if (!fresh) {
            again[future] = true;
            return;
        }
        if (!solved) {
            again.push_back(false);
            leads.push_back(false);
        }
        states.push_back(state);
        ways.push_back({from, future, move, solved});
    };
    const auto bytes = [&] {
        return states.capacity() * sizeof(states[0]) + ways.capacity() * sizeof(Way) + futures.bytes() +
               2 * again.capacity();
    };
    for (int number = 0; const auto &start : domain.starts()) meet(start, none, number++);
    for (std::size_t i = 0; i < states.size(); ++i) {
        budget.spend(bytes);
        const auto here = states[i];  // a copy: the list may grow below
        if (!ways[i].solved) {
            domain.moves(here).each([&](Move move) {
                budget.check();
                meet(domain.apply(here, move), std::uint32_t(i), move);
            });
            continue;
        }
        std::vector<Move> moves;
        bool others = false;
        auto at = std::uint32_t(i);
        for (; ways[at].from != none; at = ways[at].from) {
            moves.push_back(ways[at].move);
            const auto future = ways[ways[at].from].future;
            others = others || again[future];
            leads[future] = true;
        }
        std::reverse(moves.begin(), moves.end());
        found(ways[at].move, moves);
        if (others) throw Enough{};
    }
}

// Calls found(length) for every solved state of a domain in which no state is reached twice.
template <Domain D, class Found>
void walk_tree(const D &domain, Budget &budget, const typename D::State &state, std::int64_t depth, Found &found) {
    budget.spend();
    if (domain.is_solved(state)) return found(depth);
    domain.moves(state).each(
        [&](Move move) { walk_tree(domain, budget, domain.apply(state, move), depth + 1, found); });
}

// The moves for the open slot that has fewest; none if nothing fits somewhere.
template <FillDomain D>
MoveSet<D> smallest_slot(const D &domain, const SlotTable<D> &slots, const typename D::State &state) {
    const auto moves = domain.moves(state);
    MoveSet<D> smallest;
    int least = std::numeric_limits<int>::max();
    domain.open(state).each([&](Slot slot) {
        if (least == 0) return;
        const auto options = moves & slots.moves[std::size_t(slot)];
        if (const int count = options.count(); count < least) {
            least = count;
            smallest = options;
        }
    });
    return smallest;
}

// Calls found(start, moves) for every way to fill all slots, a slot with fewest moves first.
template <FillDomain D>
void search_by_slot(const D &domain, Budget &budget, Taker found) {
    const SlotTable<D> slots(domain);
    StateTable<D> seen(domain);  // used where a slot is to be filled twice, in either order
    struct Frame {
        typename D::State state;
        MoveSet<D> left;
        Move move;
    };
    int number = 0;
    for (const auto &start : domain.starts()) {
        bool twice = false;
        domain.open(start).each([&](Slot slot) { twice = twice || domain.room(start, slot) > 1; });
        std::vector<Frame> stack;
        const auto enter = [&](const typename D::State &state, Move move) {
            budget.spend([&] { return seen.bytes(); });
            Frame frame{state, {}, move};
            if (!domain.is_solved(state)) {
                frame.left = smallest_slot(domain, slots, state);
            } else if (!twice || seen.add(state).second) {
                std::vector<Move> moves;
                for (std::size_t i = 1; i < stack.size(); ++i) moves.push_back(stack[i].move);
                if (!stack.empty()) moves.push_back(move);
                found(number, moves);
            }
            stack.push_back(frame);
        };
        enter(start, 0);
        while (!stack.empty()) {
            auto &top = stack.back();
            if (top.left.empty()) {
                stack.pop_back();
                continue;
            }
            const Move move = top.left.first();
            top.left.remove(move);
            enter(domain.apply(top.state, move), move);
        }
        ++number;
    }
}

template <Domain D>
void search(const D &domain, Budget &budget, std::int64_t most, Taker found) {
    if constexpr (FillDomain<D>) return search_by_slot(domain, budget, found);
    if constexpr (Merging<D> && D::is_tree)
        if (most == 1) return search_for_one(domain, budget, found);
    if constexpr (!FillDomain<D>) search_breadth_first(domain, budget, most, found);
}

// Runs a search until it ends, is out of budget, or has shown more than `most` solutions.
template <class Result, class Search>
void run(Result &result, Budget &budget, std::int64_t most, Search search) {
    try {
        search();
    } catch (const OutOfBudget &out) {
        result.complete = false;
        result.stop = out.stop;
    } catch (const Enough &) {
        result.complete = false;
        result.stop = {Code::enough, double(most)};
    }
    result.states = budget.states();
}

// The first `most` solutions, in the order of Python's solutions().
template <Domain D>
Solutions solutions(const D &domain, std::int64_t most, Limits limits) {
    Solutions result;
    Budget budget(limits);
    const auto take = [&](int start, const std::vector<Move> &moves) {
        if (std::int64_t(result.found.size()) == most) throw Enough{};
        result.found.push_back({start, moves});
    };
    run(result, budget, most, [&] { search(domain, budget, most, Taker(take)); });
    return result;
}

// The same from a solver made for the domain, if it has one; they may come in another order.
template <Domain D>
Solutions quick_solutions(const D &domain, std::int64_t most, Limits limits) {
    if constexpr (requires { domain.quick_solutions(most, limits); })
        return domain.quick_solutions(most, limits);
    else
        return solutions(domain, most, limits);
}

// Adds the solutions from every start to a count, each future looked into once.
template <Merging D>
void count_merged(const D &domain, Budget &budget, Count &result) {
    Tally<D, SolutionSum> tally(domain, budget);
    const auto add = [&](const SolutionSum &sum) {
        result.solutions = plus(result.solutions, sum.solutions);
        result.total_length = plus(result.total_length, sum.total_length);
        if (sum.solutions) result.shortest = std::min(result.shortest, std::int64_t(sum.shortest));
        result.longest = std::max(result.longest, std::int64_t(sum.longest));
    };
    try {
        for (const auto &start : domain.starts()) add(tally.from(start));
    } catch (const OutOfBudget &) {
        add(tally.partial());
        throw;
    }
}

// The number of solutions, without keeping them. Counting stops after `most`, unless merging states
// gives the true number for the same work.
template <Domain D>
Count count(const D &domain, std::int64_t most, Limits limits) {
    Count result;
    Budget budget(limits);
    const auto found = [&](std::int64_t length) {
        if (result.solutions == most) throw Enough{};
        result.add(length);
    };
    [[maybe_unused]] const auto take = [&](int, const std::vector<Move> &moves) { found(std::int64_t(moves.size())); };
    run(result, budget, most, [&] {
        if constexpr (Merging<D> && D::is_tree)
            count_merged(domain, budget, result);
        else if constexpr (D::is_tree)
            for (const auto &start : domain.starts()) walk_tree(domain, budget, start, 0, found);
        else
            search(domain, budget, most, Taker(take));
    });
    return result;
}

struct StateCount {
    std::int64_t represented = 0;  // states that play can reach
    bool complete = true;
    std::int64_t states = 0;  // states looked at: fewer if some were taken for one
    Stop stop;
};

// The number of states that play can reach, without keeping them as a graph.
template <Domain D>
StateCount count_states(const D &domain, Limits limits) {
    StateCount result;
    Budget budget(limits);
    run(result, budget, 0, [&] {
        if constexpr (Merging<D> && D::is_tree) {
            Tally<D, StateSum> tally(domain, budget);
            for (const auto &start : domain.starts())
                result.represented = plus(result.represented, tally.from(start).states);
        } else {
            StateTable<D> table(domain);
            for (const auto &start : domain.starts()) table.add(start);
            for (std::uint32_t i = 0; i < table.size(); ++i) {
                budget.spend([&] { return table.bytes(); });
                const auto here = table[i];  // a copy: the table may grow below
                ++result.represented;
                if (!domain.is_solved(here))
                    domain.moves(here).each([&](Move move) {
                        budget.check();
                        table.add(domain.apply(here, move));
                    });
            }
        }
    });
    return result;
}

}  // namespace quandary
