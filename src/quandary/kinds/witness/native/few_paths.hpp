// Some of the paths of an empty panel, numbered anew in the same order. Sets of few paths are short.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <vector>

#include "paths.hpp"

namespace quandary::witness {

// The paths, and their sets, which are made when they are asked for.
class FewPaths {
  public:
    using Panel = Paths::Panel;

    // All paths, as long as none are taken.
    explicit FewPaths(const Paths &all) : all_(all) {}

    // Numbers the members of a set of other paths. What was made for those taken before is gone.
    void take(const PathSet &some, const FewPaths &among) {
        ++times_;
        used_ = 0;
        places_.clear();
        numbers_.clear();
        for (std::size_t word = 0; word < some.size(); ++word)
            for (auto rest = some[word]; rest; rest &= rest - 1) {
                const auto place = 64 * word + std::size_t(std::countr_zero(rest));
                places_.push_back(std::uint32_t(place));
                numbers_.push_back(among.number(place));
            }
    }

    PathSet every() const {
        if (are_all()) return all_.every();
        PathSet set((numbers_.size() + 63) / 64, ~std::uint64_t(0));
        if (numbers_.size() % 64) set.back() = (std::uint64_t(1) << numbers_.size() % 64) - 1;
        return set;
    }

    const PathSet &covering(int place) { return made(covering_[std::size_t(place)], all_.covering(place)); }
    const PathSet &joining(int cell, int other) {
        return made(joining_[std::size_t(cell)][std::size_t(other)], all_.joining(cell, other));
    }
    const PathSet &along(int cell, int edges) {
        return made(along_[std::size_t(cell)][std::size_t(edges)], all_.along(cell, edges));
    }

    // What is in a set of the paths from which these were taken. It stays until others are.
    const PathSet &renumbered(const PathSet &set) {
        if (used_ == room_.size()) room_.emplace_back();
        auto &result = room_[used_++];
        renumber(set, places_, result);
        return result;
    }

    std::uint32_t number(std::size_t i) const { return are_all() ? std::uint32_t(i) : numbers_[i]; }
    const Panel::State &path(std::size_t i) const { return all_.all[number(i)]; }
    int length_of(std::size_t i) const { return all_.length_of(number(i)); }

  private:
    struct Made {
        PathSet set;
        std::uint64_t when = 0;  // the number of times that paths had been taken
    };

    bool are_all() const { return times_ == 0; }

    const PathSet &made(Made &here, const PathSet &of_all) {
        if (are_all()) return of_all;
        if (here.when != times_) {
            renumber(of_all, numbers_, here.set);
            here.when = times_;
        }
        return here.set;
    }

    // Puts those of the places that are in a set into another, without words if there are none.
    static void renumber(const PathSet &set, const std::vector<std::uint32_t> &places, PathSet &result) {
        result.clear();
        if (set.empty()) return;
        std::uint64_t any = 0;
        for (std::size_t first = 0; first < places.size(); first += 64) {
            const auto end = std::min(first + 64, places.size());
            std::uint64_t word = 0;
            for (auto i = first; i < end; ++i) word |= (set[places[i] / 64] >> places[i] % 64 & 1) << (i - first);
            result.push_back(word);
            any |= word;
        }
        if (!any) result.clear();
    }

    const Paths &all_;
    std::uint64_t times_ = 0;
    std::vector<std::uint32_t> places_, numbers_;  // among the paths taken from, and among all
    std::deque<PathSet> room_;                     // of which so many are in use:
    std::size_t used_ = 0;
    std::array<Made, std::size_t(4 * Paths::Corners::size)> covering_;
    std::array<std::array<Made, Paths::Corners::size>, Paths::Corners::size> joining_;
    std::array<std::array<Made, 5>, Paths::Corners::size> along_;
};

}  // namespace quandary::witness
