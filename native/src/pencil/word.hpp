// What the words of pencil puzzles share. A family of words has its own file.
#pragma once
#include <bit>

#include <quandary/pencil.hpp>

namespace quandary::pencil {

using Spots = std::vector<Spot>;
using Links = std::vector<Spots>;  // the spots beside each spot
using Fields = std::vector<Numbers>;
constexpr Mask off = 1, on = 2;

inline bool is_decided(Mask mask) { return std::has_single_bit(mask); }
inline int value_of(Mask mask) { return std::countr_zero(mask); }
inline Mask bit_of(std::int64_t value) { return Mask(1) << value; }

inline Spots spots_of(const Numbers &numbers) { return {numbers.begin(), numbers.end()}; }
// Numbers with counts before them, as lists.
std::vector<Numbers> lists_of(const Numbers &numbers);
Links links_of(const Numbers &numbers);

// Collects what changes.
class Changes {
  public:
    explicit Changes(const May &may) : may_(may) {}
    void set(Spot spot, Mask mask) {
        if (mask != may_[spot]) found_.emplace_back(spot, mask);
    }
    Forced result() { return std::move(found_); }

  private:
    const May &may_;
    std::vector<std::pair<Spot, Mask>> found_;
};

inline Forced changed_to(const May &may, const Spots &scope, const std::vector<Mask> &left) {
    Changes changes(may);
    for (std::size_t at = 0; at < scope.size(); ++at) changes.set(scope[at], left[at]);
    return changes.result();
}

template <class W>
std::unique_ptr<W> about(const Numbers &scope) {
    auto word = std::make_unique<W>();
    word->scope = spots_of(scope);
    return word;
}

// The words of a family by name, and how each is made from its fields.
using Reader = std::unique_ptr<Word> (*)(const Fields &);
using Readers = std::vector<std::pair<std::string, Reader>>;
Readers counting_words();
Readers digit_words();
Readers line_words();
Readers shape_words();
Readers pair_words();
Readers loop_words();
Readers slant_words();
Readers option_words();

}  // namespace quandary::pencil
