// Why a word forces something, if it has no reasons of its own.
#include <algorithm>

#include "word.hpp"

namespace quandary::pencil {
namespace {

// Finds out how little must be known, by leaving out one thing after another.
class Fewest {
  public:
    Fewest(const Word &word, const May &may, Spot spot, Mask gone, Because &because)
        : word_(word), may_(may), spot_(spot), gone_(gone), because_(because), known_(because.from()) {
        for (auto each : word.scope) known_[each] = may[each];
    }

    void find() {
        for (auto spot : word_.scope)
            if (!because_.is_old(spot)) leave_out(spot);
        for (auto spot : word_.scope) because_.lacks(spot, ~known_[spot]);
    }

  private:
    void leave_out(Spot spot) {
        const auto all = because_.from()[spot];
        known_[spot] = all;
        if (follows()) return;
        known_[spot] = may_[spot];
        if (std::popcount(all) < 3) return;
        for (auto lost = all & ~may_[spot]; lost; lost &= lost - 1) {
            const auto value = lost & (~lost + 1);
            known_[spot] |= value;
            if (!follows()) known_[spot] &= ~value;
        }
    }

    bool follows() const {
        const auto forced = word_.forces(known_);
        if (!forced) return true;
        return std::any_of(forced->begin(), forced->end(),
                           [&](const auto &each) { return each.first == spot_ && !(each.second & gone_); });
    }

    const Word &word_;
    const May &may_;
    Spot spot_;
    Mask gone_;
    Because &because_;
    May known_;
};

}  // namespace

void Word::explain(const May &may, Spot spot, Mask gone, Because &because) const {
    Fewest(*this, may, spot, gone, because).find();
}

}  // namespace quandary::pencil
