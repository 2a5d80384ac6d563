// Numbers states in the order they are met, taking those with the same future for one.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include <quandary/table.hpp>

namespace quandary {

inline constexpr std::uint32_t hopeless = ~std::uint32_t(0);

// Without keys, every state is a node of its own.
template <Domain D>
class Nodes {
  public:
    using State = typename D::State;

    Nodes(const D &domain, Interest) : table_(domain) {}

    std::size_t size() const { return table_.size(); }
    std::size_t bytes() const { return table_.bytes(); }
    // A state of this node; all others have the same future.
    const State &operator[](std::uint32_t node) const { return table_[node]; }

    // The node of a state, and whether it is new; `hopeless` if no solution can follow.
    std::pair<std::uint32_t, bool> add(const State &state) { return table_.add(state); }

  private:
    StateTable<D> table_;
};

template <Merging D>
class Nodes<D> {
  public:
    using State = typename D::State;

    Nodes(const D &domain, Interest interest) : domain_(domain), interest_(interest) {}

    std::size_t size() const { return states_.size(); }
    std::size_t bytes() const { return keys_.bytes() + states_.capacity() * sizeof(State); }
    const State &operator[](std::uint32_t node) const { return states_[node]; }

    std::pair<std::uint32_t, bool> add(const State &state) {
        key_.clear();
        if (!domain_.key(state, interest_, key_)) return {hopeless, false};
        const auto added = keys_.add(key_);
        if (added.second) states_.push_back(state);
        return added;
    }

  private:
    const D &domain_;
    Interest interest_;
    KeyTable keys_;
    std::vector<State> states_;
    Key key_;  // scratch
};

}  // namespace quandary
