// A puzzle whose players also know what they have learned about puzzles of its kind.
//
// It is one more rule to the engines. States that have the same future may look different, so they are not merged.
#pragma once
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <quandary/engines.hpp>
#include <quandary/lore.hpp>

namespace quandary {

// Patterns of what is seen around a move, which do not depend on the moves left. `D` is the domain, or it unmerged.
template <Domain D>
class SeenInsight final : public Insight<D> {
  public:
    using Lore = Patterns;

    SeenInsight(const D &domain, std::shared_ptr<const Patterns> patterns)
        : Insight<D>(true), domain_(domain), patterns_(std::move(patterns)) {
        for (const std::string_view sort : sorts_of(domain)) sorts_.push_back(patterns_->sort_number(sort));
    }

    MoveSet<D> ruled_out(const SlotTable<D> &, const typename D::State &state, const MoveSet<D> &left) const override {
        Sight sight(*patterns_, sorts_);
        return refuted(domain_, state, left, sight);
    }

  private:
    const D &domain_;
    std::shared_ptr<const Patterns> patterns_;
    std::vector<int> sorts_;
};

// Groups of slots, by what they have left.
template <FillDomain D>
class GroupInsight final : public Insight<D> {
  public:
    using Lore = Groups;

    GroupInsight(const D &domain, std::shared_ptr<const Groups> groups)
        : Insight<D>(false), domain_(domain), groups_(std::move(groups)), clashes_(domain) {}

    MoveSet<D> ruled_out(const SlotTable<D> &slots, const typename D::State &state,
                         const MoveSet<D> &left) const override {
        return GroupSight<D>(domain_, slots.moves, *groups_, clashes_, state, left).refuted();
    }

  private:
    const D &domain_;
    std::shared_ptr<const Groups> groups_;
    Clashes<D> clashes_;
};

template <Domain D>
struct InsightOf {
    using Type = GroupInsight<D>;
};
template <Seeing D>
struct InsightOf<D> {
    using Type = SeenInsight<D>;
};

template <Domain D>
class Learned {
  public:
    using Twin = std::conditional_t<Merging<D>, Unmerged<D>, D>;
    using Insight = typename InsightOf<Twin>::Type;
    using Lore = typename Insight::Lore;

    Learned(const D &domain, std::shared_ptr<Lore> lore) : domain_(domain), insight_(domain_, std::move(lore)) {}
    Learned(const Learned &) = delete;  // the insight refers to the domain

    const Twin &domain() const { return domain_; }
    auto starts() const { return domain_.starts(); }
    Player<Twin> player(const Described &described) const { return make_player<Twin>(described, &insight_); }

    // How many states on the way to a solution have a move of it that is ruled out: the next one, or any of those to
    // come where the order is free. There must be none.
    int wrong_strikes(int start, const std::vector<Move> &solution) const {
        const SlotTable<Twin> slots(domain_);
        const auto all = domain_.starts();
        if (start < 0 || std::size_t(start) >= all.size()) throw std::invalid_argument("there is no such start");
        auto state = *(all.begin() + start);
        int wrong = 0;
        for (std::size_t made = 0; made < solution.size(); ++made) {
            if (solution[made] < 0 || solution[made] >= D::max_moves || !domain_.moves(state).has(solution[made]))
                throw std::invalid_argument("a move of the solution cannot be made");
            MoveSet<D> live;
            for (std::size_t i = made; i < (FillDomain<D> ? solution.size() : made + 1); ++i) live.add(solution[i]);
            wrong += strikes(slots, state, live);
            state = domain_.apply(state, solution[made]);
        }
        return wrong;
    }

  private:
    bool strikes(const SlotTable<Twin> &slots, const typename D::State &state, const MoveSet<D> &live) const {
        if (insight_.looks_once) return !insight_.ruled_out(slots, state, live).empty();
        auto left = domain_.moves(state), out = left;
        while (!(out = insight_.ruled_out(slots, state, left)).empty()) left -= out;
        return !(live - left).empty();
    }

    Twin domain_;
    Insight insight_;
};

template <Domain D>
class LearnedEngines final : public PlayerEngines {
  public:
    bool merges() const override { return false; }
    Names rules() const override {
        auto names = rule_names<D>();
        names.emplace_back(learned_rule);
        return names;
    }

    Entropy measure(Measure measure, Puzzle puzzle, const Described &player, const Habits &habits, bool greedy,
                    Budget &budget) const override {
        const auto &learned = of(puzzle);
        return measured(measure, learned.domain(), learned.player(player), habits, greedy, budget);
    }

    Columns measure_many(Measure measure, const Puzzles &puzzles, const Described &player, bool greedy,
                         const Limits &limits, int threads) const override {
        return ask_many(puzzles_of<Learned<D>>(puzzles), threads, limits, [&] {
            return [&](const Learned<D> &learned, Budget &budget) {
                return valued(measure, learned.domain(), learned.player(player), greedy, budget);
            };
        });
    }

    std::vector<Choice> options(Puzzle puzzle, const std::vector<Move> &path, const Described &player) const override {
        return options_after(of(puzzle).domain(), of(puzzle).player(player), path);
    }

  private:
    static const Learned<D> &of(Puzzle puzzle) { return *static_cast<const Learned<D> *>(puzzle); }
};

}  // namespace quandary
