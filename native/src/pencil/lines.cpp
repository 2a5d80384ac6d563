// Words about lines, and those that are told by their rows.
#include <algorithm>

#include "word.hpp"

namespace quandary::pencil {
namespace {

struct Runs : Word {
    std::vector<bool> pattern;  // what comes after each state: a mark, or a gap that ends a run
    Mask waits = 0, marks = 0, gaps = 0;

    explicit Runs(const Numbers &lengths) {
        for (auto length : lengths) {
            if (!pattern.empty()) pattern.push_back(false);
            pattern.insert(pattern.end(), std::size_t(length), true);
        }
        if (pattern.size() > 62) return;  // no board is so large, and `forces` says so
        waits = bit_of(std::int64_t(pattern.size()));
        for (std::size_t at = 0; at < pattern.size(); ++at) {
            (pattern[at] ? marks : gaps) |= Mask(1) << at;
            if (pattern[at] && (at == 0 || !pattern[at - 1])) waits |= Mask(1) << at;
        }
    }

    Forced forces(const May &may) const override {
        if (pattern.size() > scope.size()) return std::nullopt;
        std::vector<Mask> before{1}, left(scope.size());
        for (auto spot : scope) {
            const auto now = before.back();
            Mask then = 0;
            if (may[spot] & off) then |= (now & waits) | (now & gaps) << 1;
            if (may[spot] & on) then |= (now & marks) << 1;
            before.push_back(then);
        }
        Mask after = Mask(1) << pattern.size();
        for (auto at = scope.size(); at-- > 0;) {
            const auto mask = may[scope[at]];
            const auto stay = mask & off ? (after & waits) | (after >> 1 & gaps) : 0;
            const auto goes = mask & on ? after >> 1 & marks : 0;
            left[at] = (stay & before[at] ? off : 0) | (goes & before[at] ? on : 0);
            if (!left[at]) return std::nullopt;
            after = (stay | goes) & before[at];
        }
        return changed_to(may, scope, left);
    }
};

// How high and how many were seen so far, as a bit of a set: 64 heights for each count.
struct Skyline : Word {
    int n = 0;

    Forced forces(const May &may) const override {
        std::vector<std::vector<Mask>> before{std::vector<Mask>(std::size_t(n) + 1)};
        before[0][0] = 1;
        for (auto spot : scope) {
            std::vector<Mask> then(std::size_t(n) + 1);
            for (auto mask = may[spot]; mask; mask &= mask - 1)
                for (int count = 0; count <= n; ++count) advance(before.back(), then, count, value_of(mask));
            before.push_back(std::move(then));
        }
        std::vector<Mask> wanted(std::size_t(n) + 1), left(scope.size());
        wanted[std::size_t(n)] = before.back()[std::size_t(n)];
        for (auto at = scope.size(); at-- > 0;) {
            std::vector<Mask> back(std::size_t(n) + 1);
            for (auto mask = may[scope[at]]; mask; mask &= mask - 1)
                if (retreat(before[at], wanted, back, value_of(mask))) left[at] |= mask & (~mask + 1);
            if (!left[at]) return std::nullopt;
            wanted = std::move(back);
        }
        return changed_to(may, scope, left);
    }

  private:
    // Heights from a value up, which a value does not rise above.
    static Mask from(int value) { return ~((Mask(1) << value) - 1); }

    void advance(const std::vector<Mask> &now, std::vector<Mask> &then, int count, int value) const {
        const auto at = std::size_t(count);
        then[at] |= now[at] & from(value);
        if (count < n && (now[at] & ~from(value))) then[at + 1] |= bit_of(value);
    }

    bool retreat(const std::vector<Mask> &before, const std::vector<Mask> &wanted, std::vector<Mask> &back,
                 int value) const {
        bool any = false;
        for (std::size_t count = 0; count <= std::size_t(n); ++count) {
            Mask came = before[count] & wanted[count] & from(value);
            if (count < std::size_t(n) && (wanted[count + 1] & bit_of(value))) came |= before[count] & ~from(value);
            back[count] |= came;
            any |= came != 0;
        }
        return any;
    }
};

struct Sees : Word {
    int n = 0;
    Spot spot = 0;
    std::vector<Spots> rays;

    Forced forces(const May &may) const override {
        if (may[spot] == on) return std::nullopt;
        Changes changes(may);
        changes.set(spot, off);
        std::vector<std::vector<int>> ends;
        for (const auto &ray : rays) ends.push_back(ends_of(ray, may));
        for (std::size_t at = 0; at < rays.size(); ++at) {
            const auto &ray = rays[at];
            const auto sums = sums_without(ends, at);
            std::vector<int> fits;
            for (auto far : ends[at])
                if (far < n && sums[std::size_t(n - 1 - far)]) fits.push_back(far);
            if (fits.empty()) return std::nullopt;
            for (int far = 0; far < fits[0]; ++far) changes.set(ray[std::size_t(far)], off);
            if (fits.size() == 1 && fits[0] < int(ray.size())) changes.set(ray[std::size_t(fits[0])], on);
        }
        return changes.result();
    }

  private:
    static std::vector<int> ends_of(const Spots &ray, const May &may) {
        std::vector<int> found;
        for (std::size_t at = 0; at < ray.size(); ++at) {
            if (may[ray[at]] & on) found.push_back(int(at));
            if (may[ray[at]] == on) return found;
        }
        found.push_back(int(ray.size()));
        return found;
    }

    std::vector<bool> sums_without(const std::vector<std::vector<int>> &ends, std::size_t but) const {
        std::vector<bool> sums(std::size_t(std::max(n, 1)));
        sums[0] = true;
        for (std::size_t at = 0; at < ends.size(); ++at) {
            if (at == but) continue;
            std::vector<bool> next(sums.size());
            for (std::size_t sum = 0; sum < sums.size(); ++sum)
                for (auto far : ends[at])
                    if (sums[sum] && sum + std::size_t(far) < sums.size()) next[sum + std::size_t(far)] = true;
            sums = std::move(next);
        }
        return sums;
    }
};

struct Table : Word {
    std::vector<Numbers> rows;
    Forced forces(const May &may) const override {
        std::vector<Mask> left(scope.size());
        for (const auto &row : rows) {
            bool fits = true;
            for (std::size_t at = 0; at < scope.size(); ++at) fits &= (may[scope[at]] & bit_of(row[at])) != 0;
            for (std::size_t at = 0; fits && at < scope.size(); ++at) left[at] |= bit_of(row[at]);
        }
        if (std::find(left.begin(), left.end(), Mask(0)) != left.end()) return std::nullopt;
        return changed_to(may, scope, left);
    }
};

std::unique_ptr<Word> runs(const Fields &of) {
    auto word = std::make_unique<Runs>(of[0]);
    word->scope = spots_of(of[1]);
    return word;
}

std::unique_ptr<Word> skyline(const Fields &of) {
    auto word = about<Skyline>(of[1]);
    word->n = int(of[0][0]);
    return word;
}

std::unique_ptr<Word> sees(const Fields &of) {
    auto word = std::make_unique<Sees>();
    word->n = int(of[0][0]);
    word->spot = Spot(of[1][0]);
    word->scope.push_back(word->spot);
    for (const auto &ray : lists_of(of[2])) {
        word->rays.push_back(spots_of(ray));
        word->scope.insert(word->scope.end(), ray.begin(), ray.end());
    }
    return word;
}

std::unique_ptr<Word> table(const Fields &of) {
    auto word = about<Table>(of[0]);
    word->rows = lists_of(of[1]);
    return word;
}

}  // namespace

Readers line_words() {
    return {
        {"runs", runs},
        {"skyline", skyline},
        {"sees", sees},
        {"table", table},
    };
}

}  // namespace quandary::pencil
