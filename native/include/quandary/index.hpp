// Finds things that the caller keeps and numbers by their hashes: open addressing over the numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quandary {

// At most `Full` of twenty places are taken; then the index doubles. A place also holds half of the hash, so that
// things elsewhere in memory are hardly ever looked at in vain, and never when the index grows.
template <std::size_t Full>
class NumberIndex {
  public:
    using Number = std::uint32_t;

    std::size_t bytes() const { return places_.capacity() * sizeof(Place); }

    // Fetches what `find` will look at first.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&places_[first(Number(hash))]); }

    // The place of the thing with this hash of which is(number) says yes, or the empty place where it belongs.
    template <class Is>
    std::size_t find(std::uint64_t hash, Is is) const {
        const auto half = Number(hash);
        auto at = first(half);
        while (places_[at].next != 0 && !(places_[at].half == half && is(places_[at].next - 1))) at = after(at);
        return at;
    }

    bool is_taken(std::size_t place) const { return places_[place].next != 0; }
    Number at(std::size_t place) const { return places_[place].next - 1; }

    // Puts the next number there, so that there are `size` things; the hash is that of `find`.
    void put(std::size_t place, std::size_t size, std::uint64_t hash) {
        places_[place] = {Number(size), Number(hash)};
        if (size * 20 > places_.size() * Full) grow();
    }

    void clear() { places_.assign(places_.size(), {}); }

  private:
    struct Place {
        Number next = 0;  // number + 1; 0 is empty
        Number half = 0;
    };

    std::size_t first(Number half) const { return half & (places_.size() - 1); }
    std::size_t after(std::size_t place) const { return (place + 1) & (places_.size() - 1); }

    void grow() {
        std::vector<Place> old(places_.size() * 2);
        old.swap(places_);
        for (const auto &each : old) {
            if (each.next == 0) continue;
            auto at = first(each.half);
            while (places_[at].next != 0) at = after(at);
            places_[at] = each;
        }
    }

    std::vector<Place> places_ = std::vector<Place>(64);
};

}  // namespace quandary
