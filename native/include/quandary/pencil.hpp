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

class Word {
  public:
    virtual ~Word() = default;
    virtual Forced forces(const May &may) const = 0;
    std::vector<Spot> scope;
    bool is_global = false;
};

// A word by its name, with its fields in the order of the declaration in Python. Numbers in numbers have their count
// before them.
struct WordTold {
    std::string name;
    std::vector<Numbers> fields;
};

// Throws std::invalid_argument for a word that only Python knows.
std::unique_ptr<Word> word_of(const WordTold &told);

// Solutions one by one: narrow by every rule until nothing changes, then try the values of the tightest spot.
class Search {
  public:
    // `orders` are the values of each spot in the order in which they are tried.
    Search(May may, const std::vector<WordTold> &words, std::vector<std::vector<int>> orders);
    // The next solution, or nothing.
    std::optional<std::vector<int>> next(Budget &budget);

  private:
    struct Branch {
        May may;
        Spot changed;  // -1: look at every rule
    };
    bool narrow(May &may, Spot changed, Budget &budget) const;
    Spot tightest(const May &may) const;

    std::vector<std::shared_ptr<const Word>> words_;
    std::vector<std::vector<int>> at_;
    std::vector<std::vector<int>> orders_;
    std::vector<Branch> stack_;
};

}  // namespace quandary::pencil
