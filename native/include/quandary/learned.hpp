// A domain whose players also know what they have learned, as one more rule, "learned".
//
// The domain itself carries what was learned, so that it is a rule like any other to the engines. States that have the
// same future may look different, so they are not merged, and there is no quicker way to what players believe.
#pragma once
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <quandary/lore.hpp>
#include <quandary/player.hpp>

namespace quandary {

// What is seen around a move does not depend on the moves left; what slots have left does.
template <bool once>
struct FromLore {
    static constexpr std::string_view name = "learned";
    static constexpr bool looks_once = once;

    template <Domain D, class Emit>
    void find(const D &domain, const SlotTable<D> &slots, const typename D::State &state, const MoveSet<D> &left,
              Emit emit) const {
        if (const auto out = domain.refuted_by_lore(slots, state, left); !out.empty()) emit(Finding<D>{.cannot = out});
    }
};

template <class Tuple, class More>
struct Appended;
template <class... Each, class More>
struct Appended<std::tuple<Each...>, More> {
    using type = std::tuple<Each..., More>;
};

template <Domain D>
struct Unhurried : D {
    explicit Unhurried(const D &domain) : D(domain) {}
    void key() const = delete;      // hides D's
    void believe() const = delete;  // likewise
};

template <Domain D>
class Learned;

template <Domain D>
    requires Seeing<D>
class Learned<D> : public Unhurried<D> {
  public:
    using Lore = Patterns;
    using Rules = typename Appended<typename D::Rules, FromLore<true>>::type;

    Learned(const D &domain, std::shared_ptr<Patterns> patterns)
        : Unhurried<D>(domain), patterns_(std::move(patterns)) {
        for (const std::string_view sort : sorts_of(domain)) sorts_.push_back(patterns_->sort_number(sort));
    }

    MoveSet<D> refuted_by_lore(const auto &, const typename D::State &state, const MoveSet<D> &left) const {
        Sight sight(*patterns_, sorts_);
        return refuted(static_cast<const D &>(*this), state, left, sight);
    }

  private:
    std::shared_ptr<const Patterns> patterns_;
    std::vector<int> sorts_;
};

template <FillDomain D>
    requires(!Seeing<D>)
class Learned<D> : public Unhurried<D> {
  public:
    using Lore = Groups;
    using Rules = typename Appended<typename D::Rules, FromLore<false>>::type;

    Learned(const D &domain, std::shared_ptr<Groups> groups)
        : Unhurried<D>(domain), groups_(std::move(groups)), clashes_(domain) {}

    MoveSet<D> refuted_by_lore(const auto &slots, const typename D::State &state, const MoveSet<D> &left) const {
        return GroupSight<D>(*this, slots.moves, *groups_, clashes_, state, left).refuted();
    }

  private:
    std::shared_ptr<const Groups> groups_;
    Clashes<D> clashes_;
};

}  // namespace quandary
