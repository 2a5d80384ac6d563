// Cycles and chains in which every step has one reason: if this digit is in, that one is out, so that one is in, ...
// back to where it began.
#pragma once
#include <limits>
#include <optional>

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
};

// Looks for the shortest chains from every candidate. A sink says which are wanted, and gets them:
//   bool wants(SimpleForm, int nodes)
//   bool has_seen(int nodes), whether it got all chains of such a length before
//   void chain(SimpleForm, const Way &), from a source that is then not what it was
//   void cycle(SimpleForm, const Way &), from a source that is on back to itself
class SimpleChains {
  public:
    SimpleChains(const Marks &marks_, const Candidates &named_) : marks(marks_), named(named_) {
        const auto size = at(named.size());
        first_weak.reserve(size + 1);
        for (int i = 0; i < named.size(); ++i) link(i);
        first_weak.push_back(int(weak.size()));
        on.resize(size);
        off.resize(size);
        closes_at.resize(size);
    }

    // Sources of the digits `without` are left out.
    template <class Sink>
    void search(SimpleForm cycle, Sink &sink, Digits without = 0) {
        form = cycle;
        chain_form = cycle == X_CYCLE ? X_CHAIN : XY_CHAIN;
        has_chains = cycle != Y_CYCLE;
        const bool looks_ahead = named.size() <= Set::size;
        if (looks_ahead) map();
        for (int source = 0; source < named.size(); ++source) {
            if (without >> named.all[at(source)].digit & 1) continue;
            if (strong[at(source)].size == 0 && weak_of(source).empty()) continue;
            if (!has_chains && strong_of(source).empty()) continue;
            Budget::poll();
            if (!looks_ahead || may_begin_on(source, sink)) from_on(source, sink);
            if (!has_chains || strong_of(source).empty()) continue;
            if (!looks_ahead || may_begin_off(source, sink)) from_off(source, sink);
        }
    }

    // What a cycle rules out: all that sees one of its nodes in either sense.
    template <class Visit>
    void each_strike(const Way &of, Visit visit) const {
        std::array<CellSet, widest> seen[2] = {};
        CellSet cells;
        for (Node node : of.nodes) {
            const auto &one = named.of(node);
            seen[is_on(node)][one.digit] |= marks.shape->seen[one.cell];
            cells.add(one.cell);
        }
        for (int d = 0; d < marks.shape->size; ++d)
            ((seen[0][at(d)] & seen[1][at(d)] & marks.where[at(d)]) - cells).each([&](int c) { visit(c, d); });
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

    using Set = BitSet<256>;  // of candidates
    // What is near a candidate, for the form that is looked for.
    struct Near {
        Set seen;  // what is off if it is on,
        Set then;  // what is on by one of those,
        Set last;  // and what is on if it is off
    };

    const Marks &marks;
    const Candidates &named;
    std::vector<Near> nearby;
    std::optional<SimpleForm> mapped;
    std::vector<Link> weak;  // by candidate: those by cell, then the others
    std::vector<int> first_weak;
    std::vector<std::uint8_t> weak_by_cell;
    std::vector<Strong> strong;
    SimpleForm form = X_CYCLE, chain_form = X_CHAIN;
    bool has_chains = false;
    std::vector<Reached> on, off;
    std::vector<int> closes_at;  // by candidate: the last walk in which it was a step from the source
    int walk = 0;
    std::vector<int> ends, off_ends;
    Way found;  // the last one

    void link(int i) {
        const auto [c, d] = named.all[at(i)];
        first_weak.push_back(int(weak.size()));
        auto &own = strong.emplace_back();
        int by_cell = 0;
        if (marks.can(c, d)) {
            each_rival(marks, named, c, d, true, [&](int rival, int cause) {
                weak.push_back({std::int16_t(rival), std::int16_t(cause)});
                if (cause == in_cell) ++by_cell;
            });
            each_alternative(marks, named, c, d, true, true, [&](int other, int cause) {
                own.links[own.size++] = {std::int16_t(other), std::int16_t(cause)};
                if (cause == in_cell) ++own.by_cell;
            });
        }
        weak_by_cell.push_back(std::uint8_t(by_cell));
    }

    std::span<const Link> weak_of(int i) const {
        const auto first = at(first_weak[at(i)] + (form == X_CYCLE ? weak_by_cell[at(i)] : 0));
        return {weak.data() + first, at(first_weak[at(i) + 1]) - first};
    }
    std::span<const Link> strong_of(int i) const {
        const auto &own = strong[at(i)];
        const int first = form == X_CYCLE ? own.by_cell : 0, last = form == Y_CYCLE ? own.by_cell : own.size;
        return {own.links.data() + first, at(last - first)};
    }

    void map() {
        if (mapped == form) return;
        mapped = form;
        nearby.assign(at(named.size()), {});
        for (int i = 0; i < named.size(); ++i)
            for (auto link : strong_of(i)) nearby[at(i)].last.add(link.to);
        for (int i = 0; i < named.size(); ++i)
            for (auto link : weak_of(i)) {
                nearby[at(i)].seen.add(link.to);
                nearby[at(i)].then |= nearby[at(link.to)].last;
            }
    }

    // What is on two steps after these, and was not before.
    Set after(const Set &now, Set &met) const {
        Set next;
        now.each([&](int p) { next |= nearby[at(p)].then; });
        next -= met;
        met |= next;
        return next;
    }

    // The way from a source that is on to all that follows without a step by way of `but`.
    struct Detour {
        int but = -1, nodes = 3;
        Set ends, met;
    };
    Detour detour(int source, int but) const {
        Detour way{but, 3, {}, {}};
        for (auto link : weak_of(source))
            if (link.to != but) way.ends |= nearby[at(link.to)].last;
        way.ends.remove(source);
        way.met = way.ends;
        way.met.add(source);
        return way;
    }

    // Whether `from_on` may find anything new. Whole sets of candidates are followed, but not how each was reached.
    template <class Sink>
    bool may_begin_on(int source, Sink &sink) const {
        const auto closing = strong_of(source);
        std::array<Detour, 4> detours;
        bool seeks_chain = has_chains;
        Set met, now;
        met.add(source);
        now.add(source);
        for (int nodes = 1; !now.empty(); nodes += 2) {
            const bool seeks_cycle = !closing.empty() && sink.wants(form, nodes + 1);
            seeks_chain = seeks_chain && sink.wants(chain_form, nodes + 1);
            if (!seeks_cycle && !seeks_chain) return false;
            const bool is_new = !sink.has_seen(nodes + 1);
            if (seeks_chain && now.meets(nearby[at(source)].seen)) {
                if (is_new) return true;
                seeks_chain = false;
            }
            if (seeks_cycle && is_new && nodes >= 3)
                for (std::size_t i = 0; i < closing.size(); ++i)
                    if (closes(now & nearby[at(closing[i].to)].seen, nodes, source, closing[i].to, detours[i]))
                        return true;
            now = after(now, met);
        }
        return false;
    }

    // Whether some of these, which see `last`, may be reached in so many nodes without it.
    bool closes(const Set &ends_now, int nodes, int source, int last, Detour &way) const {
        if (ends_now.empty()) return false;
        if (way.but < 0) way = detour(source, last);
        for (; way.nodes < nodes; way.nodes += 2) way.ends = after(way.ends, way.met);
        return way.ends.meets(ends_now);
    }

    // Whether `from_off` finds anything new.
    template <class Sink>
    bool may_begin_off(int source, Sink &sink) const {
        Set now = nearby[at(source)].last, met = now;
        for (int nodes = 3; !now.empty() && sink.wants(chain_form, nodes + 1); nodes += 2) {
            now = after(now, met);
            if (now.has(source)) return !sink.has_seen(nodes + 1);
        }
        return false;
    }

    bool reach(std::vector<Reached> &nodes, int i, int before, int cause) {
        auto &node = nodes[at(i)];
        if (node.walk == walk) return false;
        node = {walk, std::int16_t(before), std::int16_t(cause)};
        return true;
    }

    // Cycles through a candidate that is on, and the chain that switches it off.
    template <class Sink>
    void from_on(int source, Sink &sink) {
        ++walk;
        const auto closing = strong_of(source);
        for (auto link : closing) closes_at[at(link.to)] = walk;
        bool seeks_chain = has_chains;
        ends.assign(1, source);
        reach(on, source, -1, assumed);
        for (int nodes = 1; !ends.empty(); nodes += 2) {
            const bool seeks_cycle = !closing.empty() && sink.wants(form, nodes + 1);
            seeks_chain = seeks_chain && sink.wants(chain_form, nodes + 1);
            if (!seeks_cycle && !seeks_chain) return;
            off_ends.clear();
            for (int p : ends)
                for (auto [q, cause] : weak_of(p)) {
                    if (q == source && seeks_chain) {
                        seeks_chain = false;
                        sink.chain(chain_form, back(p, true, {node_of(source, false), cause}));
                    }
                    if (seeks_cycle && nodes >= 3 && closes_at[at(q)] == walk) close(source, p, q, cause, sink);
                    if (reach(off, q, p, cause)) off_ends.push_back(q);
                }
            ends.clear();
            for (int q : off_ends)
                for (auto [p, cause] : strong_of(q))
                    if (reach(on, p, q, cause)) ends.push_back(p);
        }
    }

    // The chain that switches a candidate on.
    template <class Sink>
    void from_off(int source, Sink &sink) {
        ++walk;
        off_ends.assign(1, source);
        reach(off, source, -1, assumed);
        for (int nodes = 1; !off_ends.empty(); nodes += 2) {
            if (!sink.wants(chain_form, nodes + 1)) return;
            ends.clear();
            for (int q : off_ends)
                for (auto [p, cause] : strong_of(q)) {
                    if (p == source) return sink.chain(chain_form, back(q, false, {node_of(source, true), cause}));
                    if (reach(on, p, q, cause)) ends.push_back(p);
                }
            off_ends.clear();
            for (int p : ends)
                for (auto [q, cause] : weak_of(p))
                    if (reach(off, q, p, cause)) off_ends.push_back(q);
        }
    }

    // The way from an end back to the source, through the node that was reached last.
    Way &back(int last, bool last_on, std::pair<Node, int> end) {
        found.clear();
        found.add(end.first, end.second);
        for (int i = last; i >= 0; last_on = !last_on) {
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
