// The ways to fill a board, by the moves they contain, and the fewest moves that leave one of them. Mirrors Rivals in
// quandary/parts/laying.py.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace quandary {

class Rivals {
  public:
    using Moves = std::vector<int>;

    explicit Rivals(const std::vector<Moves> &ways) : words_(ways.size() / 64 + 1), all_(words_), none_(words_) {
        for (std::size_t way = 0; way < ways.size(); ++way) {
            const auto word = way / 64;
            const auto bit = std::uint64_t(1) << (way % 64);
            all_[word] |= bit;
            for (int move : ways[way]) {
                if (move < 0) continue;
                if (std::size_t(move) >= having_.size()) having_.resize(std::size_t(move) + 1);
                auto &set = having_[std::size_t(move)];
                if (set.empty()) set.resize(words_);
                set[word] |= bit;
            }
        }
    }

    // Whether exactly one way contains these moves.
    bool is_settled(const Moves &moves) const {
        const Set left = alive(moves);
        return has_one_at_most(left, all_) && left != none_;
    }

    // The given moves of a way, and the fewest others that leave no other way; nothing if it is not one of the ways.
    std::optional<Moves> fewest(const Moves &way, const Moves &given) const {
        if (!is_settled(way)) return std::nullopt;
        const auto is_given = [&](int move) { return std::find(given.begin(), given.end(), move) != given.end(); };
        Moves rest;
        for (int move : way)
            if (!is_given(move)) rest.push_back(move);
        std::vector<Set> left(rest.size() + 1, alive(given));
        for (std::size_t size = 0; size <= rest.size(); ++size) {
            Moves chosen;
            if (!choose(rest, 0, size, left, chosen)) continue;
            Moves found;
            for (int move : way)
                if (is_given(move) || std::find(chosen.begin(), chosen.end(), move) != chosen.end())
                    found.push_back(move);
            return found;
        }
        return way;
    }

  private:
    using Set = std::vector<std::uint64_t>;  // of ways

    std::size_t words_;
    Set all_, none_;
    std::vector<Set> having_;  // by move; empty if no way has it

    const Set &having(int move) const {
        const bool is_known = move >= 0 && std::size_t(move) < having_.size() && !having_[std::size_t(move)].empty();
        return is_known ? having_[std::size_t(move)] : none_;
    }

    Set alive(const Moves &moves) const {
        Set left = all_;
        for (int move : moves) {
            const Set &with = having(move);
            for (std::size_t w = 0; w < words_; ++w) left[w] &= with[w];
        }
        return left;
    }

    // Whether two sets have one way in common, or none. Most have more in their first words.
    bool has_one_at_most(const Set &one, const Set &other) const {
        bool is_met = false;
        for (std::size_t w = 0; w < words_; ++w)
            if (const auto both = one[w] & other[w]) {
                if (is_met || (both & (both - 1))) return false;
                is_met = true;
            }
        return true;
    }

    // Chooses so many of the moves from `first` on, the first choice that leaves one way. `left` has the ways that
    // are left after each move chosen.
    bool choose(const Moves &rest, std::size_t first, std::size_t more, std::vector<Set> &left, Moves &chosen) const {
        const Set &now = left[chosen.size()];
        if (more == 0) return has_one_at_most(now, all_);
        for (std::size_t i = first; i + more <= rest.size(); ++i) {
            const Set &with = having(rest[i]);
            if (more == 1 && !has_one_at_most(now, with)) continue;
            Set &next = left[chosen.size() + 1];
            for (std::size_t w = 0; w < words_; ++w) next[w] = now[w] & with[w];
            chosen.push_back(rest[i]);
            if (choose(rest, i + 1, more - 1, left, chosen)) return true;
            chosen.pop_back();
        }
        return false;
    }
};

}  // namespace quandary
