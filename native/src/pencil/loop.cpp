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

  private:
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
    word->is_global = true;
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
