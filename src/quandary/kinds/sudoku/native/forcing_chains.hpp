// Chains with several beginnings that meet, chains that remember what they have switched off, and chains inside such
// chains.
#pragma once
#include <optional>

#include <quandary/budget.hpp>

#include "inside.hpp"
#include "simple_chains.hpp"

namespace quandary::sudoku {

struct ForcingMode {
    bool by_cell;    // whether a step may pass from one digit of a cell to another
    bool remembers;  // whether what was switched off makes others the last ones
    bool meets;      // whether the chains from all digits of a cell, or all places of a digit, are compared
    int level = 0;   // what is seen inside: nothing, patterns, also simple chains, multiple chains, dynamic chains
};

// How a hint was found. At the same length, the lower ones come first.
enum ForcingForm { BOTH_WAYS = 1, FROM_CELL = 5, FROM_UNIT = 6, CONTRADICTION = 7 };

// Hints of simple chains seen inside another chain, all of them.
template <int Most>
class InsideSimple {
  public:
    InsideSimple(const Candidates &named_, const Row &row_) : named(named_), row(row_) {}

    std::vector<Addition> find(const Marks &before, const Marks &now) {
        hints.clear();
        SimpleChains<Most> chains(now, named);
        chains_ = &chains;
        marks = &now;
        for (auto form : {X_CYCLE, Y_CYCLE, XY_CYCLE}) chains.search(form, *this);
        std::stable_sort(hints.begin(), hints.end(), [](const auto &a, const auto &b) { return a.ease() < b.ease(); });
        std::vector<Addition> found;
        std::vector<std::uint64_t> met;
        for (auto &hint : hints) {
            const auto mark = mark_of(hint.off);
            if (std::find(met.begin(), met.end(), mark) != met.end()) continue;
            met.push_back(mark);
            Since since(before, now, named);
            const bool is_cycle = hint.form == X_CYCLE || hint.form == Y_CYCLE || hint.form == XY_CYCLE;
            for (std::size_t i = 0; i < hint.way.nodes.size(); ++i)
                if (is_cycle || is_on(hint.way.nodes[i])) since.reason(hint.way.causes[i], named.of(hint.way.nodes[i]));
            auto nodes = since.take();
            if (nodes.empty()) continue;
            const int length = int(hint.way.nodes.size());
            found.push_back({std::move(hint.off), std::move(nodes),
                             std::make_shared<InnerChain>(length, std::move(hint.way.nodes))});
        }
        return found;
    }

    // As the sink of the chains.
    bool wants(SimpleForm, int) const { return true; }
    bool may_be(int, bool) const { return true; }
    void chain(SimpleForm form, const Way &way) {
        const Node end = way.nodes[0];
        const auto &one = named.of(end);
        std::vector<Node> off;
        if (!is_on(end))
            off.push_back(end);
        else
            each(Digits(marks->left[one.cell] & ~bit(one.digit)),
                 [&](int d) { off.push_back(node_of(named.at_cell(one.cell, d), false)); });
        add(form, std::move(off), Way(way));
    }
    void cycle(SimpleForm form, const Way &way) {
        std::vector<Node> off;
        chains_->each_strike(way, [&](int c, int d) { off.push_back(node_of(named.at_cell(c, d), false)); });
        if (!off.empty()) add(form, std::move(off), Way(way));
    }

  private:
    struct Found {
        SimpleForm form;
        int cost;
        std::vector<Node> off;
        Way way;

        auto ease() const { return std::tuple(cost, way.nodes.size(), key_of(form)); }
    };

    const Candidates &named;
    const Row &row;
    const SimpleChains<Most> *chains_ = nullptr;
    const Marks *marks = nullptr;
    std::vector<Found> hints;

    static std::uint64_t mark_of(std::vector<Node> off) {
        std::sort(off.begin(), off.end());
        std::uint64_t mark = off.size();
        for (Node node : off) mark = BitSet<64>::mix(mark * 2048 + std::uint64_t(node));
        return mark;
    }

    void add(SimpleForm form, std::vector<Node> &&off, Way &&way) {
        constexpr int costs[] = {65, 65, 66, 70, 70};  // in tenths, without their length
        const int cost = costs[form] + row.price(int(way.nodes.size())) - row.cost;
        hints.push_back({form, cost, std::move(off), std::move(way)});
    }
};

struct Step {
    std::int32_t first_parent;
    std::int16_t parents;
    std::int16_t cause;
    std::int16_t length;  // how many nodes lead to this one, itself included
    std::int16_t chain;   // the number of the chain seen inside that leads to it, or -1
    std::int32_t inside;  // at least the length of all chains seen inside on the way
};

// What follows from one assumption.
template <int Most>
struct Trail {
    BitSet<2 * Most> has;
    std::array<std::vector<Node>, 2> order;  // what is off, and on, as it was found
    std::array<Step, 2 * Most> steps;
    std::vector<Node> parents;
    std::vector<std::shared_ptr<const InnerChain>> chains;
    Node clash = -1;  // a node that would follow although its opposite does
    Step clash_step;

    void clear() {
        has = {};
        for (auto &nodes : order) nodes.clear();
        parents.clear();
        chains.clear();
        clash = -1;
    }
};

// Where digits were when something was looked for along each of them, and not found.
class DigitPlaces {
  public:
    // The digits that are still there.
    Digits unchanged(const Marks &marks) const {
        Digits same = 0;
        for (int d = 0; d < marks.shape->size; ++d)
            if (places[at(d)] == marks.where[at(d)]) same |= bit(d);
        return same;
    }
    void keep(const Marks &marks, Digits digits) {
        for (int d = 0; d < marks.shape->size; ++d)
            if (digits >> d & 1) places[at(d)] = marks.where[at(d)];
    }

  private:
    std::array<std::optional<CellSet>, widest> places = {};
};

// Trails that are not in use, whose memory is used again.
template <int Most>
using SpareTrails = std::vector<std::unique_ptr<Trail<Most>>>;
struct TrailStore {
    SpareTrails<256> spare;
    DigitPlaces clashless;  // when the places alone were followed and led to no contradiction,
    DigitPlaces chainless;  // and when no simple chain along them told anything
};

// What follows at once from each candidate's being on or off, for chains that remember nothing.
template <int Most>
class Following {
  public:
    using Set = BitSet<Most>;
    struct Sets {
        Set on, off;

        bool empty() const { return on.empty() && off.empty(); }
    };

    void look_at(const Marks &marks, const Candidates &named) {
        next.assign(at(named.size()), {});
        reached.assign(at(named.size()), {});
        const auto each_left = [&](auto visit) {
            for (int i = 0; i < named.size(); ++i)
                if (const auto one = named.all[at(i)]; marks.can(one.cell, one.digit)) visit(i, one.cell, one.digit);
        };
        std::vector<Set> last(at(named.size()));
        each_left([&](int i, int c, int d) {
            each_alternative(marks, named, c, d, true, true, [&](int other, int) { last[at(i)].add(other); });
        });
        each_left([&](int i, int c, int d) {
            each_rival(marks, named, c, d, true, [&](int rival, int) {
                next[at(i)].off.add(rival);
                next[at(i)].on |= last[at(rival)];
            });
        });
    }

    // All that follows from a candidate's being on, even if it is contradictory.
    const Sets &from(int candidate) {
        Sets &all = reached[at(candidate)];
        if (!all.empty()) return all;
        Set fresh;
        fresh.add(candidate);
        while (!fresh.empty()) {
            all.on |= fresh;
            Set found;
            fresh.each([&](int i) {
                found |= next[at(i)].on;
                all.off |= next[at(i)].off;
            });
            fresh = found - all.on;
        }
        return all;
    }

  private:
    std::vector<Sets> next, reached;
};

template <int Most>
class ForcingChains {
  public:
    // `clashless` is of chains along one digit.
    ForcingChains(const Candidates &named_, const Marks &top, ForcingMode mode_, const Row &row_, Budget &budget_,
                  SpareTrails<Most> &spare_, DigitPlaces *clashless_ = nullptr)
        : named(named_),
          mode(mode_),
          row(row_),
          budget(budget_),
          now(top),
          patterns(named_, top),
          spare(spare_),
          clashless(clashless_),
          trails(at(2 * named_.size())),
          ages(at(2 * named_.size())),
          ancestors(mode_.remembers ? at(2 * named_.size()) : 0) {
        if (mode.level == 2 || mode.level == 3) simple.emplace(named, row);
        if (mode.level >= 3)
            inner = std::make_unique<ForcingChains>(named, top, ForcingMode{true, mode.level > 3, true}, row, budget,
                                                    spare);
    }
    ForcingChains(const ForcingChains &) = delete;
    ForcingChains &operator=(const ForcingChains &) = delete;
    ~ForcingChains() {
        for (auto &each : trails)
            if (each) spare.push_back(std::move(each));
    }

    // Offers the easiest hint. If there are chains inside, all up to some length before longer ones: most are short.
    void find(Scene &from, Easiest &easiest) {
        scene = &from;
        for (most = mode.level ? short_chain << mode.level : longest;; most *= 2) {
            is_cut = false;
            const auto sink = [&](Node end, ForcingForm form, int length, std::span<const End>, auto &sources) {
                offer(easiest, end, form, length, sources);
            };
            explore(from.marks, sink);
            if (easiest.found() || !is_cut) return;
        }
    }

    // All that is seen inside a chain that has come from `before` to `on`.
    std::vector<Addition> additions(const Marks &before, const Marks &on) {
        bests.clear();
        best_of.assign(at(2 * named.size()), -1);
        most = longest;
        const auto sink = [&](Node end, ForcingForm form, int length, std::span<const End> ends, auto &sources) {
            collect(end, form, length, ends, sources.unit);
        };
        explore(on, sink);
        std::sort(bests.begin(), bests.end(), [](const auto &a, const auto &b) { return a.ease() < b.ease(); });
        std::vector<Addition> found;
        for (const auto &best : bests) {
            Since since(before, on, named);
            auto chain = std::make_shared<InnerChain>(best.length, std::vector<Node>());
            for (const auto &end : best.ends()) {
                each_before(end, [&](Node node, const Step &step) {
                    chain->nodes.push_back(node);
                    const int cause = step.cause == assumed ? best.start : step.cause;
                    if (is_on(node)) since.reason(cause, named.of(node));
                });
                chain->nodes.push_back(-1);
            }
            auto nodes = since.take();
            if (!nodes.empty()) found.push_back({off_by(best.end), std::move(nodes), std::move(chain)});
        }
        return found;
    }

  private:
    static constexpr int longest = 1 << 20, short_chain = 16;
    using Nodes = BitSet<2 * Most>;
    using Trail = sudoku::Trail<Most>;

    struct End {
        const Trail *trail;
        Node node;

        bool is_clash() const { return node == trail->clash; }
        const Step &step() const { return is_clash() ? trail->clash_step : trail->steps[at(node)]; }
    };
    struct Sources {
        Few<widest> candidates;
        int unit = assumed;  // of which one is true: those of a unit, of a cell, or neither
    };
    struct Best {
        Node end;
        ForcingForm form;
        int length, order, start;
        std::array<End, widest> all_ends;
        int count;

        auto ease() const { return std::tuple(length, int(form), order); }
        std::span<const End> ends() const { return {all_ends.data(), at(count)}; }
    };

    const Candidates &named;
    const ForcingMode mode;
    const Row &row;
    Budget &budget;
    Scene *scene = nullptr;  // if these are the marks themselves, not those inside a chain
    const Marks *marks = nullptr;
    Marks now;
    InsidePatterns patterns;
    std::optional<InsideSimple<Most>> simple;
    std::unique_ptr<ForcingChains> inner;
    SpareTrails<Most> &spare;
    DigitPlaces *clashless;
    Following<Most> following;                   // where nothing is remembered
    std::vector<std::unique_ptr<Trail>> trails;  // by node
    std::vector<int> ages;
    int age = 0;
    std::vector<Nodes> ancestors;  // of the nodes of the trail that is being followed
    int most = longest;            // no longer hints are wanted
    bool is_cut = false;           // whether longer ones were left out
    std::vector<Node> why;
    std::vector<Best> bests;
    std::vector<int> best_of;  // by the end

    template <class Sink>
    void explore(const Marks &on, const Sink &sink) {
        marks = &on;
        ++age;
        if (!mode.remembers) following.look_at(on, named);
        Digits clashes = 0;
        const auto known = clashless ? Digits(clashless->unchanged(on) | scene->placements.settled()) : Digits(0);
        const Shape &shape = *on.shape;
        for (int c = 0; c < shape.cells; ++c) {
            const int n = count(on.left[at(c)]);
            if (n < (mode.remembers ? 2 : 3)) continue;
            each(on.left[at(c)], [&](int d) {
                const int i = named.at_cell(c, d);
                if (mode.remembers && !(known >> d & 1) && contradictions(i, sink)) clashes |= bit(d);
                if (mode.remembers && mode.meets && n >= 3) both_ways(i, sink);
                if (mode.meets) units(c, d, sink);
            });
            if (!mode.meets) continue;
            Sources sources{{}, in_cell};
            each(on.left[at(c)], [&](int d) { sources.candidates.push_back(named.at_cell(c, d)); });
            meet(sources, FROM_CELL, sink);
        }
        if (clashless) clashless->keep(on, Digits(~clashes));
    }

    const Trail &trail(int candidate, bool on) {
        const auto n = at(node_of(candidate, on));
        if (!trails[n]) trails[n] = take();
        if (ages[n] != age) {
            ages[n] = age;
            follow(*trails[n], Node(n));
        }
        return *trails[n];
    }

    std::unique_ptr<Trail> take() {
        if (spare.empty()) return std::make_unique_for_overwrite<Trail>();
        auto taken = std::move(spare.back());
        spare.pop_back();
        return taken;
    }

    // Offers the contradictions of a candidate that is on or off, and says whether there are any.
    template <class Sink>
    bool contradictions(int i, const Sink &sink) {
        bool is_met = false;
        Sources sources;
        sources.candidates.push_back(i);
        for (bool on : {true, false}) {
            if (scene && scene->is_true(named.all[at(i)].cell, named.all[at(i)].digit) == on) continue;
            const Trail &from = trail(i, on);
            if (from.clash < 0) continue;
            const End ends[] = {{&from, Node(from.clash ^ 1)}, {&from, from.clash}};
            weigh(node_of(i, !on), CONTRADICTION, ends, sources, sink);
            is_met = true;
        }
        return is_met;
    }

    // What follows from a candidate's being on and from its being off.
    template <class Sink>
    void both_ways(int i, const Sink &sink) {
        const Trail *both[] = {&trail(i, true), &trail(i, false)};
        Sources sources;
        sources.candidates.push_back(i);
        compare(both, BOTH_WAYS, sources, sink);
    }

    template <class Sink>
    void units(int c, int d, const Sink &sink) {
        const Shape &shape = *marks->shape;
        for (auto u : shape.unit[at(c)]) {
            const Digits here = marks->places[u][at(d)];
            if (count(here) < 2 || shape.cell[u][at(lowest(here))] != c) continue;
            Sources sources{{}, int(u)};
            each(here, [&](int p) { sources.candidates.push_back(named.at_cell(shape.cell[u][at(p)], d)); });
            meet(sources, FROM_UNIT, sink);
        }
    }

    template <class Sink>
    void meet(const Sources &sources, ForcingForm form, const Sink &sink) {
        if (!mode.remembers && !may_meet(sources)) return;
        std::array<const Trail *, widest> all{};
        for (std::size_t i = 0; i < sources.candidates.size(); ++i) all[i] = &trail(sources.candidates[i], true);
        compare({all.data(), sources.candidates.size()}, form, sources, sink);
    }

    // Whether anything may follow from all of several candidates.
    bool may_meet(const Sources &sources) {
        auto common = following.from(sources.candidates[0]);
        for (std::size_t i = 1; i < sources.candidates.size() && !common.empty(); ++i) {
            const auto &other = following.from(sources.candidates[i]);
            common.on &= other.on;
            common.off &= other.off;
        }
        return !common.empty();
    }

    // What follows from each of several assumptions, of which one is true.
    template <class Sink>
    void compare(std::span<const Trail *const> all, ForcingForm form, const Sources &sources, const Sink &sink) {
        Nodes common = all[0]->has;
        for (const auto *each : all) common &= each->has;
        if (common.empty()) return;
        std::array<End, widest> ends{};
        for (bool on : {true, false})
            for (Node node : all[0]->order[on]) {
                if (!common.has(node)) continue;
                for (std::size_t i = 0; i < all.size(); ++i) ends[i] = {all[i], node};
                weigh(node, form, {ends.data(), all.size()}, sources, sink);
            }
    }

    template <class Sink>
    void weigh(Node end, ForcingForm form, std::span<const End> ends, const Sources &sources, const Sink &sink) {
        int length = 0, inside = 0;
        for (const auto &each : ends) {
            length += each.step().length;
            inside = std::max(inside, each.step().inside);
        }
        if (inside) length = length + inside > most ? most + 1 : length + length_inside(ends);
        if (length <= most)
            sink(end, form, length, ends, sources);
        else
            is_cut = true;
    }

    // The length of the different chains inside the chains to these ends.
    int length_inside(std::span<const End> ends) const {
        std::vector<const InnerChain *> met;
        int length = 0;
        for (const auto &end : ends)
            each_before(end, [&](Node, const Step &step) {
                if (step.chain < 0) return;
                const auto *chain = end.trail->chains[at(step.chain)].get();
                for (const auto *other : met)
                    if (other == chain || (other->length == chain->length && other->nodes == chain->nodes)) return;
                met.push_back(chain);
                length += chain->length;
            });
        return length;
    }

    // Visits an end and all that leads to it, the nearest first.
    template <class Visit>
    void each_before(const End &end, Visit visit) const {
        Nodes seen;
        std::vector<Node> todo;
        const auto look = [&](Node node, const Step &step) {
            visit(node, step);
            const auto first = end.trail->parents.begin() + step.first_parent;
            for (auto parent = first; parent != first + step.parents; ++parent)
                if (!seen.has(*parent)) {
                    seen.add(*parent);
                    todo.push_back(*parent);
                }
        };
        look(end.node, end.step());
        for (std::size_t done = 0; done < todo.size(); ++done) {
            const Node node = todo[done];
            look(node, end.trail->steps[at(node)]);
        }
    }

    void offer(Easiest &easiest, Node end, ForcingForm form, int length, const Sources &sources) {
        const auto &one = named.of(end);
        Hint hint;
        hint.technique = row.number;
        hint.cost = row.price(length);
        hint.length = length;
        hint.form = form;
        hint.strike_digits(*marks, one.cell, is_on(end) ? Digits(~bit(one.digit)) : bit(one.digit));
        for (std::size_t i = 0; i < sources.candidates.size(); ++i) {
            const auto &source = named.all[at(sources.candidates[i])];
            hint.cells.add(source.cell);
            hint.digits |= bit(source.digit);
        }
        if (!hint.is_worth()) return;
        easiest.offer(std::move(hint));
        most = easiest.hint().length;
    }

    void collect(Node end, ForcingForm form, int length, std::span<const End> ends, int start) {
        const auto &one = named.of(end);
        if (is_on(end)) {  // of two digits one is on if the other is off
            const auto others = Digits(marks->left[one.cell] & ~bit(one.digit));
            if (!others) return;
            if (count(others) == 1) end = node_of(named.at_cell(one.cell, lowest(others)), false);
        }
        auto &place = best_of[at(end)];
        const int order = int(bests.size());
        if (place < 0) {
            place = order;
            bests.emplace_back();
        } else if (std::tuple(length, int(form)) >= std::tuple(bests[at(place)].length, int(bests[at(place)].form))) {
            return;
        }
        auto &best = bests[at(place)];
        best = {end, form, length, ++collected, start, {}, int(ends.size())};
        std::copy(ends.begin(), ends.end(), best.all_ends.begin());
    }
    int collected = 0;

    std::vector<Node> off_by(Node end) const {
        if (!is_on(end)) return {end};
        const auto &one = named.of(end);
        std::vector<Node> off;
        each(Digits(marks->left[one.cell] & ~bit(one.digit)),
             [&](int d) { off.push_back(node_of(named.at_cell(one.cell, d), false)); });
        return off;
    }

    // Follows an assumption to all that it leads to, or to a contradiction.
    void follow(Trail &to, Node start) {
        budget.check();
        to.clear();
        now = *marks;
        std::array<std::size_t, 2> done{};
        why.clear();
        turn(to, start, assumed);
        while (to.clash < 0) {
            if (done[1] < to.order[1].size())
                pass_on(to, to.order[1][done[1]++]);
            else if (done[0] < to.order[0].size())
                pass_off(to, to.order[0][done[0]++]);
            else if (mode.level == 0 || !look_inside(to))
                return;
        }
    }

    void turn(Trail &to, Node node, int cause) {
        if (to.clash >= 0 || to.has.has(node)) return;
        if (to.has.has(node ^ 1)) {
            to.clash = node;
            to.clash_step = step(to, node, cause, -1);
        } else {
            add(to, node, cause, -1);
        }
    }

    void add(Trail &to, Node node, int cause, int chain) {
        to.has.add(node);
        to.steps[at(node)] = step(to, node, cause, chain);
        to.order[is_on(node)].push_back(node);
    }

    // A step from the nodes in `why`.
    Step step(Trail &to, Node node, int cause, int chain) {
        Step made{
            std::int32_t(to.parents.size()), std::int16_t(why.size()), std::int16_t(cause), 1, std::int16_t(chain), 0};
        for (Node parent : why) to.parents.push_back(parent);
        for (Node parent : why) made.inside = std::max(made.inside, to.steps[at(parent)].inside);
        if (chain >= 0) made.inside += to.chains[at(chain)]->length;
        if (why.size() == 1) made.length = std::int16_t(to.steps[at(why[0])].length + 1);
        if (mode.remembers && why.size() == 1) {
            ancestors[at(node)] = ancestors[at(why[0])];
            ancestors[at(node)].add(node);
        } else if (mode.remembers) {
            Nodes all;
            for (Node parent : why) all |= ancestors[at(parent)];
            all.add(node);
            made.length = std::int16_t(all.count());
            ancestors[at(node)] = all;
        }
        return made;
    }

    void pass_on(Trail &to, Node node) {
        const auto &one = named.of(node);
        why.assign(1, node);
        each_rival(now, named, one.cell, one.digit, mode.by_cell,
                   [&](int rival, int cause) { turn(to, node_of(rival, false), cause); });
    }

    void pass_off(Trail &to, Node node) {
        const auto [c, d] = named.of(node);
        std::array<std::pair<int, int>, 4> forced{};
        std::size_t n = 0;
        each_alternative(now, named, c, d, mode.by_cell, true,
                         [&](int other, int cause) { forced[n++] = {other, cause}; });
        for (std::size_t i = 0; i < n && to.clash < 0; ++i) {
            const auto [other, cause] = forced[i];
            why.assign(1, node);
            if (mode.remembers) before(cause, c, d);
            turn(to, node_of(other, true), cause);
        }
        if (mode.remembers) now.strike(c, d);
    }

    // The nodes that were switched off before, so that what is left of a cell or unit are two.
    void before(int cause, int c, int d) {
        if (cause == in_cell)
            each(Digits(marks->left[at(c)] & ~now.left[at(c)]),
                 [&](int gone) { why.push_back(node_of(named.at_cell(c, gone), false)); });
        else
            each(Digits(marks->places[at(cause)][at(d)] & ~now.places[at(cause)][at(d)]),
                 [&](int p) { why.push_back(node_of(named.at_cell(marks->shape->cell[at(cause)][at(p)], d), false)); });
    }

    // Whether something that is seen only now leads further.
    bool look_inside(Trail &to) {
        auto found = patterns.find(*marks, now);
        if (found.empty() && simple) found = simple->find(*marks, now);
        if (found.empty() && inner) found = inner->additions(*marks, now);
        bool is_wanted = false;
        for (auto &each : found) {
            int chain = -1;
            if (each.chain) {
                chain = int(to.chains.size());
                to.chains.push_back(std::move(each.chain));
            }
            why = each.since;
            for (Node node : each.off) {
                if (to.has.has(node)) continue;
                add(to, node, seen_inside, chain);
                const auto &made = to.steps[at(node)];
                is_wanted = is_wanted || made.length + made.inside <= most;
            }
        }
        is_cut = is_cut || (!found.empty() && !is_wanted);
        return is_wanted;
    }
};

}  // namespace quandary::sudoku
