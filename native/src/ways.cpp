#include <quandary/ways.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace quandary {
namespace {

using Number = std::int64_t;
constexpr Number far = std::numeric_limits<Number>::max() / 4;
using Run = std::vector<Number>;  // the labels of deeds that go on with each other

// Mixes a number, so that sums of mixed numbers tell multisets apart.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

class Edges {
  public:
    explicit Edges(const Corridor &corridor) : corridor_(corridor) {}

    // Calls visit(edge, end) for the edges of a node with a label.
    template <class Visit>
    void with(Number label, Number node, Visit visit) const {
        for (auto edge = corridor_.first[std::size_t(node)]; edge < corridor_.first[std::size_t(node) + 1]; ++edge)
            if (corridor_.label[std::size_t(edge)] == label) visit(edge, corridor_.target[std::size_t(edge)]);
    }

    template <class Visit>
    void all(Number node, Visit visit) const {
        for (auto edge = corridor_.first[std::size_t(node)]; edge < corridor_.first[std::size_t(node) + 1]; ++edge)
            visit(corridor_.label[std::size_t(edge)], corridor_.target[std::size_t(edge)]);
    }

  private:
    const Corridor &corridor_;
};

// The pairs of runs that can be exchanged, by the node where they begin.
class Exchanges {
  public:
    struct Pair {
        Run one, other;
        Number end = 0;
    };

    explicit Exchanges(const Corridor &corridor)
        : corridor_(corridor), edges_(corridor), known_(corridor.left.size()) {}

    const std::vector<Pair> &at(Number node) {
        auto &known = known_[std::size_t(node)];
        if (!known.is_there) {
            known.is_there = true;
            find(node, known.pairs);
        }
        return known.pairs;
    }

  private:
    using Nodes = std::vector<Number>;
    struct Begun {
        Run run;
        Nodes ends;
    };
    struct Known {
        bool is_there = false;
        std::vector<Pair> pairs;
    };

    void find(Number node, std::vector<Pair> &pairs) const {
        const auto runs = runs_from(node);
        for (std::size_t i = 0; i < runs.size(); ++i)
            for (std::size_t j = i + 1; j < runs.size(); ++j) {
                if (runs[i].run[0] == runs[j].run[0]) continue;
                Budget::poll();
                const auto end = common(after(runs[i].ends, runs[j].run), after(runs[j].ends, runs[i].run));
                if (end >= 0) pairs.push_back({runs[i].run, runs[j].run, end});
            }
    }

    // The node with the fewest moves left that is in both, or -1.
    Number common(const Nodes &one, const Nodes &other) const {
        Number best = -1;
        for (auto node : one)
            if (std::find(other.begin(), other.end(), node) != other.end() &&
                (best < 0 || corridor_.left[std::size_t(node)] < corridor_.left[std::size_t(best)]))
                best = node;
        return best;
    }

    std::vector<Begun> runs_from(Number node) const {
        std::vector<Begun> found;
        for (auto label : labels({node})) found.push_back({{label}, after({node}, {label})});
        for (std::size_t at = 0; at < found.size(); ++at)  // grows during the walk
            for (auto label : labels(found[at].ends)) {
                if (corridor_.follows[std::size_t(label)] != found[at].run.back()) continue;
                auto longer = found[at].run;
                longer.push_back(label);
                found.push_back({std::move(longer), after(found[at].ends, {label})});
            }
        return found;
    }

    std::vector<Number> labels(const Nodes &nodes) const {
        std::vector<Number> found;
        for (auto node : nodes)
            edges_.all(node, [&](Number label, Number) {
                if (label != Corridor::silent) found.push_back(label);
            });
        return once(std::move(found));
    }

    Nodes after(Nodes nodes, const Run &run) const {
        for (auto label : run) {
            Nodes next;
            for (auto node : nodes) edges_.with(label, node, [&](Number, Number end) { next.push_back(end); });
            nodes = once(std::move(next));
        }
        return nodes;
    }

    static std::vector<Number> once(std::vector<Number> numbers) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        return numbers;
    }

    const Corridor &corridor_;
    Edges edges_;
    std::vector<Known> known_;
};

struct Reached {
    Number node, moves;
    Number back_class, back_node, back_edge;  // how it was reached; back_class < 0: it is a start
};

// What is kept of a class for ever: how its nodes were reached, and the classes that its deeds lead to.
struct WayClass {
    std::vector<Reached> reached;
    std::vector<std::pair<Number, Number>> after;  // label, class
    std::uint64_t deeds = 0;

    Number by(Number label) const {
        for (auto [each, there] : after)
            if (each == label) return there;
        return -1;
    }
};

// What a class needs until it is extended: walks that may return to a node they have visited, or have returned.
struct Returns {
    using Pairs = std::unordered_map<std::uint64_t, Number>;  // (origin, node) → moves
    Pairs fresh, waiting;
    std::unordered_map<Number, Number> returned;

    static std::uint64_t pair(Number origin, Number node) { return std::uint64_t(origin) << 32 | std::uint64_t(node); }
};

template <class Table, class Key>
bool keep_least(Table &table, Key key, Number moves) {
    auto [place, is_new] = table.try_emplace(key, moves);
    if (!is_new && place->second <= moves) return false;
    place->second = moves;
    return true;
}

// The nodes of one class at a time, found by number.
class Desk {
  public:
    explicit Desk(std::size_t nodes) : stamp_(nodes, 0), place_(nodes) {}

    void open(std::vector<Reached> &reached) {
        ++now_;
        reached_ = &reached;
        for (std::size_t at = 0; at < reached.size(); ++at) note(reached[at].node, at);
    }

    Reached &find(Number node) { return (*reached_)[place_[std::size_t(node)]]; }

    bool meet(const Reached &one) {
        if (stamp_[std::size_t(one.node)] == now_) {
            auto &known = find(one.node);
            if (known.moves <= one.moves) return false;
            known = one;
            return true;
        }
        note(one.node, reached_->size());
        reached_->push_back(one);
        return true;
    }

  private:
    void note(Number node, std::size_t at) {
        stamp_[std::size_t(node)] = now_;
        place_[std::size_t(node)] = at;
    }

    std::vector<std::uint64_t> stamp_;
    std::vector<std::size_t> place_;
    std::vector<Reached> *reached_ = nullptr;
    std::uint64_t now_ = 0;
};

class Builder {
  public:
    Builder(const Corridor &corridor, std::size_t most_classes, Budget &budget)
        : corridor_(corridor),
          edges_(corridor),
          exchanges_(corridor),
          desk_(corridor.left.size()),
          most_classes_(most_classes),
          budget_(budget) {
        Number shortest = far;
        for (auto node : corridor.starts) shortest = std::min(shortest, left(node));
        may_return_ = corridor.most > shortest;
    }

    WaysFound run(std::size_t listed, const Run &asked) {
        classes_.emplace_back();
        desk_.open(classes_[0].reached);
        for (auto node : corridor_.starts) desk_.meet({node, 0, -1, -1, -1});
        level_ = {0};
        returns_.resize(1);
        for (std::size_t number = 0; !level_.empty(); ++number) {
            for (std::size_t at = 0; at < level_.size(); ++at) {
                budget_.check();
                close(level_[at], returns_[at]);
                end(level_[at], returns_[at]);
                note_exchanges(level_[at], number);
            }
            go_on(number + 1);
        }
        return told(listed, asked);
    }

  private:
    struct Pending {
        Number origin;
        const Exchanges::Pair *pair;
    };
    struct End {
        Number moves, one, node;
    };

    Number left(Number node) const { return corridor_.left[std::size_t(node)]; }
    bool fits(Number node, Number moves) const { return moves + left(node) <= corridor_.most; }
    bool fits_return(Number origin, Number node, Number moves) const { return fits(origin, moves + (node != origin)); }
    WayClass &at(Number one) { return classes_[std::size_t(one)]; }

    // Adds what is reached without a deed.
    void close(Number one, Returns &returns) {
        auto &reached = at(one).reached;
        desk_.open(reached);
        using Item = std::pair<Number, Number>;  // moves, node
        std::priority_queue<Item, std::vector<Item>, std::greater<>> todo;
        for (const auto &each : reached) todo.emplace(each.moves, each.node);
        while (!todo.empty()) {
            const auto [moves, node] = todo.top();
            todo.pop();
            if (desk_.find(node).moves != moves) continue;
            budget_.check();
            edges_.with(Corridor::silent, node, [&, moves = moves, node = node](Number edge, Number there) {
                if (fits(there, moves + 1) && desk_.meet({there, moves + 1, one, node, edge}))
                    todo.emplace(moves + 1, there);
            });
        }
        if (may_return_) close_returns(reached, returns);
    }

    void close_returns(const std::vector<Reached> &reached, Returns &returns) {
        for (const auto &each : reached)
            if (fits(each.node, each.moves + 1)) returns.fresh[Returns::pair(each.node, each.node)] = each.moves;
        close_pairs(returns.fresh);
        close_pairs(returns.waiting);
        for (auto [pair, moves] : returns.waiting)
            if (pair >> 32 == (pair & 0xffffffff)) keep_least(returns.returned, Number(pair >> 32), moves);
        spread(returns.returned, [&](Number node, Number moves, auto meet) {
            edges_.with(Corridor::silent, node, [&](Number, Number there) {
                if (fits(there, moves + 1)) meet(there);
            });
        });
    }

    void close_pairs(Returns::Pairs &pairs) {
        spread(pairs, [&](std::uint64_t pair, Number moves, auto meet) {
            const auto origin = Number(pair >> 32);
            edges_.with(Corridor::silent, Number(pair & 0xffffffff), [&](Number, Number there) {
                if (fits(there, moves + 1) && fits_return(origin, there, moves + 1)) meet(Returns::pair(origin, there));
            });
        });
    }

    // Adds what is one move beyond the keys of a table, and so on, each with its fewest moves.
    template <class Table, class Beyond>
    void spread(Table &table, Beyond beyond) {
        using Key = typename Table::key_type;
        using Item = std::pair<Number, Key>;
        std::priority_queue<Item, std::vector<Item>, std::greater<>> todo;
        for (const auto &[key, moves] : table) todo.emplace(moves, key);
        while (!todo.empty()) {
            const auto [moves, key] = todo.top();
            todo.pop();
            if (table[key] != moves) continue;
            budget_.check();
            beyond(key, moves, [&, moves = moves](Key there) {
                if (keep_least(table, there, moves + 1)) todo.emplace(moves + 1, there);
            });
        }
    }

    // Notes a class that is a way.
    void end(Number one, const Returns &returns) {
        End best{far, one, -1};
        for (const auto &each : at(one).reached)
            if (left(each.node) == 0 && each.moves < best.moves) best = {each.moves, one, each.node};
        if (best.moves == far) return;
        for (auto [node, moves] : returns.returned)
            if (left(node) == 0 && moves <= best.moves) return;
        ends_.push_back(best);
    }

    void note_exchanges(Number one, std::size_t number) {
        for (const auto &each : at(one).reached)
            for (const auto &pair : exchanges_.at(each.node)) {
                const auto together = pair.one.size() + pair.other.size();
                if (!fits(pair.end, each.moves + Number(together))) continue;
                if (pending_.size() <= number + together) pending_.resize(number + together + 1);
                pending_[number + together].push_back({one, &pair});
            }
    }

    // Makes the classes with one more deed.
    void go_on(std::size_t number) {
        const auto begin = classes_.size();
        std::vector<Returns> returns;
        for (std::size_t i = 0; i < level_.size(); ++i) {
            budget_.check();
            extend(level_[i], returns_[i], returns);
        }
        unite(begin, number);
        std::vector<Number> next;
        for (std::size_t raw = 0; raw < leader_.size(); ++raw)
            if (const auto to = lead(raw); to != raw)
                absorb(begin + to, begin + raw, returns[to], returns[raw]);
            else
                next.push_back(Number(begin + raw));
        for (auto one : level_)
            for (auto &[label, there] : at(one).after) there = Number(begin + lead(std::size_t(there) - begin));
        cut(next);
        returns_.clear();
        for (auto one : next) returns_.push_back(std::move(returns[std::size_t(one) - begin]));
        level_ = std::move(next);
    }

    void extend(Number one, const Returns &from, std::vector<Returns> &returns) {
        std::vector<Number> labels;
        for (const auto &each : at(one).reached)
            edges_.all(each.node, [&](Number label, Number there) {
                if (label != Corridor::silent && fits(there, each.moves + 1)) labels.push_back(label);
            });
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        for (auto label : labels) {
            WayClass made;
            made.deeds = at(one).deeds + mixed(std::uint64_t(label));
            desk_.open(made.reached);
            for (const auto &each : at(one).reached)
                edges_.with(label, each.node, [&](Number edge, Number there) {
                    if (fits(there, each.moves + 1)) desk_.meet({there, each.moves + 1, one, each.node, edge});
                });
            returns.push_back(extended(from, label));
            at(one).after.emplace_back(label, Number(classes_.size()));
            classes_.push_back(std::move(made));
        }
    }

    Returns extended(const Returns &from, Number label) const {
        Returns made;
        for (const auto *pairs : {&from.fresh, &from.waiting})
            for (auto [pair, moves] : *pairs)
                edges_.with(label, Number(pair & 0xffffffff), [&, pair = pair, moves = moves](Number, Number there) {
                    const auto origin = Number(pair >> 32);
                    if (fits(there, moves + 1) && fits_return(origin, there, moves + 1))
                        keep_least(made.waiting, Returns::pair(origin, there), moves + 1);
                });
        for (auto [node, moves] : from.returned)
            edges_.with(label, node, [&, moves = moves](Number, Number there) {
                if (fits(there, moves + 1)) keep_least(made.returned, there, moves + 1);
            });
        return made;
    }

    // Unites the new classes in which two runs of deeds before their end can be exchanged.
    void unite(std::size_t begin, std::size_t number) {
        leader_.resize(classes_.size() - begin);
        std::iota(leader_.begin(), leader_.end(), std::size_t(0));
        if (number >= pending_.size()) return;
        for (const auto &each : pending_[number]) {
            budget_.check();
            const auto one = follow(follow(each.origin, each.pair->one), each.pair->other);
            const auto other = follow(follow(each.origin, each.pair->other), each.pair->one);
            if (one < 0 || other < 0) continue;
            const auto a = lead(std::size_t(one) - begin), b = lead(std::size_t(other) - begin);
            leader_[std::max(a, b)] = std::min(a, b);
        }
        pending_[number] = {};
    }

    Number follow(Number one, const Run &run) {
        for (auto label : run) one = one < 0 ? one : at(one).by(label);
        return one;
    }

    std::size_t lead(std::size_t raw) {
        while (leader_[raw] != raw) raw = leader_[raw] = leader_[leader_[raw]];
        return raw;
    }

    void absorb(std::size_t to, std::size_t from, Returns &into, const Returns &other) {
        desk_.open(classes_[to].reached);
        for (const auto &each : classes_[from].reached) desk_.meet(each);
        classes_[from].reached = {};
        for (auto [pair, moves] : other.waiting) keep_least(into.waiting, pair, moves);
        for (auto [node, moves] : other.returned) keep_least(into.returned, node, moves);
    }

    // Keeps the classes with the shortest solutions if there are too many.
    void cut(std::vector<Number> &level) {
        if (level.size() <= most_classes_) return;
        is_cut_ = true;
        std::vector<std::pair<Number, Number>> order;
        for (auto one : level) {
            Number best = far;
            for (const auto &each : at(one).reached) best = std::min(best, each.moves + left(each.node));
            order.emplace_back(best, one);
        }
        std::sort(order.begin(), order.end());
        order.resize(most_classes_);
        level.clear();
        for (auto [_, one] : order) level.push_back(one);
        std::sort(level.begin(), level.end());
    }

    WaysFound told(std::size_t listed, const Run &asked) {
        std::stable_sort(ends_.begin(), ends_.end(), [](const End &a, const End &b) { return a.moves < b.moves; });
        WaysFound result;
        result.complete = !is_cut_;
        std::unordered_set<std::uint64_t> different;
        for (const auto &each : ends_) different.insert(at(each.one).deeds);
        result.at_least = Number(is_cut_ ? different.size() : ends_.size());
        const auto wanted = follow(0, asked);
        for (std::size_t number = 0; number < ends_.size(); ++number)
            if (ends_[number].one == wanted) result.asked = Number(number);
        for (const auto &each : ends_) {
            if (result.found.size() == listed) break;
            result.found.push_back(path(each.one, each.node));
        }
        return result;
    }

    WaysFound::Path path(Number one, Number node) {
        WaysFound::Path made;
        for (;;) {
            const auto &reached = at(one).reached;
            const auto here =
                std::find_if(reached.begin(), reached.end(), [&](const auto &r) { return r.node == node; });
            if (here->back_class < 0) break;
            made.edges.push_back(here->back_edge);
            one = here->back_class;
            node = here->back_node;
        }
        made.start = node;
        std::reverse(made.edges.begin(), made.edges.end());
        return made;
    }

    const Corridor &corridor_;
    Edges edges_;
    Exchanges exchanges_;
    Desk desk_;
    std::size_t most_classes_;
    Budget &budget_;
    bool may_return_ = false, is_cut_ = false;
    std::vector<WayClass> classes_;
    std::vector<Number> level_;
    std::vector<Returns> returns_;  // of the classes of the level
    std::vector<std::vector<Pending>> pending_;
    std::vector<std::size_t> leader_;
    std::vector<End> ends_;
};

}  // namespace

WaysFound ways_in(const Corridor &corridor, std::size_t most_classes, std::size_t listed,
                  const std::vector<std::int64_t> &asked, Budget &budget) {
    return Builder(corridor, most_classes, budget).run(listed, asked);
}

}  // namespace quandary
