// The word for one closed loop.
#include <algorithm>
#include <numeric>

#include "word.hpp"

namespace quandary::pencil {
namespace {

class Roots {
  public:
    explicit Roots(int count) : parent_(std::size_t(count)) { std::iota(parent_.begin(), parent_.end(), 0); }
    int of(int end) {
        while (parent_[end] != end) end = parent_[end] = parent_[parent_[end]];
        return end;
    }
    // Whether they were apart.
    bool join(int one, int other) {
        const int a = of(one), b = of(other);
        parent_[a] = b;
        return a != b;
    }

  private:
    std::vector<int> parent_;
};

struct OneLoop : Word {
    std::vector<std::pair<int, int>> ends;
    int dots = 0;
    std::vector<std::vector<std::pair<int, int>>> meeting;  // at each dot: the number of an edge, and its other end

    Forced forces(const May &may) const override {
        Roots paths(dots);
        std::vector<int> degree(std::size_t(dots), 0);
        int closing = -1, lines = 0;
        for (std::size_t at = 0; at < scope.size(); ++at) {
            if (may[scope[at]] != on) continue;
            ++lines;
            const auto [one, other] = ends[at];
            if (++degree[one] > 2 || ++degree[other] > 2) return std::nullopt;
            if (!paths.join(one, other)) closing = one;
        }
        return closing >= 0 ? only(may, paths, closing) : open(may, paths, degree, lines);
    }

    void explain(const May &may, Spot spot, Mask gone, Because &because) const override {
        if (spot != nowhere) {
            if (!name_loop(may, spot, because) && !cut_off(may, may, edge_of(spot), because))
                Word::explain(may, spot, gone, because);
            return;
        }
        if (crossing(may, because) || name_loop(may, nowhere, because)) return;
        const auto left = without_closing(may);
        for (const auto wanted : {on, on | off})
            for (int edge = 0; edge < int(scope.size()); ++edge)
                if (left[scope[edge]] == wanted && cut_off(may, left, edge, because)) return;
        for (auto each : scope) because.lacks(each, on);
    }

  private:
    // What is left if no edge closes a loop too early.
    May without_closing(const May &may) const {
        auto left = may;
        for (int edge = 0; edge < int(scope.size()); ++edge) {
            if (may[scope[edge]] != (on | off)) continue;
            if (const auto way = way_around(may, edge); !way.empty() && line_beside(may, along(edge, way)) >= 0)
                left[scope[edge]] = off;
        }
        return left;
    }
    std::vector<bool> along(int edge, const Spots &way) const {
        std::vector<bool> found(scope.size());
        found[edge] = true;
        for (auto each : way) found[each] = true;
        return found;
    }
    int edge_of(Spot spot) const { return int(std::find(scope.begin(), scope.end(), spot) - scope.begin()); }

    // Names three lines that meet.
    bool crossing(const May &may, Because &because) const {
        for (const auto &edges : meeting) {
            Spots lines;
            for (const auto &[edge, other] : edges)
                if (may[scope[edge]] == on) lines.push_back(scope[edge]);
            if (lines.size() < 3) continue;
            for (int at = 0; at < 3; ++at) because.is(lines[std::size_t(at)]);
            return true;
        }
        return false;
    }

    // Names the lines of a loop that is closed, or that an edge would close, and a line beside it.
    bool name_loop(const May &may, Spot spot, Because &because) const {
        for (int edge = 0; edge < int(scope.size()); ++edge) {
            const bool closes = spot != nowhere && scope[edge] == spot;
            if (!closes && may[scope[edge]] != on) continue;
            const auto way = way_around(may, edge);
            if (way.empty()) continue;
            const auto on_it = along(edge, way);
            if (closes || spot == nowhere) {
                const int beside = line_beside(may, on_it);
                if (beside < 0) continue;
                because.is(scope[beside]);
            } else if (on_it[edge_of(spot)]) {
                continue;
            }
            for (int each = 0; each < int(scope.size()); ++each)
                if (on_it[each] && scope[each] != spot) because.is(scope[each]);
            return true;
        }
        return false;
    }
    int line_beside(const May &may, const std::vector<bool> &on_it) const {
        for (int edge = 0; edge < int(scope.size()); ++edge)
            if (!on_it[edge] && may[scope[edge]] == on) return edge;
        return -1;
    }

    // The lines that lead from one end of an edge to the other without it, or nothing.
    Spots way_around(const May &may, int without) const {
        const auto [start, goal] = ends[without];
        Spots way;
        for (int dot = start, came = without; dot != goal;) {
            const auto &edges = meeting[dot];
            const auto next = std::find_if(edges.begin(), edges.end(), [&](const auto &each) {
                return each.first != came && each.first != without && may[scope[each.first]] == on;
            });
            if (next == edges.end() || way.size() > scope.size()) return {};
            way.push_back(came = next->first);
            dot = next->second;
        }
        return way;
    }

    // Says why no loop has an edge, or why there is no loop if it is a line or has lines on both sides: the edges that
    // are missing around one side of it, among them those that would close a loop too early.
    bool cut_off(const May &may, const May &left, int edge, Because &because) const {
        const auto [one, other] = ends[edge];
        const bool is_line = may[scope[edge]] == on, is_known = &may == &left;
        auto inside = side(left, one, edge);
        const bool is_bridge = !inside[other];
        if (is_bridge) {
            const auto there = side(left, other, edge);
            if (std::count(there.begin(), there.end(), true) < std::count(inside.begin(), inside.end(), true))
                inside = there;
        }
        const int inner = line_where(may, inside, true), outside = line_where(may, inside, false);
        const bool is_apart = !is_bridge || (!is_line && !is_known);
        if (is_apart && (outside < 0 || (!is_known && inner < 0))) return false;
        if (is_apart) because.is(scope[outside]);
        if (is_apart && !is_known) because.is(scope[inner]);
        if (is_line) because.is(scope[edge]);
        for (int each = 0; each < int(scope.size()); ++each) {
            if (each == edge || inside[ends[each].first] == inside[ends[each].second]) continue;
            if (left[scope[each]] == may[scope[each]])
                because.lacks(scope[each], on);
            else
                name_loop(may, scope[each], because);
        }
        return true;
    }
    // A line with its ends on one side of others, or -1.
    int line_where(const May &may, const std::vector<bool> &inside, bool is_inside) const {
        for (int edge = 0; edge < int(scope.size()); ++edge)
            if (may[scope[edge]] == on && inside[ends[edge].first] == is_inside &&
                inside[ends[edge].second] == is_inside)
                return edge;
        return -1;
    }
    // The dots that can be connected with a dot without an edge.
    std::vector<bool> side(const May &may, int dot, int without) const {
        std::vector<bool> inside(std::size_t(dots), false);
        Spots queue{dot};
        inside[dot] = true;
        for (std::size_t at = 0; at < queue.size(); ++at)
            for (const auto &[edge, other] : meeting[queue[at]])
                if (edge != without && (may[scope[edge]] & on) && !inside[other]) {
                    inside[other] = true;
                    queue.push_back(other);
                }
        return inside;
    }

    // Rules out everything beside a loop that is closed.
    Forced only(const May &may, Roots &paths, int closing) const {
        Changes changes(may);
        for (std::size_t at = 0; at < scope.size(); ++at) {
            const auto mask = may[scope[at]];
            if (mask == on && paths.of(ends[at].first) != paths.of(closing)) return std::nullopt;
            if (mask == (on | off)) changes.set(scope[at], off);
        }
        return changes.result();
    }

    Forced open(const May &may, Roots &paths, const std::vector<int> &degree, int lines) const {
        std::vector<int> length(std::size_t(dots), 0);
        for (std::size_t at = 0; at < scope.size(); ++at)
            if (may[scope[at]] == on) ++length[paths.of(ends[at].first)];
        std::vector<bool> left(scope.size());
        Changes changes(may);
        int lying = 0;
        for (std::size_t at = 0; at < scope.size(); ++at) {
            const auto [one, other] = ends[at];
            const auto mask = may[scope[at]];
            const bool closes = mask == (on | off) && degree[one] && degree[other] &&
                                paths.of(one) == paths.of(other) && length[paths.of(one)] != lines;
            if (closes) changes.set(scope[at], off);
            left[at] = (mask & on) && !closes;
            lying += left[at];
        }
        if (!without_bridges(may, left, lying, changes) || !together(may, left, changes)) return std::nullopt;
        return changes.result();
    }

    bool without_bridges(const May &may, std::vector<bool> &left, int lying, Changes &changes) const {
        std::vector<int> order(std::size_t(dots), -1), low(std::size_t(dots), 0), dead;
        int count = 0;
        for (int dot = 0; dot < dots; ++dot)
            if (order[dot] < 0) visit(dot, -1, left, order, low, count, dead);
        if (int(dead.size()) == lying) return false;
        for (auto at : dead) {
            if (may[scope[at]] == on) return false;
            left[at] = false;
            changes.set(scope[at], off);
        }
        return true;
    }

    void visit(int dot, int came, const std::vector<bool> &left, std::vector<int> &order, std::vector<int> &low,
               int &count, std::vector<int> &dead) const {
        order[dot] = low[dot] = count++;
        for (const auto &[edge, other] : meeting[dot]) {
            if (edge == came || !left[edge]) continue;
            if (order[other] >= 0) {
                low[dot] = std::min(low[dot], order[other]);
                continue;
            }
            visit(other, edge, left, order, low, count, dead);
            low[dot] = std::min(low[dot], low[other]);
            if (low[other] > order[dot]) dead.push_back(edge);
        }
    }

    // Rules out what is not connected with the lines that are drawn.
    bool together(const May &may, const std::vector<bool> &left, Changes &changes) const {
        Roots groups(dots);
        for (std::size_t at = 0; at < scope.size(); ++at)
            if (left[at]) groups.join(ends[at].first, ends[at].second);
        int drawn = -1;
        for (std::size_t at = 0; at < scope.size(); ++at) {
            if (!left[at] || may[scope[at]] != on) continue;
            const int group = groups.of(ends[at].first);
            if (drawn >= 0 && group != drawn) return false;
            drawn = group;
        }
        for (std::size_t at = 0; drawn >= 0 && at < scope.size(); ++at)
            if (left[at] && groups.of(ends[at].first) != drawn) changes.set(scope[at], off);
        return true;
    }
};

std::unique_ptr<Word> one_loop(const Fields &of) {
    auto word = about<OneLoop>(of[0]);
    word->is_global = word->builds_up = true;
    for (const auto &pair : lists_of(of[1])) {
        word->ends.emplace_back(pair[0], pair[1]);
        word->dots = std::max({word->dots, int(pair[0]) + 1, int(pair[1]) + 1});
    }
    word->meeting.resize(std::size_t(word->dots));
    for (int edge = 0; edge < int(word->ends.size()); ++edge) {
        const auto [one, other] = word->ends[edge];
        word->meeting[one].emplace_back(edge, other);
        word->meeting[other].emplace_back(edge, one);
    }
    return word;
}

}  // namespace

Readers loop_words() {
    return {
        {"one_loop", one_loop},
    };
}

}  // namespace quandary::pencil
