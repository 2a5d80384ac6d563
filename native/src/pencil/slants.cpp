// The word for lines that close no loop.
#include <algorithm>
#include <numeric>

#include "word.hpp"

namespace quandary::pencil {
namespace {

struct NoLoop : Word {
    using Ends = std::pair<int, int>;
    std::vector<Ends> ends, others;  // of a spot with a mark, and without
    int places = 0;

    Forced forces(const May &may) const override {
        std::vector<int> group(static_cast<std::size_t>(places));
        std::iota(group.begin(), group.end(), 0);
        const auto root = [&](int end) {
            while (group[end] != end) end = group[end] = group[group[end]];
            return end;
        };
        for (std::size_t at = 0; at < scope.size(); ++at) {
            if (may[scope[at]] == (on | off)) continue;
            const auto &[one, other] = may[scope[at]] == on ? ends[at] : others[at];
            const int a = root(one), b = root(other);
            if (a == b) return std::nullopt;
            group[a] = b;
        }
        Changes changes(may);
        for (std::size_t at = 0; at < scope.size(); ++at) {
            if (may[scope[at]] != (on | off)) continue;
            const bool with = root(ends[at].first) == root(ends[at].second);
            const bool without = root(others[at].first) == root(others[at].second);
            if (with && without) return std::nullopt;
            if (with || without) changes.set(scope[at], with ? off : on);
        }
        return changes.result();
    }
};

std::unique_ptr<Word> no_loop(const Fields &of) {
    auto word = about<NoLoop>(of[0]);
    word->is_global = true;
    const auto read = [&](const Numbers &numbers, std::vector<NoLoop::Ends> &ends) {
        for (const auto &pair : lists_of(numbers)) {
            ends.emplace_back(int(pair[0]), int(pair[1]));
            word->places = std::max({word->places, int(pair[0]) + 1, int(pair[1]) + 1});
        }
    };
    read(of[1], word->ends);
    read(of[2], word->others);
    return word;
}

}  // namespace

Readers slant_words() { return {{"no_loop", no_loop}}; }

}  // namespace quandary::pencil
