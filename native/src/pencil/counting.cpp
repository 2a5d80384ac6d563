// Words that count marks.
#include <algorithm>

#include "word.hpp"

namespace quandary::pencil {
namespace {

Forced counted(const Spots &scope, Mask bit, std::int64_t least, std::int64_t most, const May &may) {
    std::int64_t sure = 0, free = 0;
    for (auto spot : scope)
        if (may[spot] & bit) ++(may[spot] == bit ? sure : free);
    if (sure > most || sure + free < least) return std::nullopt;
    Changes changes(may);
    const bool is_full = sure == most;
    if (is_full || sure + free == least)
        for (auto spot : scope)
            if (may[spot] & bit && may[spot] != bit) changes.set(spot, is_full ? may[spot] & ~bit : bit);
    return changes.result();
}

struct Counting : Word {
    Mask bit = on;
    std::int64_t least = 0, most = 0;
    Forced forces(const May &may) const override { return counted(scope, bit, least, most, may); }

    void explain(const May &may, Spot spot, Mask gone, Because &because) const override {
        const auto sure = std::count_if(scope.begin(), scope.end(), [&](Spot at) { return may[at] == bit; });
        const bool is_full = spot == nowhere ? sure > most : (gone & bit) != 0;
        const auto more = spot == nowhere ? 1 : 0;
        if (is_full)
            name(most + more, ~bit, because, [&](Spot at) { return may[at] == bit; });
        else
            name(std::int64_t(scope.size()) - least + more, bit, because,
                 [&](Spot at) { return at != spot && !(may[at] & bit); });
    }

  private:
    // Names so many of the spots for the values that they have lost, first those that cost nothing.
    template <class Fits>
    void name(std::int64_t number, Mask values, Because &because, Fits fits) const {
        for (const bool old : {true, false})
            for (auto at : scope)
                if (number > 0 && because.is_old(at) == old && fits(at)) {
                    because.lacks(at, values);
                    --number;
                }
    }
};

struct Touches : Word {
    std::int64_t n = 0;
    Spot spot = 0;
    Spots around;
    Mask bit = on;
    Forced forces(const May &may) const override {
        Changes none(may);
        if (!(may[spot] & bit)) return none.result();
        auto found = counted(around, bit, n, n, may);
        if (may[spot] == bit) return found;
        if (!found) none.set(spot, may[spot] & ~bit);
        return none.result();
    }
};

struct Passes : Word {
    Forced forces(const May &may) const override {
        int sure = 0, free = 0;
        for (auto spot : scope) {
            sure += may[spot] == on;
            free += may[spot] == (on | off);
        }
        if (sure > 2 || (sure == 1 && !free)) return std::nullopt;
        Changes changes(may);
        const bool closed = sure == 2 || (!sure && free == 1), goes_on = sure == 1 && free == 1;
        for (auto spot : scope)
            if (may[spot] == (on | off) && (closed || goes_on)) changes.set(spot, closed ? off : on);
        return changes.result();
    }
};

std::unique_ptr<Word> counting(const Numbers &scope, std::int64_t value, std::int64_t least, std::int64_t most) {
    auto word = about<Counting>(scope);
    word->bit = bit_of(value);
    word->least = least;
    word->most = most;
    return word;
}

std::unique_ptr<Word> touches(const Fields &of) {
    auto word = std::make_unique<Touches>();
    word->n = of[0][0];
    word->spot = Spot(of[1][0]);
    word->around = spots_of(of[2]);
    word->bit = bit_of(of[3][0]);
    word->scope = word->around;
    word->scope.insert(word->scope.begin(), word->spot);
    return word;
}

std::int64_t size_of(const Numbers &scope) { return std::int64_t(scope.size()); }

}  // namespace

Readers counting_words() {
    return {
        {"exactly", [](const Fields &of) { return counting(of[1], of[2][0], of[0][0], of[0][0]); }},
        {"at_least", [](const Fields &of) { return counting(of[1], of[2][0], of[0][0], size_of(of[1])); }},
        {"at_most", [](const Fields &of) { return counting(of[1], of[2][0], 0, of[0][0]); }},
        {"no_square", [](const Fields &of) { return counting(of[0], of[1][0], 0, size_of(of[0]) - 1); }},
        {"touches", touches},
        {"passes", [](const Fields &of) -> std::unique_ptr<Word> { return about<Passes>(of[0]); }},
    };
}

}  // namespace quandary::pencil
