// All ways to fill a Fillomino, over all numbers up to the number of cells: clauses on demand (sat.hpp).
//
// Each cell has one variable for each *class*: the numbers that are given or small have a class each, all
// others share one. What a full board of classes leaves open, how the cells of the shared class fall into
// regions, is settled by a small search of its own. So a number that is nowhere given costs nothing.
//
// The theory knows two truths about a class with number n, of which all rules that people use follow:
//   too large   n + 1 connected cells are not all n;
//   too small   a cell is not n if fewer than n cells can be reached, unless a cell on the border of those is n.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <quandary/sat.hpp>

#include "grid.hpp"
#include "grown.hpp"

namespace quandary::fillomino {

// The numbers that cells are told apart by. Given numbers and small ones are told apart, others are not.
class Classes {
  public:
    Classes(const Numbers &given, int cells) {
        std::vector<bool> is_told(std::size_t(cells + 1), false);
        for (int number : given) is_told[std::size_t(number)] = true;
        for (int number = 1; number <= std::min(small, cells); ++number) is_told[std::size_t(number)] = true;
        for (int number = 1; number <= cells; ++number)
            if (is_told[std::size_t(number)])
                told_.push_back(number);
            else if (!least_other_)
                least_other_ = number;
        is_told_ = is_told;
    }

    int count() const { return int(told_.size()) + (least_other_ > 0); }
    bool is_other(int c) const { return c == int(told_.size()); }
    bool is_told(int number) const { return is_told_[std::size_t(number)]; }
    int of(int number) const { return int(std::lower_bound(told_.begin(), told_.end(), number) - told_.begin()); }
    // The fewest and the most cells that regions of a class have.
    int fewest(int c) const { return is_other(c) ? least_other_ : told_[std::size_t(c)]; }
    int most(int c) const { return is_other(c) ? std::numeric_limits<int>::max() : told_[std::size_t(c)]; }

  private:
    static constexpr int small = 9;
    std::vector<int> told_;
    std::vector<bool> is_told_;
    int least_other_ = 0;
};

// What the sizes of regions have to say about an assignment of classes to cells. Only what is near cells that have
// changed is looked at: what was found out about the rest still holds.
class Regions {
  public:
    Regions(const Grid &grid, const Classes &classes)
        : grid_(grid),
          classes_(classes),
          grown_(grid, classes.count()),
          changed_(std::size_t(classes.count())),
          lost_(std::size_t(grid.cells() * classes.count())),
          marks_(grid.cells()),
          border_(grid.cells()),
          new_(grid.cells()),
          floods_(std::size_t(grid.cells())),
          ways_(std::size_t(grid.cells())) {
        for (int cell = 0; cell < grid.cells(); ++cell)
            for (int c = 0; c < classes.count(); ++c) pairs_.push_back({cell, c});
    }

    sat::Lit is(int cell, int c) const { return sat::Lit::of(cell * classes_.count() + c); }

    void undone(std::size_t size) {
        for (; known_.size() > size; known_.pop_back()) {
            const auto [cell, c] = pair(known_.back());
            if (known_.back().positive())
                grown_.drop(c);
            else
                lost_[at(cell, c)] = false;
            if (auto &changed = changed_[std::size_t(c)]; !changed.empty()) changed.pop_back();
        }
    }

    bool propagate(sat::Solver &solver) {
        const auto trail = solver.trail();
        for (auto i = known_.size(); i < trail.size(); ++i) {
            known_.push_back(trail[i]);
            const auto [cell, c] = pair(trail[i]);
            if (trail[i].positive())
                grown_.add(cell, c);
            else
                lost_[at(cell, c)] = true;
            changed_[std::size_t(c)].push_back(cell);
        }
        for (int c = 0; c < classes_.count(); ++c) {
            auto &changed = changed_[std::size_t(c)];
            if (changed.empty()) continue;
            if (look(solver, c)) return true;
            changed.clear();
            if (solver.trail().size() > trail.size()) return true;
        }
        return false;
    }

  private:
    using Truth = sat::Truth;
    struct Pair {
        int cell, c;
    };

    const Pair &pair(sat::Lit lit) const { return pairs_[std::size_t(lit.var())]; }
    // Cells of one class lie together, since they are looked at together.
    std::size_t at(int cell, int c) const { return std::size_t(c * grid_.cells() + cell); }
    bool can_be(int cell, int c) const { return !lost_[at(cell, c)]; }

    // Looks at what has changed in one class; true if something is broken.
    bool look(sat::Solver &solver, int c) {
        collect_new(c);
        return forbid_too_large(solver, c) || forbid_too_small(solver, c) || force_bottlenecks(solver, c);
    }

    // The regions that have more cells than before.
    void collect_new(int c) {
        new_.clear();
        new_roots_.clear();
        for (int cell : changed_[std::size_t(c)])
            if (grown_.is(cell, c))
                if (const int root = grown_.root(cell); new_.add(root)) new_roots_.push_back(root);
    }

    bool forbid_too_large(sat::Solver &solver, int c) {
        const int most = classes_.most(c);
        for (int root : new_roots_) {
            if (grown_.size(root) > most && say_too_large(solver, root, c)) return true;
            bool is_broken = false;
            grown_.each(root, [&](int cell) {
                for (int next : grid_.beside(cell))
                    if (!is_broken && solver.value(is(next, c)) == Truth::open && joined(next, c) > most)
                        is_broken = say_too_large(solver, next, c);
            });
            if (is_broken) return true;
        }
        return false;
    }

    // The size of the region that a cell would make with those beside it.
    int joined(int cell, int c) const {
        int size = 1;
        std::array<int, 4> near{-1, -1, -1, -1};
        std::size_t count = 0;
        for (int next : grid_.beside(cell)) {
            if (!grown_.is(next, c)) continue;
            const int root = grown_.root(next);
            if (std::find(near.begin(), near.end(), root) != near.end()) continue;
            near[count++] = root;
            size += grown_.size(root);
        }
        return size;
    }

    // More connected cells than there may be, `from` among them, are not all of the class.
    bool say_too_large(sat::Solver &solver, int from, int c) {
        const auto enough = std::size_t(classes_.most(c)) + 1;
        marks_.clear();
        marks_.add(from);
        queue_.assign(1, from);
        for (std::size_t i = 0; queue_.size() < enough; ++i)
            for (int next : grid_.beside(queue_[i]))
                if (queue_.size() < enough && solver.value(is(next, c)) == Truth::yes && marks_.add(next))
                    queue_.push_back(next);
        clause_.clear();
        for (int cell : queue_) clause_.push_back(~is(cell, c));
        return solver.lemma(clause_);
    }

    bool forbid_too_small(sat::Solver &solver, int c) {
        areas_.clear();
        first_flood_ = flood_;
        for (int cell : changed_[std::size_t(c)])
            if (can_be(cell, c))
                collect_if_small(cell, c);
            else
                for (int next : grid_.beside(cell)) collect_if_small(next, c);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < areas_.size(); ++i) {
            if (areas_[i] >= 0) continue;
            if (say_too_small(solver, {areas_.data() + begin, i - begin}, c)) return true;
            begin = i + 1;
        }
        return false;
    }

    // Adds the cells that can be reached to areas_, and -1, if they are fewer than the class needs. A cell that was
    // reached before has been dealt with, and enough can be reached from all that lead there.
    void collect_if_small(int from, int c) {
        const auto fewest = std::size_t(classes_.fewest(c));
        if (!can_be(from, c) || floods_[std::size_t(from)] > first_flood_) return;
        floods_[std::size_t(from)] = ++flood_;
        queue_.assign(1, from);
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            if (queue_.size() >= fewest) return;
            for (int next : grid_.beside(queue_[i])) {
                auto &flood = floods_[std::size_t(next)];
                if (flood == flood_ || !can_be(next, c)) continue;
                if (flood > first_flood_) return;
                flood = flood_;
                queue_.push_back(next);
            }
        }
        if (queue_.size() >= fewest) return;
        areas_.insert(areas_.end(), queue_.begin(), queue_.end());
        areas_.push_back(-1);
    }

    // Fills queue_ with what can be reached through cells that are, or may become, of the class.
    void flood(int from, int c, int without) {
        queue_.assign(1, from);
        marks_.add(from);
        for (std::size_t i = 0; i < queue_.size(); ++i)
            for (int next : grid_.beside(queue_[i]))
                if (next != without && can_be(next, c) && marks_.add(next)) queue_.push_back(next);
    }

    // No cell of the area is of the class, unless one of those around it is.
    bool say_too_small(sat::Solver &solver, std::span<const int> area, int c) {
        write_border(area, c);
        clause_.push_back({});
        for (int cell : area) {
            clause_.back() = ~is(cell, c);
            if (solver.lemma(clause_)) return true;
        }
        return false;
    }

    // Starts a clause: some cell around the area is of the class.
    void write_border(std::span<const int> area, int c) {
        clause_.clear();
        border_.clear();
        for (int cell : area) border_.add(cell);
        for (int cell : area)
            for (int next : grid_.beside(cell))
                if (border_.add(next)) clause_.push_back(is(next, c));
    }

    // A region too small must take every cell without which it could not become large enough.
    bool force_bottlenecks(sat::Solver &solver, int c) {
        for (int root : grown_.members(c)) {
            if (!grown_.is_root(root) || grown_.size(root) >= classes_.fewest(c)) continue;
            if (!new_.has(root) && has_ways(root, c)) continue;
            find_bottlenecks(solver, root, c);
            for (int cell : bottlenecks_) {
                marks_.clear();
                flood(root, c, cell);
                write_border(queue_, c);
                clause_.push_back(~is(root, c));
                if (solver.lemma(clause_)) return true;
            }
        }
        return false;
    }

    // Whether no cell was lost by which the region could grow when it was last looked at. It had at least the cells
    // then that it has now, or it would be new.
    bool has_ways(int root, int c) const {
        const auto &ways = ways_[std::size_t(root)];
        return !ways.empty() && std::all_of(ways.begin(), ways.end(), [&](int cell) { return can_be(cell, c); });
    }

    // The open cells that are on every way to grow large enough. If there are none, ways that show it are kept.
    void find_bottlenecks(const sat::Solver &solver, int root, int c) {
        auto &ways = ways_[std::size_t(root)];
        ways.clear();
        bottlenecks_.clear();
        marks_.clear();
        if (!can_grow(root, c)) return;
        keep_way(root);
        candidates_.clear();
        for (int cell : ways)
            if (solver.value(is(cell, c)) == Truth::open) candidates_.push_back(cell);
        marks_.clear();
        for (int cell : candidates_) marks_.add(cell);
        if (can_grow(root, c)) return keep_way(root);
        while (!candidates_.empty()) test_candidate(root, c);
        if (!bottlenecks_.empty()) ways.clear();
    }

    // A way around one candidate shows that those which are not on it are no bottlenecks either.
    void test_candidate(int root, int c) {
        const int cell = candidates_.back();
        candidates_.pop_back();
        marks_.clear();
        marks_.add(cell);
        if (!can_grow(root, c)) return bottlenecks_.push_back(cell);
        std::erase_if(candidates_, [&](int other) { return !marks_.has(other); });
        keep_way(root);
    }

    // Adds the cells that the region would take, which come after its own in queue_.
    void keep_way(int root) {
        auto &ways = ways_[std::size_t(root)];
        ways.insert(ways.end(), queue_.begin() + grown_.size(root), queue_.end());
    }

    // Whether the region can grow large enough without the cells in marks_; adds those that it takes to marks_ and
    // queue_.
    bool can_grow(int root, int c) {
        const auto enough = std::size_t(classes_.fewest(c));
        queue_.clear();
        grown_.each(root, [&](int cell) {
            queue_.push_back(cell);
            marks_.add(cell);
        });
        for (std::size_t i = 0; i < queue_.size(); ++i)
            for (int next : grid_.beside(queue_[i]))
                if (can_be(next, c) && marks_.add(next)) {
                    queue_.push_back(next);
                    if (queue_.size() == enough) return true;
                }
        return false;
    }

    const Grid &grid_;
    const Classes &classes_;
    std::vector<Pair> pairs_;      // by variable
    std::vector<sat::Lit> known_;  // the trail as it was last read
    GrownRegions grown_;
    std::vector<std::vector<int>> changed_;  // by class: the cells decided since the last look, the end of known_
    std::vector<char> lost_;                 // by class and cell: whether it is known not to be of the class
    Marks marks_, border_, new_;
    std::vector<int> new_roots_;
    std::vector<std::uint64_t> floods_;  // by cell: the last that reached it
    std::uint64_t flood_ = 0, first_flood_ = 0;
    std::vector<std::vector<int>> ways_;  // by root: cells by which the region could grow
    std::vector<int> queue_, areas_, bottlenecks_, candidates_;
    std::vector<sat::Lit> clause_;
};

// The ways in which connected cells fall into regions none of whose sizes is told apart; regions that
// touch differ in size. Calls found(numbers by cell of the area) for each; it returns whether to go on.
class Partitions {
  public:
    Partitions(const Grid &grid, const Classes &classes, int other)
        : grid_(grid), classes_(classes), fewest_(classes.fewest(other)), number_(std::size_t(grid.cells()), outside) {}

    template <class Found>
    bool each(std::span<const int> area, Budget &budget, Found found) {
        for (int cell : area) number_[std::size_t(cell)] = open;
        area_ = area;
        const bool go_on = fill(budget, found);
        for (int cell : area) number_[std::size_t(cell)] = outside;
        return go_on;
    }

    int number(int cell) const { return number_[std::size_t(cell)]; }

  private:
    static constexpr int outside = -1, open = 0;

    // The largest region first: the whole area, where it may be one, is found at once.
    template <class Found>
    bool fill(Budget &budget, Found &found) {
        budget.check();
        int first = -1, left = 0;
        for (int cell : area_)
            if (number_[std::size_t(cell)] == open) {
                if (first < 0) first = cell;
                ++left;
            }
        if (first < 0) return found();
        const auto here = reachable(first);
        for (int size = int(here.size()); size >= fewest_; --size) {
            if (classes_.is_told(size)) continue;
            const int rest = int(here.size()) - size;
            if (rest > 0 && rest < fewest_) continue;
            std::vector<int> region{first};
            Marks seen(grid_.cells());
            seen.clear();
            seen.add(first);
            std::vector<int> frontier;
            for (int next : grid_.beside(first))
                if (number_[std::size_t(next)] == open && seen.add(next)) frontier.push_back(next);
            if (!grow(size, region, frontier, 0, seen, budget, found)) return false;
        }
        return true;
    }

    // Every connected set of that size which contains the region and no cell passed over in the frontier.
    template <class Found>
    bool grow(int size, std::vector<int> &region, const std::vector<int> &frontier, std::size_t from, const Marks &seen,
              Budget &budget, Found &found) {
        budget.check();
        if (int(region.size()) == size) return settle(size, region, budget, found);
        for (std::size_t i = from; i < frontier.size(); ++i) {
            auto wider = frontier;
            auto met = seen;
            for (int next : grid_.beside(frontier[i]))
                if (number_[std::size_t(next)] == open && met.add(next)) wider.push_back(next);
            region.push_back(frontier[i]);
            const bool go_on = grow(size, region, wider, i + 1, met, budget, found);
            region.pop_back();
            if (!go_on) return false;
        }
        return true;
    }

    template <class Found>
    bool settle(int size, const std::vector<int> &region, Budget &budget, Found &found) {
        for (int cell : region)
            for (int next : grid_.beside(cell))
                if (number_[std::size_t(next)] == size) return true;
        for (int cell : region) number_[std::size_t(cell)] = size;
        const bool go_on = fill(budget, found);
        for (int cell : region) number_[std::size_t(cell)] = open;
        return go_on;
    }

    std::vector<int> reachable(int first) const {
        std::vector<int> queue{first};
        Marks seen(grid_.cells());
        seen.add(first);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (int next : grid_.beside(queue[i]))
                if (number_[std::size_t(next)] == open && seen.add(next)) queue.push_back(next);
        return queue;
    }

    const Grid &grid_;
    const Classes &classes_;
    int fewest_;
    Numbers number_;
    std::span<const int> area_;
};

// The boards that complete some givens.
class Boards {
  public:
    // `told` are numbers to be told apart, at least those that are given now or later.
    Boards(const Grid &grid, const Numbers &told)
        : grid_(grid),
          classes_(told, grid_.cells()),
          regions_(grid_, classes_),
          solver_(grid_.cells() * classes_.count()) {
        std::vector<sat::Lit> some;
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            some.clear();
            for (int c = 0; c < classes_.count(); ++c) some.push_back(regions_.is(cell, c));
            solver_.add(some);
            for (std::size_t i = 0; i < some.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) solver_.add(std::array{~some[i], ~some[j]});
        }
    }

    void give(int cell, int number) { solver_.add(std::array{regions_.is(cell, classes_.of(number))}); }

    // Calls found(board) for every board that agrees with the givens, until it returns false.
    template <class Found>
    void each(Budget &budget, Found found) {
        assumptions_.clear();
        each(0, budget, found);
    }

    // Cells are to have these numbers (0 is any) in the next questions.
    void assume(const Numbers &numbers) {
        assumptions_.assign(1, literals(numbers));
        same_ = 0;
    }

    // Others than this board are looked for near it.
    void stay_near(const Numbers &board) {
        for (int cell = 0; cell < grid_.cells(); ++cell)
            for (int c = 0; c < classes_.count(); ++c)
                solver_.prefer(regions_.is(cell, c).var(), c == classes_.of(board[std::size_t(cell)]));
    }

    // Whether there is a board with what is assumed and these numbers (0 is any) that does not have `number` in
    // `cell`. What is learnt from the answer helps with the next question.
    bool has_board_without(int cell, int number, const Numbers &numbers, Budget &budget) {
        assumptions_.resize(1);
        assumptions_.push_back(literals(numbers));
        assumptions_.back().push_back(~regions_.is(cell, classes_.of(number)));
        bool found = false;
        each(std::exchange(same_, 1), budget, [&](const Numbers &) {
            found = true;
            return false;
        });
        return found;
    }

  private:
    std::vector<sat::Lit> literals(const Numbers &numbers) const {
        std::vector<sat::Lit> all;
        for (int cell = 0; cell < grid_.cells(); ++cell)
            if (const int number = numbers[std::size_t(cell)]) all.push_back(regions_.is(cell, classes_.of(number)));
        return all;
    }

    template <class Found>
    void each(int same, Budget &budget, Found found) {
        for (; solver_.solve(assumptions_, same, regions_, budget); same = 0) {
            const auto classes = read();
            const auto areas = other_areas(classes);
            Numbers board(classes.size());
            for (std::size_t cell = 0; cell < board.size(); ++cell)
                if (!classes_.is_other(classes[cell])) board[cell] = classes_.fewest(classes[cell]);
            if (!partition(board, areas, 0, budget, found)) return;
            forbid(classes);
        }
    }

    Numbers read() const {
        Numbers classes(std::size_t(grid_.cells()));
        for (int cell = 0; cell < grid_.cells(); ++cell)
            for (int c = 0; c < classes_.count(); ++c)
                if (solver_.value(regions_.is(cell, c)) == sat::Truth::yes) classes[std::size_t(cell)] = c;
        return classes;
    }

    std::vector<std::vector<int>> other_areas(const Numbers &classes) const {
        std::vector<std::vector<int>> areas;
        Marks seen(grid_.cells());
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            if (!classes_.is_other(classes[std::size_t(cell)]) || !seen.add(cell)) continue;
            std::vector<int> area{cell};
            for (std::size_t i = 0; i < area.size(); ++i)
                for (int next : grid_.beside(area[i]))
                    if (classes_.is_other(classes[std::size_t(next)]) && seen.add(next)) area.push_back(next);
            areas.push_back(area);
        }
        return areas;
    }

    template <class Found>
    bool partition(Numbers &board, const std::vector<std::vector<int>> &areas, std::size_t at, Budget &budget,
                   Found &found) {
        if (at == areas.size()) return found(board);
        Partitions partitions(grid_, classes_, classes_.count() - 1);
        return partitions.each(areas[at], budget, [&] {
            for (int cell : areas[at]) board[std::size_t(cell)] = partitions.number(cell);
            return partition(board, areas, at + 1, budget, found);
        });
    }

    void forbid(const Numbers &classes) {
        std::vector<sat::Lit> other;
        for (int cell = 0; cell < grid_.cells(); ++cell)
            other.push_back(~regions_.is(cell, classes[std::size_t(cell)]));
        solver_.add(other);
    }

    Grid grid_;
    Classes classes_;
    Regions regions_;
    sat::Solver solver_;
    sat::Solver::Assumptions assumptions_;
    int same_ = 0;  // how many groups of them the solver knows from the last question
};

}  // namespace quandary::fillomino
