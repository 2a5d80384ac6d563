// The word for marks that belong to places one to one.
#include "word.hpp"

namespace quandary::pencil {
namespace {

// Whether each can have one of its options for itself. Options are numbers from 0.
class Matching {
  public:
    Matching(const std::vector<Spots> &options, std::size_t count) : options_(options), taken_(count, -1) {}
    bool is_whole() {
        for (int one = 0; one < int(options_.size()); ++one) {
            seen_.assign(taken_.size(), false);
            if (!finds(one)) return false;
        }
        return true;
    }

  private:
    bool finds(int one) {
        for (auto option : options_[one]) {
            if (seen_[option]) continue;
            seen_[option] = true;
            if (taken_[option] >= 0 && !finds(taken_[option])) continue;
            taken_[option] = one;
            return true;
        }
        return false;
    }
    const std::vector<Spots> &options_;
    std::vector<int> taken_;
    std::vector<bool> seen_;
};

struct Paired : Word {
    std::vector<Spots> near;

    Forced forces(const May &may) const override {
        std::vector<Spots> places(may.size()), sure, free(near.size());
        for (int at = 0; at < int(near.size()); ++at)
            for (auto spot : near[at]) {
                places[spot].push_back(at);
                if (may[spot] & on) free[at].push_back(spot);
            }
        Changes changes(may);
        for (auto spot : scope) {
            if (may[spot] == on && places[spot].empty()) return std::nullopt;
            if (may[spot] == on) sure.push_back(places[spot]);
            if (may[spot] & on && places[spot].empty()) changes.set(spot, off);
        }
        if (!Matching(free, may.size()).is_whole() || !Matching(sure, near.size()).is_whole()) return std::nullopt;
        for (auto spot : scope) {
            if (!(may[spot] & on) || may[spot] == on || places[spot].empty()) continue;
            auto without = free;
            for (auto &some : without) std::erase(some, spot);
            auto with = sure;
            with.push_back(places[spot]);
            if (!Matching(without, may.size()).is_whole())
                changes.set(spot, on);
            else if (!Matching(with, near.size()).is_whole())
                changes.set(spot, off);
        }
        return changes.result();
    }
};

std::unique_ptr<Word> paired(const Fields &of) {
    auto word = about<Paired>(of[0]);
    word->is_global = true;
    for (const auto &spots : lists_of(of[1])) word->near.push_back(spots_of(spots));
    return word;
}

}  // namespace

Readers pair_words() {
    return {
        {"paired", paired},
    };
}

}  // namespace quandary::pencil
