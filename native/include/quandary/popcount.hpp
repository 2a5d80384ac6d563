// How many bits are set in a row of words.
#pragma once
#include <cstddef>
#include <cstdint>

namespace quandary {

// Compilers call a function for every word where they may not use the processor's own instruction; this is several
// times as fast.
template <class Word>
std::uint64_t count_bits_by_hand(std::size_t words, Word word_at) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t word = word_at(i);
        word -= word >> 1 & 0x5555555555555555;
        word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
        bits += ((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
    }
    return bits;
}

#if defined(__GNUC__) && defined(__x86_64__)
template <class Word>
__attribute__((target("popcnt"))) std::uint64_t count_bits_by_processor(std::size_t words, Word word_at) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < words; ++i) bits += std::uint64_t(__builtin_popcountll(word_at(i)));
    return bits;
}
inline const bool has_popcount = __builtin_cpu_supports("popcnt");
#endif

// Counts the bits of word_at(0), word_at(1), ... by the processor's own instruction if it has one.
template <class Word>
std::uint64_t count_bits(std::size_t words, Word word_at) {
#if defined(__GNUC__) && defined(__x86_64__)
    if (has_popcount) return count_bits_by_processor(words, word_at);
#endif
    return count_bits_by_hand(words, word_at);
}

}  // namespace quandary
