// Numbers states in the order they are met.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <quandary/domain.hpp>
#include <quandary/index.hpp>

namespace quandary {

template <Domain D>
class StateTable {
  public:
    using State = typename D::State;
    using Number = std::uint32_t;
    static constexpr Number most = std::numeric_limits<Number>::max() - 1;

    explicit StateTable(const D &domain) : domain_(domain) {}

    std::size_t size() const { return states_.size(); }
    const State &operator[](Number i) const { return states_[i]; }
    std::size_t bytes() const { return states_.capacity() * sizeof(State) + index_.bytes(); }

    // The number of a state, and whether it is new.
    std::pair<Number, bool> add(const State &state) {
        const auto hash = domain_.hash(state);
        const auto at = index_.find(hash, [&](Number i) { return states_[i] == state; });
        if (index_.is_taken(at)) return {index_.at(at), false};
        states_.push_back(state);
        index_.put(at, states_.size(), hash);
        return {Number(states_.size() - 1), true};
    }

    bool has(const State &state) const {
        return index_.is_taken(index_.find(domain_.hash(state), [&](Number i) { return states_[i] == state; }));
    }

  private:
    const D &domain_;
    std::vector<State> states_;
    NumberIndex<12> index_;
};

}  // namespace quandary
