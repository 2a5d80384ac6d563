// Numbers states in the order they are met: packed states and an open-addressing index.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <quandary/domain.hpp>

namespace quandary {

template <Domain D>
class StateTable {
  public:
    using State = typename D::State;
    using Number = std::uint32_t;
    static constexpr Number most = std::numeric_limits<Number>::max() - 1;

    explicit StateTable(const D &domain) : domain_(domain), index_(64, 0) {}

    std::size_t size() const { return states_.size(); }
    const State &operator[](Number i) const { return states_[i]; }
    std::size_t bytes() const { return states_.capacity() * sizeof(State) + index_.capacity() * sizeof(Number); }

    // The number of a state, and whether it is new.
    std::pair<Number, bool> add(const State &state) {
        const auto at = find(state);
        if (index_[at] != 0) return {index_[at] - 1, false};
        states_.push_back(state);
        index_[at] = Number(states_.size());
        if (states_.size() * 5 > index_.size() * 3) grow();
        return {Number(states_.size() - 1), true};
    }

  private:
    // Where in the index a state is, or the empty place where it belongs.
    std::size_t find(const State &state) const {
        const std::size_t mask = index_.size() - 1;
        auto at = std::size_t(domain_.hash(state)) & mask;
        while (index_[at] != 0 && !(states_[index_[at] - 1] == state)) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        index_.assign(index_.size() * 2, 0);
        const std::size_t mask = index_.size() - 1;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            auto at = std::size_t(domain_.hash(states_[i])) & mask;
            while (index_[at] != 0) at = (at + 1) & mask;
            index_[at] = Number(i + 1);
        }
    }

    const D &domain_;
    std::vector<State> states_;
    std::vector<Number> index_;  // number + 1; 0 is empty
};

}  // namespace quandary
