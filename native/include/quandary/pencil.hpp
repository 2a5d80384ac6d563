// The rules of declared pencil puzzles: what each forces, and a search by them. Mirrors quandary/pencil.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary::pencil {

using Spot = int;
using Mask = std::uint64_t;  // a set of values, one bit each
using May = std::vector<Mask>;
using Numbers = std::vector<std::int64_t>;
// What is left of the spots that a rule narrows. Nothing at all means that the rule cannot hold any more.
using Forced = std::optional<std::vector<std::pair<Spot, Mask>>>;

// Why a rule narrows something: what has become known about some spots since the search began.
class Because {
  public:
    Because(const May &from, const May &may) : from_(from), may_(may) {}
    // Says that all that is known about a spot matters.
    void is(Spot spot) { lacks(spot, ~Mask(0)); }
    // Says that it matters that a spot has lost some values.
    void lacks(Spot spot, Mask values) {
        const auto gone = from_[std::size_t(spot)] & ~may_[std::size_t(spot)] & values;
        if (gone) lost.emplace_back(spot, gone);
    }
    // Whether a spot is as it was, so that it costs nothing to name it.
    bool is_old(Spot spot) const { return from_[std::size_t(spot)] == may_[std::size_t(spot)]; }
    const May &from() const { return from_; }

    std::vector<std::pair<Spot, Mask>> lost;

  private:
    const May &from_, &may_;
};

constexpr Spot nowhere = -1;

class Word {
  public:
    virtual ~Word() = default;
    virtual Forced forces(const May &may) const = 0;
    // Says why a spot lost some values, by what the rule forces, or with `nowhere` why the rule cannot hold any more.
    // What is said must be enough for it whatever else is known. Without its own reasons, a word is asked what it
    // forces with less and less known.
    virtual void explain(const May &may, Spot spot, Mask gone, Because &because) const;
    std::vector<Spot> scope;
    // The spots of its scope of which a change can matter. Otherwise that is all of it.
    std::optional<std::vector<Spot>> within;
    bool is_global = false;
    // Whether what is forced rests on what comes before it in the same list, so that `may` has that when it is
    // explained.
    bool builds_up = false;
};

// A word by its name, with its fields in the order of the declaration in Python. Numbers in numbers have their count
// before them.
struct WordTold {
    std::string name;
    std::vector<Numbers> fields;
};

// Throws std::invalid_argument for a word that only Python knows.
std::unique_ptr<Word> word_of(const WordTold &told);

// The rules of a puzzle, by the spots that they are about.
struct RuleBoard {
    RuleBoard(std::size_t spots, const std::vector<WordTold> &told);
    std::vector<std::unique_ptr<const Word>> words;
    std::vector<std::vector<int>> at;
    std::vector<std::vector<int>> woken;  // by a change of each spot
};

class Learning;

// Solutions one by one: narrow by every rule until nothing changes, then try the values of the tightest spot. A search
// that has tried much in vain goes on by learning from what failed, and then finds solutions in another order.
class Search {
  public:
    // `orders` are the values of each spot in the order in which they are tried. So many states in a row are tried
    // without a solution before the search learns; `never` is the number for a search that does not.
    static constexpr int never = -1;
    Search(May may, const std::vector<WordTold> &words, std::vector<std::vector<int>> orders, int patience);
    Search(Search &&) noexcept;
    ~Search();
    // The next solution, or nothing.
    std::optional<std::vector<int>> next(Budget &budget);

  private:
    struct Branch {
        May may;
        Spot changed;  // nowhere: look at every rule
    };
    bool narrow(May &may, Spot changed, Budget &budget) const;
    Spot tightest(const May &may) const;
    void remember(const std::vector<int> &solution);
    void learn();

    std::unique_ptr<RuleBoard> board_;
    std::vector<std::vector<int>> orders_;
    std::vector<Branch> stack_;
    May root_;  // what was left of each spot before anything was tried
    std::vector<std::vector<int>> found_;
    int in_vain_ = 0, patience_;
    std::unique_ptr<Learning> learning_;
};

}  // namespace quandary::pencil
