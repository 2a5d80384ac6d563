// Exact cover: choose options so that every required item is in exactly one of them, and every other
// item in at most as many as it has room for. Mirrors quandary/parts/exact_cover.py.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/popcount.hpp>

namespace quandary {

class ExactCover {
  public:
    using Options = std::vector<std::vector<int>>;

    // Items count from 0: first the required ones, then those with room.
    ExactCover(int required, std::vector<int> room, const Options &options)
        : required_(required), room_(std::move(room)), words_((options.size() + 63) / 64) {
        having_.assign((std::size_t(required) + room_.size()) * words_, 0);
        for (std::size_t option = 0; option < options.size(); ++option)
            for (int item : options[option]) {
                if (item < 0 || item >= required_ + int(room_.size()))
                    throw std::invalid_argument("exact cover: no item " + std::to_string(item));
                having(item)[option / 64] |= std::uint64_t(1) << (option % 64);
            }
        for (const auto &items : options) {
            required_of_.emplace_back();
            others_of_.emplace_back();
            for (int item : items) {
                auto &own = (item < required_ ? required_of_ : others_of_).back();
                const bool is_again = item < required_ && std::find(own.begin(), own.end(), item) != own.end();
                if (!is_again) own.push_back(item);
            }
        }
    }

    // Calls visit(options) for every cover, in the order of Python's covers().
    template <class Visit>
    void search(Budget &budget, Visit visit) {
        const std::size_t count = required_of_.size();
        alive_.assign(words_, ~std::uint64_t(0));
        if (count % 64) alive_.back() = (std::uint64_t(1) << (count % 64)) - 1;
        open_.resize(std::size_t(required_));
        place_.resize(open_.size());
        for (int item = 0; item < required_; ++item) open_[std::size_t(item)] = place_[std::size_t(item)] = item;
        chosen_.clear();
        for (int item = required_; item < required_ + int(room_.size()); ++item)
            if (room(item) == 0) remove(0, item);
        descend(budget, visit);
    }

  private:
    std::uint64_t *having(int item) { return having_.data() + std::size_t(item) * words_; }
    int &room(int item) { return room_[std::size_t(item - required_)]; }

    // The set of options alive at each depth lies on one stack, words_ to a level.
    void remove(std::size_t base, int item) {
        const auto *out = having(item);
        for (std::size_t w = 0; w < words_; ++w) alive_[base + w] &= ~out[w];
    }

    int options_left(std::size_t base, int item) {
        return int(count_bits(
            words_, [alive = alive_.data() + base, in = having(item)](std::size_t w) { return alive[w] & in[w]; }));
    }

    // The last open item takes the place of one that is closed, so the open ones are in no order.
    void close(int item) {
        const int last = open_.back(), at = place_[std::size_t(item)];
        open_[std::size_t(at)] = last;
        place_[std::size_t(last)] = at;
        open_.pop_back();
    }
    void reopen(int item) {
        place_[std::size_t(item)] = int(open_.size());
        open_.push_back(item);
    }

    // The open item with fewest options, the lowest of several.
    std::pair<int, int> smallest(std::size_t base) {
        std::pair<int, int> best{std::numeric_limits<int>::max(), -1};
        for (int item : open_) {
            const std::pair<int, int> here{options_left(base, item), item};
            if (here < best) best = here;
            if (best.first == 0) break;
        }
        return best;
    }

    template <class Visit>
    void descend(Budget &budget, Visit &visit) {
        budget.spend();
        if (open_.empty()) return visit(std::as_const(chosen_));
        const auto base = alive_.size() - words_;
        const auto [count, item] = smallest(base);
        if (count == 0) return;
        for (std::size_t w = 0; w < words_; ++w)
            for (auto rest = alive_[base + w] & having(item)[w]; rest; rest &= rest - 1)
                take(budget, visit, base, w * 64 + std::size_t(std::countr_zero(rest)));
    }

    template <class Visit>
    void take(Budget &budget, Visit &visit, std::size_t base, std::size_t option) {
        alive_.resize(base + 2 * words_);
        std::copy_n(alive_.begin() + std::ptrdiff_t(base), words_, alive_.begin() + std::ptrdiff_t(base + words_));
        for (int item : required_of_[option]) {
            close(item);
            remove(base + words_, item);
        }
        for (int item : others_of_[option])
            if (--room(item) == 0) remove(base + words_, item);
        chosen_.push_back(int(option));
        descend(budget, visit);
        chosen_.pop_back();
        for (int item : others_of_[option]) ++room(item);
        for (int item : required_of_[option]) reopen(item);
        alive_.resize(base + words_);
    }

    int required_;
    std::vector<int> room_;
    std::size_t words_;
    std::vector<std::uint64_t> having_;  // by item: the options that have it
    Options required_of_, others_of_;    // by option: its items
    std::vector<std::uint64_t> alive_;
    std::vector<int> open_, place_, chosen_;  // place_: of an item among the open ones
};

struct Covers {
    std::vector<std::vector<int>> found;
    std::int64_t count = 0;
    bool complete = true;
};

// Covers as lists of options, up to `most` of them; with keep = false they are only counted.
inline Covers exact_covers(ExactCover &cover, std::int64_t most, bool keep, Budget &budget) {
    struct Sated {};
    Covers result;
    try {
        cover.search(budget, [&](const std::vector<int> &options) {
            if (result.count == most) throw Sated{};
            ++result.count;
            if (keep) result.found.push_back(options);
        });
    } catch (const Sated &) {
        result.complete = false;
    }
    return result;
}

}  // namespace quandary
