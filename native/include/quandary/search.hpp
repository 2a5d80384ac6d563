// Solutions, all or some. Mirrors quandary/solve/search.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/slots.hpp>
#include <quandary/table.hpp>

namespace quandary {

struct Solution {
    int start;
    std::vector<Move> moves;
};

struct Solutions {
    std::vector<Solution> found;
    bool complete = true;
    std::int64_t states = 0;
    std::string reason;
};

struct Count {
    std::int64_t solutions = 0, total_length = 0;
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max(), longest = 0;
    bool complete = true;
    std::int64_t states = 0;
    std::string reason;

    void add(std::int64_t length) {
        ++solutions;
        total_length += length;
        shortest = std::min(shortest, length);
        longest = std::max(longest, length);
    }
};

// Thrown by a visitor that has seen enough.
struct Enough {};

// Calls found(start, moves) for every solved state, nearest first.
template <Domain D, class Found>
void search_breadth_first(const D &domain, Budget &budget, Found found) {
    struct Way {
        std::uint32_t from;
        Move move;
    };
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    StateTable<D> table(domain);
    std::vector<Way> ways;
    for (int number = 0; const auto &start : domain.starts()) {
        if (table.add(start).second) ways.push_back({none, number});
        ++number;
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
        budget.spend([&] { return table.bytes() + ways.capacity() * sizeof(Way); });
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
            if (table.add(domain.apply(here, move)).second) ways.push_back({std::uint32_t(i), move});
        });
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
template <FillDomain D, class Found>
void search_by_slot(const D &domain, Budget &budget, Found found) {
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

template <Domain D, class Found>
void search(const D &domain, Budget &budget, Found found) {
    if constexpr (FillDomain<D>)
        search_by_slot(domain, budget, found);
    else
        search_breadth_first(domain, budget, found);
}

// Runs a search until it ends, is out of budget, or has shown more than `most` solutions.
template <class Result, class Search>
void run(Result &result, Budget &budget, std::int64_t most, Search search) {
    try {
        search();
    } catch (const OutOfBudget &out) {
        result.complete = false;
        result.reason = out.reason;
    } catch (const Enough &) {
        result.complete = false;
        result.reason = "there are more than " + with_commas(most);
    }
    result.states = budget.states();
}

// At `most` so many solutions, in the order of Python's solutions().
template <Domain D>
Solutions solutions(const D &domain, std::int64_t most, Limits limits, bool (*is_interrupted)()) {
    Solutions result;
    Budget budget(limits, is_interrupted);
    run(result, budget, most, [&] {
        search(domain, budget, [&](int start, const std::vector<Move> &moves) {
            if (std::int64_t(result.found.size()) == most) throw Enough{};
            result.found.push_back({start, moves});
        });
    });
    return result;
}

// The same from a solver made for the domain, if it has one; they may come in another order.
template <Domain D>
Solutions quick_solutions(const D &domain, std::int64_t most, Limits limits, bool (*is_interrupted)()) {
    if constexpr (requires { domain.quick_solutions(most, limits, is_interrupted); })
        return domain.quick_solutions(most, limits, is_interrupted);
    else
        return solutions(domain, most, limits, is_interrupted);
}

// The number of solutions up to `most`, without keeping them.
template <Domain D>
Count count(const D &domain, std::int64_t most, Limits limits, bool (*is_interrupted)()) {
    Count result;
    Budget budget(limits, is_interrupted);
    const auto found = [&](std::int64_t length) {
        if (result.solutions == most) throw Enough{};
        result.add(length);
    };
    run(result, budget, most, [&] {
        if constexpr (D::is_tree)
            for (const auto &start : domain.starts()) walk_tree(domain, budget, start, 0, found);
        else
            search(domain, budget, [&](int, const std::vector<Move> &moves) { found(std::int64_t(moves.size())); });
    });
    return result;
}

}  // namespace quandary
