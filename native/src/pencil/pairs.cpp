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
            if (!finds(one)) {
                stuck_ = one;
                return false;
            }
        }
        return true;
    }
    // Those that have too few options together, if it is not whole.
    std::vector<int> too_many() const {
        std::vector<int> found{stuck_};
        for (std::size_t option = 0; option < seen_.size(); ++option)
            if (seen_[option]) found.push_back(taken_[option]);
        return found;
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
    int stuck_ = -1;
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

    void explain(const May &may, Spot spot, Mask gone, Because &because) const override {
        if (gone & on) return too_many_marks(may, spot, because);
        std::vector<Spots> free(near.size());
        for (std::size_t at = 0; at < near.size(); ++at)
            for (auto each : near[at])
                if ((may[each] & on) && each != spot) free[at].push_back(each);
        Matching matching(free, may.size());
        if (matching.is_whole()) return too_many_marks(may, nowhere, because);
        for (auto at : matching.too_many())
            for (auto each : near[std::size_t(at)])
                if (each != spot) because.lacks(each, on);
    }

  private:
    // Names marks that have too few places, one more among them.
    void too_many_marks(const May &may, Spot more, Because &because) const {
        std::vector<Spots> places(may.size()), options;
        for (int at = 0; at < int(near.size()); ++at)
            for (auto spot : near[std::size_t(at)]) places[spot].push_back(at);
        Spots marks;
        for (auto spot : scope)
            if (may[spot] == on) marks.push_back(spot);
        if (more != nowhere) marks.push_back(more);
        for (auto spot : marks) options.push_back(places[spot]);
        Matching matching(options, near.size());
        if (matching.is_whole()) return;
        for (auto one : matching.too_many())
            if (marks[std::size_t(one)] != more) because.is(marks[std::size_t(one)]);
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
