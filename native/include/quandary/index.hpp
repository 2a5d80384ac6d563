// Finds things that the caller keeps and numbers by their hashes: open addressing over the numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quandary {

// At most `Full` of twenty places are taken; then the index doubles.
template <std::size_t Full>
class NumberIndex {
  public:
    using Number = std::uint32_t;

    std::size_t bytes() const { return places_.capacity() * sizeof(Number); }

    // The place of the thing with this hash of which is(number) says yes, or the empty place where it belongs.
    template <class Is>
    std::size_t find(std::uint64_t hash, Is is) const {
        const std::size_t mask = places_.size() - 1;
        auto at = std::size_t(hash) & mask;
        while (places_[at] != 0 && !is(places_[at] - 1)) at = (at + 1) & mask;
        return at;
    }

    bool is_taken(std::size_t place) const { return places_[place] != 0; }
    Number at(std::size_t place) const { return places_[place] - 1; }

    // Puts the next number there, so that there are `size` things; hash_of(number) is asked if the index grows.
    template <class HashOf>
    void put(std::size_t place, std::size_t size, HashOf hash_of) {
        places_[place] = Number(size);
        if (size * 20 > places_.size() * Full) grow(size, hash_of);
    }

    void clear() { places_.assign(places_.size(), 0); }

  private:
    template <class HashOf>
    void grow(std::size_t size, HashOf hash_of) {
        const auto more = places_.size() * 2;
        std::vector<Number>().swap(places_);  // free the old one first
        places_.assign(more, 0);
        const std::size_t mask = more - 1;
        for (std::size_t i = 0; i < size; ++i) {
            auto at = std::size_t(hash_of(Number(i))) & mask;
            while (places_[at] != 0) at = (at + 1) & mask;
            places_[at] = Number(i + 1);
        }
    }

    std::vector<Number> places_ = std::vector<Number>(64, 0);  // number + 1; 0 is empty
};

}  // namespace quandary
