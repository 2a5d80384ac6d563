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
          members_(std::size_t(classes.count())),
          changed_(std::size_t(classes.count())),
          marks_(grid.cells()),
          border_(grid.cells()),
          fresh_(grid.cells()),
          floods_(std::size_t(grid.cells())),
          found_(std::size_t(grid.cells())),
          low_(std::size_t(grid.cells())),
          cut_off_(std::size_t(grid.cells())),
          below_(std::size_t(grid.cells())),
          region_(std::size_t(grid.cells()), -1) {}

    sat::Lit is(int cell, int c) const { return sat::Lit::of(cell * classes_.count() + c); }

    void undone(std::size_t size) {
        for (; known_.size() > size; known_.pop_back())
            if (known_.back().positive()) members_[class_of(known_.back())].pop_back();
    }

    bool propagate(sat::Solver &solver) {
        const auto trail = solver.trail();
        for (auto i = known_.size(); i < trail.size(); ++i) {
            known_.push_back(trail[i]);
            const int cell = trail[i].var() / classes_.count();
            if (trail[i].positive()) members_[class_of(trail[i])].push_back(cell);
            changed_[class_of(trail[i])].push_back(cell);
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
    struct Region {
        std::size_t begin, end;  // of its cells in cells_
        bool is_new;             // whether some cell was not in it before

        int size() const { return int(end - begin); }
    };

    std::size_t class_of(sat::Lit lit) const { return std::size_t(lit.var() % classes_.count()); }
    std::span<const int> cells_of(const Region &region) const {
        return {cells_.data() + region.begin, cells_.data() + region.end};
    }

    // Looks at what has changed in one class; true if something is broken.
    bool look(sat::Solver &solver, int c) {
        collect_regions(solver, c);
        return forbid_too_large(solver, c) || forbid_too_small(solver, c) || force_bottlenecks(solver, c);
    }

    // Each cell of the class gets its region, as an index into regions_.
    void collect_regions(const sat::Solver &solver, int c) {
        for (int cell : cells_) region_[std::size_t(cell)] = -1;
        cells_.clear();
        regions_.clear();
        for (int cell : members_[std::size_t(c)]) {
            if (region_[std::size_t(cell)] >= 0) continue;
            const int number = int(regions_.size());
            const auto begin = cells_.size();
            cells_.push_back(cell);
            region_[std::size_t(cell)] = number;
            for (auto i = begin; i < cells_.size(); ++i)
                for (int next : grid_.beside(cells_[i]))
                    if (region_[std::size_t(next)] < 0 && solver.value(is(next, c)) == Truth::yes) {
                        region_[std::size_t(next)] = number;
                        cells_.push_back(next);
                    }
            regions_.push_back({begin, cells_.size(), false});
        }
        for (int cell : changed_[std::size_t(c)])
            if (const int region = region_[std::size_t(cell)]; region >= 0) regions_[std::size_t(region)].is_new = true;
    }

    bool forbid_too_large(sat::Solver &solver, int c) {
        const int most = classes_.most(c);
        for (const auto &region : regions_) {
            if (!region.is_new) continue;
            if (region.size() > most && say_too_large(solver, cells_[region.begin], c)) return true;
            for (int cell : cells_of(region))
                for (int next : grid_.beside(cell))
                    if (solver.value(is(next, c)) == Truth::open && joined(next) > most &&
                        say_too_large(solver, next, c))
                        return true;
        }
        return false;
    }

    // The size of the region that a cell would make with those beside it.
    int joined(int cell) const {
        int size = 1;
        std::array<int, 4> near{-1, -1, -1, -1};
        std::size_t count = 0;
        for (int next : grid_.beside(cell)) {
            const int region = region_[std::size_t(next)];
            if (region < 0 || std::find(near.begin(), near.end(), region) != near.end()) continue;
            near[count++] = region;
            size += regions_[std::size_t(region)].size();
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
            if (solver.value(is(cell, c)) == Truth::no)
                for (int next : grid_.beside(cell)) collect_if_small(solver, next, c);
            else
                collect_if_small(solver, cell, c);
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
    void collect_if_small(const sat::Solver &solver, int from, int c) {
        const auto fewest = std::size_t(classes_.fewest(c));
        if (solver.value(is(from, c)) == Truth::no || floods_[std::size_t(from)] > first_flood_) return;
        floods_[std::size_t(from)] = ++flood_;
        queue_.assign(1, from);
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            if (queue_.size() >= fewest) return;
            for (int next : grid_.beside(queue_[i])) {
                auto &flood = floods_[std::size_t(next)];
                if (flood == flood_ || solver.value(is(next, c)) == Truth::no) continue;
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
    void flood(const sat::Solver &solver, int from, int c, int without) {
        queue_.assign(1, from);
        marks_.add(from);
        for (std::size_t i = 0; i < queue_.size(); ++i)
            for (int next : grid_.beside(queue_[i]))
                if (next != without && solver.value(is(next, c)) != Truth::no && marks_.add(next))
                    queue_.push_back(next);
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
        fresh_.clear();
        for (int cell : changed_[std::size_t(c)]) fresh_.add(cell);
        for (const auto &region : regions_) {
            const int lacks = classes_.fewest(c) - region.size();
            if (lacks <= 0 || !may_be_near_change(region, lacks, c) || !collect_near(solver, region, c)) continue;
            const int first = cells_[region.begin];
            find_bottlenecks(solver, first, c);
            for (int cell : bottlenecks_) {
                marks_.clear();
                flood(solver, first, c, cell);
                write_border(queue_, c);
                clause_.push_back(~is(first, c));
                if (solver.lemma(clause_)) return true;
            }
        }
        return false;
    }

    // Whether a cell has changed that might be no more steps away from the region than it lacks cells.
    bool may_be_near_change(const Region &region, int lacks, int c) const {
        if (region.is_new) return true;
        for (int cell : changed_[std::size_t(c)])
            for (int own : cells_of(region))
                if (grid_.distance(cell, own) <= lacks) return true;
        return false;
    }

    // Depth first from the region: `low_` is the earliest cell met that a branch touches, `cut_off_` how many
    // cells are reached only through a cell, `below_` how many after it.
    void find_bottlenecks(const sat::Solver &solver, int first, int c) {
        bottlenecks_.clear();
        int clock = 0;
        const auto enter = [&](int cell, int parent) {
            const auto at = std::size_t(cell);
            found_[at] = low_[at] = ++clock;
            cut_off_[at] = below_[at] = 1;
            stack_.push_back({cell, 0, parent});
        };
        stack_.clear();
        enter(first, first);
        while (!stack_.empty()) {
            auto &top = stack_.back();
            const auto at = std::size_t(top.cell);
            if (top.next < grid_.beside(top.cell).size()) {
                const int other = grid_.beside(top.cell)[top.next++];
                if (!marks_.has(other)) continue;
                if (found_[std::size_t(other)])
                    low_[at] = std::min(low_[at], found_[std::size_t(other)]);
                else
                    enter(other, top.cell);
                continue;
            }
            const auto up = std::size_t(top.parent);
            stack_.pop_back();
            if (stack_.empty()) break;
            below_[up] += below_[at];
            low_[up] = std::min(low_[up], low_[at]);
            if (low_[at] >= found_[up]) cut_off_[up] += below_[at];
        }
        for (int cell : queue_)
            if (solver.value(is(cell, c)) == Truth::open && clock - cut_off_[std::size_t(cell)] < classes_.fewest(c))
                bottlenecks_.push_back(cell);
    }

    // Fills queue_ and marks_ with the cells that are no more steps away from a region than it lacks cells; returns
    // whether something has changed there. What lies further off makes no difference: a region that can get there is
    // large enough.
    bool collect_near(const sat::Solver &solver, const Region &region, int c) {
        bool is_changed = region.is_new;
        marks_.clear();
        queue_.assign(cells_.begin() + std::ptrdiff_t(region.begin), cells_.begin() + std::ptrdiff_t(region.end));
        for (int cell : queue_) marks_.add(cell);
        std::size_t from = 0;
        for (int steps = classes_.fewest(c) - region.size(); steps > 0; --steps) {
            const auto to = queue_.size();
            for (; from < to; ++from)
                for (int next : grid_.beside(queue_[from])) {
                    if (solver.value(is(next, c)) == Truth::no)
                        is_changed = is_changed || fresh_.has(next);
                    else if (marks_.add(next))
                        queue_.push_back(next);
                }
        }
        for (int cell : queue_) found_[std::size_t(cell)] = 0;
        return is_changed;
    }

    struct Frame {
        int cell;
        std::size_t next;
        int parent;
    };

    const Grid &grid_;
    const Classes &classes_;
    std::vector<sat::Lit> known_;                      // the trail as it was last read
    std::vector<std::vector<int>> members_, changed_;  // by class: its cells, and those decided since the last look
    Marks marks_, border_, fresh_;
    std::vector<std::uint64_t> floods_;  // by cell: the last that reached it
    std::uint64_t flood_ = 0, first_flood_ = 0;
    std::vector<int> found_, low_, cut_off_, below_, region_, cells_;
    std::vector<Region> regions_;
    std::vector<int> queue_, areas_, bottlenecks_;
    std::vector<Frame> stack_;
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
