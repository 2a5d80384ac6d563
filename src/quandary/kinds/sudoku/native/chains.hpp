// Chains: if this digit is in, that one is out, so that one is in, ... back to where it began.
//
// A candidate is *on* if it is the solution's, *off* if not. What is on switches off all that it sees (weak
// links); what is off switches on the only alternative, if there is just one (strong links).
#pragma once
#include <memory>

#include "patterns.hpp"

namespace quandary::sudoku {

// The candidates left, numbered from 0, and the links between them.
template <int Most>
struct LinkTable {
    using Set = BitSet<Most>;
    struct Link {
        int cell, digit;
        Set same_digit, same_cell;  // weak
        Set strong_by_digit, strong_by_cell;
    };
    std::vector<Link> links;

    explicit LinkTable(const Marks &marks) {
        const Shape &shape = *marks.shape;
        std::array<std::array<int, widest>, most_cells> number;
        for (int c = 0; c < shape.cells; ++c)
            each(marks.left[at(c)], [&](int d) {
                number[at(c)][at(d)] = int(links.size());
                links.push_back({c, d, {}, {}, {}, {}});
            });
        for (auto &link : links) {
            const int own = number[at(link.cell)][at(link.digit)];
            const auto d = at(link.digit);
            (shape.seen[at(link.cell)] & marks.where[d]).each([&](int c) { link.same_digit.add(number[at(c)][d]); });
            each(marks.left[at(link.cell)], [&](int other) { link.same_cell.add(number[at(link.cell)][at(other)]); });
            link.same_cell.remove(own);
            if (count(marks.left[at(link.cell)]) == 2) link.strong_by_cell = link.same_cell;
            for (auto u : shape.unit[at(link.cell)])
                if (count(marks.places[u][d]) == 2)
                    (shape.inside[u] & marks.where[d]).each([&](int c) { link.strong_by_digit.add(number[at(c)][d]); });
            link.strong_by_digit.remove(own);
        }
    }
};

// Cycles and forcing chains in which every step has one reason.
template <int Most>
class SimpleChains {
  public:
    explicit SimpleChains(const Marks &on) : marks(on), table(on) {}

    // Rows: X cycles, Y cycles, X chains, XY cycles, forcing chains.
    void find(Easiest &easiest, const Rows &rows) {
        for (const auto &[weak_in_cell, by_digit, by_cell, cycle, chain] :
             {Links{false, true, false, rows[0], rows[2]}, Links{true, false, true, rows[1], nullptr},
              Links{true, true, true, rows[3], rows[4]}}) {
            link(weak_in_cell, by_digit, by_cell);
            is_cut = true;
            // Where there are many chains, all up to some length before longer ones: most are short.
            for (most_nodes = by_digit && by_cell ? 8 : Most; is_cut; most_nodes *= 2) {
                is_cut = false;
                for (int source = 0; source < int(weak.size()); ++source) {
                    if (!by_digit && strong[at(source)].empty()) continue;
                    if (cycle) cycles(easiest, source, *cycle);
                    if (!chain) continue;
                    chains(easiest, source, true, *chain);
                    if (!strong[at(source)].empty()) chains(easiest, source, false, *chain);
                }
            }
        }
    }

  private:
    using Set = typename LinkTable<Most>::Set;
    struct Links {
        bool weak_in_cell, by_digit, by_cell;
        const Row *cycle, *chain;
    };

    const Marks &marks;
    LinkTable<Most> table;
    std::vector<Set> weak, strong;
    std::vector<int> ends, off_ends, next_ends;  // of the chains being grown
    int most_nodes = 0;
    bool is_cut = false;                                       // whether some chain was longer than `most_nodes`
    std::array<std::int16_t, Most> before_on{}, before_off{};  // where a chain came from

    void link(bool weak_in_cell, bool by_digit, bool by_cell) {
        weak.clear();
        strong.clear();
        for (const auto &one : table.links) {
            weak.push_back(weak_in_cell ? one.same_digit | one.same_cell : one.same_digit);
            Set both;
            if (by_digit) both |= one.strong_by_digit;
            if (by_cell) both |= one.strong_by_cell;
            strong.push_back(both);
        }
    }

    // Whether a chain of this many nodes is worth finding now.
    bool wants(const Easiest &easiest, const Row &row, int nodes) {
        if (!easiest.wants(row.price(nodes), nodes)) return false;
        is_cut = is_cut || nodes > most_nodes;
        return nodes <= most_nodes;
    }

    // The candidate on, then off, or off, then on, after a shortest chain.
    void chains(Easiest &easiest, int source, bool start_on, const Row &row) {
        Set on_seen, off_seen;
        ends.assign(1, source);
        (start_on ? on_seen : off_seen).add(source);
        bool turn_on = !start_on;
        for (int nodes = 1; !ends.empty(); ++nodes, turn_on = !turn_on) {
            Budget::poll();
            if (!wants(easiest, row, nodes + 1)) return;
            auto &links = turn_on ? strong : weak;
            auto &seen = turn_on ? on_seen : off_seen;
            auto &before = turn_on ? before_on : before_off;
            next_ends.clear();
            for (int p : ends) {
                if (turn_on != start_on && links[at(p)].has(source) && p != source)
                    return conclude(easiest, source, start_on, p, nodes + 1, row);
                (links[at(p)] - seen).each([&](int q) {
                    before[at(q)] = std::int16_t(p);
                    next_ends.push_back(q);
                });
                seen |= links[at(p)];
            }
            ends.swap(next_ends);
        }
    }

    void conclude(Easiest &easiest, int source, bool was_on, int last, int nodes, const Row &row) {
        const auto &target = table.links[at(source)];
        Hint hint;
        hint.technique = row.number;
        hint.cost = row.price(nodes);
        hint.length = nodes;
        if (was_on)
            hint.strike_digits(marks, target.cell, bit(target.digit));
        else
            hint.strike_digits(marks, target.cell, Digits(~bit(target.digit)));
        bool on = was_on;  // the last step before the end has the state that the source began with
        for (int p = last; p != source || on != was_on; on = !on) {
            note(hint, p);
            p = on ? before_on[at(p)] : before_off[at(p)];
        }
        note(hint, source);
        easiest.offer(std::move(hint));
    }

    void note(Hint &hint, int candidate) const {
        hint.cells.add(table.links[at(candidate)].cell);
        hint.digits |= bit(table.links[at(candidate)].digit);
    }

    // From a candidate on back to itself on: all links of the way hold in both directions.
    void cycles(Easiest &easiest, int source, const Row &row) {
        const Set &closing = strong[at(source)];  // whose being off switches the source on: strong links are mutual
        if (closing.empty()) return;
        Set on_seen, off_seen;
        ends.assign(1, source);
        on_seen.add(source);
        for (int nodes = 1; !ends.empty(); nodes += 2) {
            Budget::poll();
            if (!wants(easiest, row, nodes + 1)) return;
            off_ends.clear();
            next_ends.clear();
            for (int p : ends) {
                if (nodes >= 3)
                    (closing & weak[at(p)]).each([&](int z) { go_round(easiest, source, p, z, nodes + 1, row); });
                (weak[at(p)] - off_seen).each([&](int q) {
                    before_off[at(q)] = std::int16_t(p);
                    off_ends.push_back(q);
                });
                off_seen |= weak[at(p)];
            }
            for (int p : off_ends) {
                (strong[at(p)] - on_seen).each([&](int q) {
                    before_on[at(q)] = std::int16_t(p);
                    next_ends.push_back(q);
                });
                on_seen |= strong[at(p)];
            }
            ends.swap(next_ends);
        }
    }

    void go_round(Easiest &easiest, int source, int last_on, int last_off, int nodes, const Row &row) {
        std::array<CellSet, widest> from_on{}, from_off{};
        Hint hint;
        const auto visit = [&](int p, auto &from) {
            const auto &link = table.links[at(p)];
            from[at(link.digit)] |= marks.shape->seen[at(link.cell)];
            note(hint, p);
        };
        visit(last_off, from_off);
        for (int p = last_on; p != source;) {
            visit(p, from_on);
            const int q = before_on[at(p)];
            if (q == last_off) return;
            visit(q, from_off);
            p = before_off[at(q)];
        }
        visit(source, from_on);
        for (int d = 0; d < marks.shape->size; ++d)
            hint.strike(marks, (from_on[at(d)] & from_off[at(d)]) - hint.cells, d);
        hint.technique = row.number;
        hint.cost = row.price(nodes);
        hint.length = nodes;
        easiest.offer(std::move(hint));
    }
};

// Chains with several beginnings that meet, and chains that remember what they have switched off.
class ForcingChains {
  public:
    enum Mode { NISHIO_MODE, MULTIPLE_MODE, DYNAMIC_MODE };

    ForcingChains(const Marks &on, Mode mode_, const Row &row_)
        : marks(on), shape(*on.shape), mode(mode_), row(row_), on_results(moves()), off_results(moves()) {}

    void find(Easiest &easiest) {
        for (int c = 0; c < shape.cells; ++c) {
            const int n = count(marks.left[at(c)]);
            if (n < (mode == MULTIPLE_MODE ? 3 : 2)) continue;
            each(marks.left[at(c)], [&](int d) {
                const int move = c * shape.size + d;
                if (mode != MULTIPLE_MODE) contradictions(easiest, move);
                if (mode == DYNAMIC_MODE && n >= 3) both_ways(easiest, move);
                if (mode != NISHIO_MODE) regions(easiest, c, d);
            });
            if (mode != NISHIO_MODE) {
                std::vector<int> sources;
                each(marks.left[at(c)], [&](int d) { sources.push_back(c * shape.size + d); });
                meet(easiest, sources);
            }
        }
    }

  private:
    static constexpr int most_moves = most_cells * widest;
    using Moves = BitSet<most_moves>;
    // What follows from one assumption. A node is 2 * move + (1 if on).
    struct Result {
        Moves on, off;
        std::array<std::int32_t, 2 * most_moves> first_parent;
        std::array<std::int16_t, 2 * most_moves> parent_count;
        std::vector<std::int16_t> parents;
        std::int16_t clash_on = -1;               // a move that would be on and off,
        std::vector<std::int16_t> clash_parents;  // and why it would be what it was not yet
        bool clash_turned_on = false;
    };

    const Marks &marks;
    const Shape &shape;
    const Mode mode;
    const Row &row;
    std::vector<std::unique_ptr<Result>> on_results, off_results;

    std::size_t moves() const { return at(shape.cells * shape.size); }
    static int node(int move, bool on) { return 2 * move + on; }

    const Result &result(int move, bool on) {
        auto &slot = (on ? on_results : off_results)[at(move)];
        if (!slot) {
            slot = std::make_unique<Result>();
            propagate(*slot, move, on);
        }
        return *slot;
    }

    void add(Result &r, int move, bool on, const std::vector<std::int16_t> &parents) const {
        (on ? r.on : r.off).add(move);
        r.first_parent[at(node(move, on))] = std::int32_t(r.parents.size());
        r.parent_count[at(node(move, on))] = std::int16_t(parents.size());
        r.parents.insert(r.parents.end(), parents.begin(), parents.end());
    }

    void propagate(Result &r, int start, bool start_on) const {
        Marks now = marks;
        std::vector<int> on, off;
        std::size_t on_done = 0, off_done = 0;
        std::vector<std::int16_t> why;
        bool clash = false;
        const auto turn = [&](int move, bool turn_on) {
            if (clash) return;
            if ((turn_on ? r.off : r.on).has(move)) {
                clash = true;
                r.clash_on = std::int16_t(move);
                r.clash_turned_on = turn_on;
                r.clash_parents = why;
            } else if (!(turn_on ? r.on : r.off).has(move)) {
                add(r, move, turn_on, why);
                (turn_on ? on : off).push_back(move);
            }
        };
        turn(start, start_on);
        const int n = shape.size;
        while (!clash && (on_done < on.size() || off_done < off.size())) {
            Budget::poll();
            if (on_done < on.size()) {
                const int move = on[on_done++], c = move / n, d = move % n;
                why = {std::int16_t(node(move, true))};
                if (mode != NISHIO_MODE)
                    each(Digits(now.left[at(c)] & ~bit(d)), [&](int other) { turn(c * n + other, false); });
                (shape.seen[at(c)] & now.where[at(d)]).each([&](int other) { turn(other * n + d, false); });
                continue;
            }
            const int move = off[off_done++], c = move / n, d = move % n;
            std::vector<std::pair<int, std::vector<std::int16_t>>> forced;
            const auto reasons = [&](auto gather) {
                std::vector<std::int16_t> parents{std::int16_t(node(move, false))};
                gather(parents);
                return parents;
            };
            if (mode != NISHIO_MODE && count(now.left[at(c)]) == 2 && now.can(c, d)) {
                const int other = lowest(Digits(now.left[at(c)] & ~bit(d)));
                forced.emplace_back(c * n + other, reasons([&](auto &parents) {
                                        each(Digits(marks.left[at(c)] & ~now.left[at(c)]), [&](int gone) {
                                            parents.push_back(std::int16_t(node(c * n + gone, false)));
                                        });
                                    }));
            }
            for (auto u : shape.unit[at(c)]) {
                const Digits here = now.places[u][at(d)];
                if (count(here) != 2 || !now.can(c, d)) continue;
                int other = -1;
                each(here, [&](int p) {
                    if (shape.cell[u][at(p)] != c) other = shape.cell[u][at(p)];
                });
                forced.emplace_back(other * n + d, reasons([&](auto &parents) {
                                        each(Digits(marks.places[u][at(d)] & ~here), [&](int p) {
                                            parents.push_back(std::int16_t(node(shape.cell[u][at(p)] * n + d, false)));
                                        });
                                    }));
            }
            if (mode != MULTIPLE_MODE) now.strike(c, d);
            for (auto &[put, parents] : forced) {
                why = parents;
                turn(put, true);
            }
        }
    }

    // How many nodes lead to these, themselves included; -1 beyond `most`.
    int ancestors(const Result &r, std::vector<std::int16_t> todo, int most) const {
        BitSet<2 * most_moves> seen;
        int found = 0;
        while (!todo.empty()) {
            Budget::poll();
            const int at_node = todo.back();
            todo.pop_back();
            if (seen.has(at_node)) continue;
            seen.add(at_node);
            if (++found > most) return -1;
            const auto first = r.parents.begin() + r.first_parent[at(at_node)];
            todo.insert(todo.end(), first, first + r.parent_count[at(at_node)]);
        }
        return found;
    }

    int longest(const Easiest &easiest) const {
        int most = 8;
        while (easiest.wants(row.price(most), most) && most < 2 * most_moves) most *= 2;
        return most;
    }

    // How long a contradiction is: both ways to the move that would be on and off.
    int clash_length(const Result &r, int most) const {
        const int one = ancestors(r, {std::int16_t(node(r.clash_on, !r.clash_turned_on))}, most);
        const int other = ancestors(r, r.clash_parents, most);
        return one < 0 || other < 0 ? -1 : one + other + 1;
    }

    void offer(Easiest &easiest, int move, bool on, int length, const std::vector<int> &sources) const {
        if (length < 0 || !easiest.wants(row.price(length), length)) return;
        const int c = move / shape.size, d = move % shape.size;
        Hint hint;
        hint.technique = row.number;
        hint.cost = row.price(length);
        hint.length = length;
        hint.strike_digits(marks, c, on ? Digits(~bit(d)) : bit(d));
        for (int source : sources) {
            hint.cells.add(source / shape.size);
            hint.digits |= bit(source % shape.size);
        }
        easiest.offer(std::move(hint));
    }

    void contradictions(Easiest &easiest, int move) {
        const int most = longest(easiest);
        for (bool on : {true, false})
            if (const auto &r = result(move, on); r.clash_on >= 0)
                offer(easiest, move, !on, clash_length(r, most), {move});
    }

    // What follows from a candidate being on and from its being off.
    void both_ways(Easiest &easiest, int move) {
        const auto &on = result(move, true), &off = result(move, false);
        meet_in(easiest, {&on, &off}, {move});
    }

    void regions(Easiest &easiest, int c, int d) {
        for (auto u : shape.unit[at(c)]) {
            const Digits here = marks.places[u][at(d)];
            if (count(here) < 2 || shape.cell[u][at(lowest(here))] != c) continue;
            std::vector<int> sources;
            each(here, [&](int p) { sources.push_back(shape.cell[u][at(p)] * shape.size + d); });
            meet(easiest, sources);
        }
    }

    void meet(Easiest &easiest, const std::vector<int> &sources) {
        std::vector<const Result *> results;
        for (int source : sources) results.push_back(&result(source, true));
        meet_in(easiest, results, sources);
    }

    // What follows from each of several assumptions, of which one is true.
    void meet_in(Easiest &easiest, const std::vector<const Result *> &results, const std::vector<int> &sources) const {
        Moves on = results[0]->on, off = results[0]->off;
        for (const auto *r : results) on &= r->on, off &= r->off;
        const auto weigh = [&](int move, bool is_on) {
            const int most = longest(easiest);
            int length = 0;
            for (const auto *r : results) {
                const int part = ancestors(*r, {std::int16_t(node(move, is_on))}, most - length);
                if (part < 0) return;
                length += part;
            }
            offer(easiest, move, is_on, length, sources);
        };
        on.each([&](int move) { weigh(move, true); });
        off.each([&](int move) { weigh(move, false); });
    }
};

inline void simple_chains(Scene &scene, const Rows &rows, Easiest &easiest) {
    int candidates = 0;
    for (auto digits : scene.marks.left) candidates += count(digits);
    if (candidates <= 192)
        SimpleChains<192>(scene.marks).find(easiest, rows);
    else if (candidates <= 320)
        SimpleChains<320>(scene.marks).find(easiest, rows);
    else
        SimpleChains<most_cells * widest>(scene.marks).find(easiest, rows);
}
template <ForcingChains::Mode mode>
void forcing_chains(Scene &scene, const Rows &rows, Easiest &easiest) {
    ForcingChains(scene.marks, mode, *rows[0]).find(easiest);
}

inline constexpr Finder chain_finders[] = {
    {{"x-cycle", "y-cycle", "x-chain", "xy-cycle", "forcing-chain"}, simple_chains, {"length"}},
    {{"nishio"}, forcing_chains<ForcingChains::NISHIO_MODE>, {"length"}},
    {{"multiple-chains"}, forcing_chains<ForcingChains::MULTIPLE_MODE>, {"length"}},
    {{"dynamic-chains"}, forcing_chains<ForcingChains::DYNAMIC_MODE>, {"length"}},
};

}  // namespace quandary::sudoku
