// What the future of a state depends on, as words, and a table of such keys.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <quandary/bitset.hpp>

namespace quandary {

// A few words, written anew for every state; equal only if all of them are.
class Key {
  public:
    void clear() { size_ = 0; }
    void add(std::uint64_t word) {
        if (size_ == room_.size()) room_.resize(2 * size_);
        room_[size_++] = word;
    }
    template <int Size>
    void add(const BitSet<Size> &set) {
        for (auto word : set.words()) add(word);
    }
    std::span<const std::uint64_t> words() const { return {room_.data(), size_}; }
    std::uint64_t hash() const { return hash(words()); }
    static std::uint64_t hash(std::span<const std::uint64_t> words) {
        std::uint64_t h = words.size();
        for (auto word : words) {
            h = (h ^ word) * 0x9e3779b97f4a7c15;
            h ^= h >> 32;
        }
        return BitSet<64>::mix(h);
    }

  private:
    std::size_t size_ = 0;
    std::vector<std::uint64_t> room_ = std::vector<std::uint64_t>(32);
};

// Numbers keys in the order they are met. It does not use NumberIndex: keys have different lengths, and a tag beside
// each place spares most looks at the records, all of them when the index grows.
class KeyTable {
  public:
    using Number = std::uint32_t;

    KeyTable() : index_(256) { records_.reserve(4 * index_.size()); }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return 8 * records_.capacity() + sizeof(Entry) * index_.capacity(); }

    // The number of a key, if it was added.
    std::optional<Number> find(std::span<const std::uint64_t> key) const {
        const auto end = index_[place(key, Key::hash(key))].end;
        return end == 0 ? std::nullopt : std::optional(number(end));
    }

    // The number of a key, and whether it is new.
    std::pair<Number, bool> add(const Key &key) { return add(key.words()); }
    std::pair<Number, bool> add(std::span<const std::uint64_t> key) {
        const auto hash = Key::hash(key);
        const auto at = place(key, hash);
        if (index_[at].end != 0) return {number(index_[at].end), false};
        records_.insert(records_.end(), key.begin(), key.end());
        records_.push_back(std::uint64_t(size_) << 32 | key.size());
        index_[at] = {tag(hash), std::uint32_t(records_.size())};
        if (++size_ * 5 > index_.size() * 3) grow();
        return {size_ - 1, true};
    }

  private:
    // A record is a key and one word more, its number and length, so that both are found at one place.
    struct Entry {
        std::uint32_t tag = 0;  // of the hash, whose last bits are the place to begin at
        std::uint32_t end = 0;  // where in the records; 0 is empty
    };

    static std::uint32_t tag(std::uint64_t hash) { return std::uint32_t(hash >> 32); }
    Number number(std::uint32_t end) const { return Number(records_[end - 1] >> 32); }
    std::span<const std::uint64_t> words(std::uint32_t end) const {
        const auto length = std::uint32_t(records_[end - 1]);
        return {records_.data() + (end - 1 - length), length};
    }
    bool is(std::uint32_t end, std::span<const std::uint64_t> key) const { return std::ranges::equal(words(end), key); }

    // Where a key is in the index, or would be.
    std::size_t place(std::span<const std::uint64_t> key, std::uint64_t hash) const {
        const std::size_t mask = index_.size() - 1;
        auto at = tag(hash) & mask;
        while (index_[at].end != 0 && !(index_[at].tag == tag(hash) && is(index_[at].end, key))) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<Entry> old(index_.size() * 2);
        old.swap(index_);
        const std::size_t mask = index_.size() - 1;
        for (const auto &entry : old) {
            if (entry.end == 0) continue;
            auto at = entry.tag & mask;
            while (index_[at].end != 0) at = (at + 1) & mask;
            index_[at] = entry;
        }
    }

    Number size_ = 0;
    std::vector<std::uint64_t> records_;
    std::vector<Entry> index_;
};

}  // namespace quandary
