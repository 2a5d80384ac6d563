// How many puzzles of each category the patterns of holes have. Mirrors richness.py, and search.py of the replication
// of HEX.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary::tangram {

// The images of solutions that fit each part of a pattern: by part, image and word of 64 solutions.
struct FittingImages {
    const std::uint64_t *bits;
    std::size_t parts, images, words;

    const std::uint64_t *of(std::size_t part) const { return bits + part * images * words; }
};

// A pattern is a part of `low` and a part of `high`, those of `low` changing fastest. A solution that fits in some
// image gives as many puzzles of each category as its row of `weights` says.
inline std::vector<std::int64_t> count_puzzles(const FittingImages &low, const FittingImages &high,
                                               const std::int64_t *weights, std::size_t categories, std::size_t first,
                                               std::size_t last, Budget &budget) {
    std::vector<std::int64_t> counts((last - first) * categories);
    std::vector<std::uint64_t> fitting(low.words);
    for (std::size_t rank = first; rank < last; ++rank) {
        budget.check();
        const auto *one = low.of(rank % low.parts), *other = high.of(rank / low.parts);
        for (std::size_t w = 0; w < low.words; ++w) fitting[w] = one[w] & other[w];
        for (std::size_t image = 1; image < low.images; ++image) {
            one += low.words;
            other += low.words;
            for (std::size_t w = 0; w < low.words; ++w) fitting[w] |= one[w] & other[w];
        }
        auto *const row = counts.data() + (rank - first) * categories;
        for (std::size_t w = 0; w < low.words; ++w)
            for (auto rest = fitting[w]; rest; rest &= rest - 1) {
                const auto *weight = weights + (64 * w + std::size_t(std::countr_zero(rest))) * categories;
                for (std::size_t category = 0; category < categories; ++category) row[category] += weight[category];
            }
    }
    return counts;
}

}  // namespace quandary::tangram
