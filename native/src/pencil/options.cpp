// The word for one of several ways to place something.
#include <algorithm>

#include "word.hpp"

namespace quandary::pencil {
namespace {

struct OneOf : Word {
    struct Way {
        Spots marked, free;
    };
    std::vector<Way> ways;

    Forced forces(const May &may) const override {
        std::vector<std::size_t> marked(may.size()), free(may.size());
        std::size_t left = 0;
        for (const auto &way : ways) {
            const auto has = [&](const Spots &spots, Mask bit) {
                return std::all_of(spots.begin(), spots.end(), [&](Spot spot) { return may[spot] & bit; });
            };
            if (!has(way.marked, on) || !has(way.free, off)) continue;
            ++left;
            for (auto spot : way.marked) ++marked[spot];
            for (auto spot : way.free) ++free[spot];
        }
        if (!left) return std::nullopt;
        Changes changes(may);
        for (auto spot : scope) {
            if (marked[spot] == left) changes.set(spot, on);
            if (free[spot] == left) changes.set(spot, off);
        }
        return changes.result();
    }
};

std::unique_ptr<Word> one_of(const Fields &of) {
    auto word = about<OneOf>(of[0]);
    const auto marked = lists_of(of[1]), free = lists_of(of[2]);
    for (std::size_t at = 0; at < marked.size(); ++at) word->ways.push_back({spots_of(marked[at]), spots_of(free[at])});
    return word;
}

}  // namespace

Readers option_words() { return {{"one_of", one_of}}; }

}  // namespace quandary::pencil
