// Cycles and chains in which every step has one reason: if this digit is in, that one is out, so that one is in, ...
// back to where it began.
#pragma once

#include "candidates.hpp"

namespace quandary::sudoku {

// The techniques: cycles and chains along one digit, along cells with two digits, and along both.
enum SimpleForm { X_CYCLE, Y_CYCLE, X_CHAIN, XY_CYCLE, XY_CHAIN };
// Of two chains of the same cost and length, that with the lower number comes first.
inline int key_of(SimpleForm form) { return form == X_CYCLE || form == X_CHAIN ? 2 : form == Y_CYCLE ? 3 : 4; }

// The nodes of a chain from its end back to its beginning, and why each of them follows from the next.
struct Way {
    std::vector<Node> nodes;
    std::vector<std::int16_t> causes;

    void clear() {
        nodes.clear();
        causes.clear();
    }
    void add(Node node, int cause) {
        nodes.push_back(node);
        causes.push_back(std::int16_t(cause));
    }
    void drop() {
        nodes.pop_back();
        causes.pop_back();
    }
};

// Looks for the shortest chains from every candidate. A sink says which are wanted, and gets them:
//   bool wants(SimpleForm, int nodes), which is false for longer ones if it is for shorter ones
//   bool may_be(int candidate, bool on), whether that might be shown
//   void chain(SimpleForm, const Way &), from a source that is then not what it was
//   void cycle(SimpleForm, const Way &), from a source that is on back to itself
// At first whole sets of candidates are followed, but not how each was reached: most do not lead back.
template <int Most>
class SimpleChains {
  public:
    SimpleChains(const Marks &marks_, const Candidates &named_) : marks(marks_), named(named_) {
        const auto size = at(named.size());
        strong.resize(size);
        on.resize(size);
        off.resize(size);
        closes_at.resize(size);
        for (int i = 0; i < named.size(); ++i) link(i);
    }

    // All of one length come before longer ones. Sources of the digits `without` are left out.
    template <class Sink>
    void search(SimpleForm cycle, Sink &sink, Digits without = 0) {
        form = cycle;
        chain_form = cycle == X_CYCLE ? X_CHAIN : XY_CHAIN;
        map(without);
        begin(without, sink);
        for (int nodes = 3; !sources.empty(); nodes += 2) {
            Wanted wanted = wanted_of(sink, nodes);
            if (!wanted.cycle && !wanted.chain) return;
            std::size_t kept = 0;
            for (int i : sources) {
                Budget::poll();
                look_on(i, nodes, wanted, sink);
                look_off(i, nodes, wanted, sink);
                if (!fronts[at(i)].on.now.empty() || !fronts[at(i)].off.now.empty()) sources[kept++] = i;
            }
            sources.resize(kept);
        }
    }

    // What a cycle rules out: all that sees one of its nodes in either sense.
    template <class Visit>
    void each_strike(const Way &of, Visit visit) const {
        std::array<std::array<CellSet, widest>, 2> seen_by;
        std::array<Digits, 2> digits{};
        CellSet cells;
        for (Node node : of.nodes) {
            const auto [c, d] = named.of(node);
            auto &own = seen_by[is_on(node)][d];
            if (!(digits[is_on(node)] >> d & 1)) own = {};
            own |= marks.shape->seen[c];
            digits[is_on(node)] |= bit(d);
            cells.add(c);
        }
        each(Digits(digits[0] & digits[1]), [&](int d) {
            ((seen_by[0][at(d)] & seen_by[1][at(d)] & marks.where[at(d)]) - cells).each([&](int c) { visit(c, d); });
        });
    }

  private:
    struct Link {
        std::int16_t to, cause;
    };
    struct Strong {
        std::array<Link, 4> links;
        std::uint8_t size = 0, by_cell = 0;  // those by cell come first
    };
    // How a node was reached in the walk from the present source.
    struct Reached {
        int walk = 0;
        std::int16_t before = -1, cause = assumed;
    };

    static constexpr int few_nodes = 7;
    using Set = BitSet<Most>;  // of candidates
    // What is on after so many steps, and what was before or is.
    struct Front {
        Set now, met;
    };
    // The way from a source that is on to all that follows without a step by way of another.
    struct Detour {
        int nodes = 0;  // 0 if it has not begun
        Front front;
    };
    // What follows from a source's being on, and off.
    struct Fronts {
        bool seeks_chain;  // that switches it off
        int detours;       // the number of the first of them, or -1
        Front on, off;
    };
    struct Wanted {
        bool cycle, chain;
    };

    const Marks &marks;
    const Candidates &named;
    std::array<Set, most_cells> in_cells{};
    std::array<std::array<Set, widest>, most_units> in_units{};
    std::vector<Strong> strong;
    SimpleForm form = X_CYCLE, chain_form = X_CHAIN;
    // By candidate, for the form that is looked for: what is off if it is on, what is on by one of those, and what is
    // on if it is off.
    std::vector<Set> seen, then, last;
    std::vector<int> sources;
    std::vector<Fronts> fronts;  // by candidate
    std::vector<std::array<Detour, 4>> detours;
    std::vector<Reached> on, off;
    std::vector<int> closes_at;  // by candidate: the last walk in which it was a step from the source
    int walk = 0;
    std::vector<int> ends, off_ends;
    Way found;  // the last one

    void link(int i) {
        const auto [c, d] = named.all[at(i)];
        if (!marks.can(c, d)) return;
        in_cells[c].add(i);
        for (auto u : marks.shape->unit[c]) in_units[u][d].add(i);
        auto &own = strong[at(i)];
        each_alternative(marks, named, c, d, true, true, [&](int other, int cause) {
            own.links[own.size++] = {std::int16_t(other), std::int16_t(cause)};
            if (cause == in_cell) ++own.by_cell;
        });
    }

    std::span<const Link> strong_of(int i) const {
        const auto &own = strong[at(i)];
        const int first = form == X_CYCLE ? own.by_cell : 0, past = form == Y_CYCLE ? own.by_cell : own.size;
        return {own.links.data() + first, at(past - first)};
    }
    template <class Visit>
    void each_weak(int i, Visit visit) const {
        const auto [c, d] = named.all[at(i)];
        each_rival(marks, named, c, d, form != X_CYCLE, visit);
    }

    // Whether a candidate cannot be on in a chain.
    bool is_aside(int i, Digits without) const {
        return (without >> named.all[at(i)].digit & 1) || (form == Y_CYCLE && strong_of(i).empty());
    }

    void map(Digits without) {
        const auto size = at(named.size());
        for (auto *sets : {&seen, &then, &last}) sets->assign(size, {});
        Set has_last;
        for (int i = 0; i < named.size(); ++i)
            for (auto link : strong_of(i)) {
                last[at(i)].add(link.to);
                has_last.add(i);
            }
        for (int i = 0; i < named.size(); ++i) {
            if (is_aside(i, without)) continue;
            const auto [c, d] = named.all[at(i)];
            if (!marks.can(c, d)) continue;
            Set &own = seen[at(i)];
            if (form != X_CYCLE) own = in_cells[c];
            for (auto u : marks.shape->unit[c]) own |= in_units[u][d];
            own.remove(i);
            (own & has_last).each([&](int j) { then[at(i)] |= last[at(j)]; });
        }
    }

    template <class Sink>
    void begin(Digits without, Sink &sink) {
        sources.clear();
        detours.clear();
        fronts.resize(at(named.size()));
        for (int i = 0; i < named.size(); ++i) {
            if (is_aside(i, without)) continue;
            const bool has_chains = form != Y_CYCLE;
            Fronts &own = fronts[at(i)];
            own = {has_chains && sink.may_be(i, false), -1, {then[at(i)], then[at(i)]}, {}};
            own.on.now.remove(i);
            own.on.met.add(i);
            if (has_chains && sink.may_be(i, true)) own.off = {last[at(i)], last[at(i)]};
            if (!own.on.now.empty() || !own.off.now.empty()) sources.push_back(i);
        }
    }

    template <class Sink>
    Wanted wanted_of(Sink &sink, int nodes) const {
        return {sink.wants(form, nodes + 1), form != Y_CYCLE && sink.wants(chain_form, nodes + 1)};
    }

    // What is on two steps later, and was not before.
    void advance(Front &front) const {
        Set next;
        front.now.each([&](int p) { next |= then[at(p)]; });
        next -= front.met;
        front.met |= next;
        front.now = next;
    }

    // Cycles through a source that is on, and the chain that switches it off.
    template <class Sink>
    void look_on(int source, int nodes, Wanted &wanted, Sink &sink) {
        Fronts &own = fronts[at(source)];
        if (!own.seeks_chain && strong_of(source).empty()) own.on.now = {};
        if (own.on.now.empty()) return;
        const bool has_chain = wanted.chain && own.seeks_chain && own.on.now.meets(seen[at(source)]);
        const bool may_cycle = wanted.cycle && closes(source, nodes) && (nodes > few_nodes || strikes(source, nodes));
        if (has_chain || may_cycle) {
            from_on(source, nodes, has_chain, may_cycle, sink);
            wanted = wanted_of(sink, nodes);
        }
        if (has_chain) own.seeks_chain = false;
        advance(own.on);
    }

    // The chain that switches a source on.
    template <class Sink>
    void look_off(int source, int nodes, Wanted &wanted, Sink &sink) {
        Front &front = fronts[at(source)].off;
        if (front.now.empty()) return;
        advance(front);
        if (!front.now.has(source)) return;
        front.now = {};
        if (!wanted.chain) return;
        from_off(source, nodes, sink);
        wanted = wanted_of(sink, nodes);
    }

    // Whether there may be a cycle of so many nodes and one more: some end sees a candidate that makes the source the
    // last one, and is reached as soon without it.
    bool closes(int source, int nodes) {
        const auto closing = strong_of(source);
        Fronts &own = fronts[at(source)];
        for (std::size_t k = 0; k < closing.size(); ++k) {
            const auto ends_now = own.on.now & seen[at(closing[k].to)];
            if (ends_now.empty()) continue;
            if (own.detours < 0) {
                own.detours = int(detours.size());
                detours.emplace_back();
            }
            Detour &way = detours[at(own.detours)][k];
            if (way.nodes == 0) way = detour(source, closing[k].to);
            for (; way.nodes < nodes; way.nodes += 2) advance(way.front);
            if (way.front.now.meets(ends_now)) return true;
        }
        return false;
    }

    // Whether some cycle of so many nodes and one more strikes anything. Most do not: they are sets of cells that have
    // been made use of. All ways back from the ends to the source are tried, which takes long if there are many nodes.
    bool strikes(int source, int nodes) {
        const Front &front = fronts[at(source)].on;
        for (auto link : strong_of(source)) {
            bool is_found = false;
            (front.now & seen[at(link.to)]).each([&](int p) {
                if (is_found) return;
                found.clear();
                found.add(node_of(source, true), assumed);
                found.add(node_of(link.to, false), assumed);
                is_found = strikes_back(p, nodes, front.met);
            });
            if (is_found) return true;
        }
        return false;
    }
    // From a candidate that is on and `nodes` nodes after the source, by way of some that may be on.
    bool strikes_back(int p, int nodes, const Set &met) {
        const Node source = found.nodes[0], closing = found.nodes[1];
        bool is_found = false;
        found.add(node_of(p, true), assumed);
        for (auto [q, cause] : strong_of(p)) {
            if (is_found || q == candidate_of(closing)) continue;
            found.add(node_of(q, false), cause);
            if (nodes == 3) {
                if (seen[at(q)].has(candidate_of(source))) each_strike(found, [&](int, int) { is_found = true; });
            } else {
                (seen[at(q)] & met).each([&](int before) {
                    if (!is_found && before != candidate_of(source)) is_found = strikes_back(before, nodes - 2, met);
                });
            }
            found.drop();
        }
        found.drop();
        return is_found;
    }

    Detour detour(int source, int but) const {
        Detour way{3, {}};
        auto by = seen[at(source)];
        by.remove(but);
        by.each([&](int j) { way.front.now |= last[at(j)]; });
        way.front.now.remove(source);
        way.front.met = way.front.now;
        way.front.met.add(source);
        return way;
    }

    bool reach(std::vector<Reached> &nodes, int i, int before, int cause) {
        auto &node = nodes[at(i)];
        if (node.walk == walk) return false;
        node = {walk, std::int16_t(before), std::int16_t(cause)};
        return true;
    }

    // From what is on to what is off, and from what is off to what is on.
    void step_off() {
        off_ends.clear();
        for (int p : ends)
            each_weak(p, [&](int q, int cause) {
                if (reach(off, q, p, cause)) off_ends.push_back(q);
            });
    }
    void step_on() {
        ends.clear();
        for (int q : off_ends)
            for (auto [p, cause] : strong_of(q))
                if (reach(on, p, q, cause)) ends.push_back(p);
    }

    // Goes from a source that is on as far as to chains and cycles of so many nodes and one more.
    template <class Sink>
    void from_on(int source, int nodes, bool seeks_chain, bool seeks_cycle, Sink &sink) {
        ++walk;
        for (auto link : strong_of(source)) closes_at[at(link.to)] = walk;
        ends.assign(1, source);
        reach(on, source, -1, assumed);
        for (int so_far = 1; so_far < nodes; so_far += 2) {
            step_off();
            step_on();
        }
        for (int p : ends)
            each_weak(p, [&](int q, int cause) {
                if (q == source && seeks_chain) {
                    seeks_chain = false;
                    sink.chain(chain_form, back(p, true, {node_of(source, false), cause}));
                }
                if (seeks_cycle && closes_at[at(q)] == walk) close(source, p, q, cause, sink);
                reach(off, q, p, cause);
            });
    }

    // Goes from a source that is off to the chain that switches it on.
    template <class Sink>
    void from_off(int source, int nodes, Sink &sink) {
        ++walk;
        off_ends.assign(1, source);
        reach(off, source, -1, assumed);
        for (int so_far = 1; so_far < nodes; so_far += 2) {
            step_on();
            step_off();
        }
        for (int q : off_ends)
            for (auto [p, cause] : strong_of(q))
                if (p == source) return sink.chain(chain_form, back(q, false, {node_of(source, true), cause}));
    }

    // The way from an end back to the source, through the node that was reached last.
    Way &back(int from, bool last_on, std::pair<Node, int> end) {
        found.clear();
        found.add(end.first, end.second);
        for (int i = from; i >= 0; last_on = !last_on) {
            const auto &node = (last_on ? on : off)[at(i)];
            found.add(node_of(i, last_on), node.cause);
            i = node.before;
        }
        return found;
    }

    template <class Sink>
    void close(int source, int p, int q, int weak_cause, Sink &sink) {
        for (int i = p; i != source;) {
            i = on[at(i)].before;
            if (i == q) return;
            i = off[at(i)].before;
        }
        int cause = assumed;
        for (auto link : strong_of(q))
            if (link.to == source) {
                cause = link.cause;
                break;
            }
        back(p, true, {node_of(q, false), weak_cause});
        found.nodes.back() = node_of(source, true);  // the beginning is the end
        found.causes.back() = std::int16_t(cause);
        sink.cycle(form, found);
    }
};

}  // namespace quandary::sudoku
