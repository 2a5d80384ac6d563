// How people get on with a declared pencil puzzle, rung by rung. Mirrors quandary/pencil/rungs.py and together.py.
#pragma once
#include <functional>
#include <map>

#include <quandary/pencil.hpp>

namespace quandary::pencil {

using Narrowed = std::vector<std::pair<Spot, Mask>>;

// What a rung finds.
struct Rung {
    std::string name{};
    std::vector<int> words{};
    std::optional<Narrowed> forced{};  // nothing if the rules cannot hold any more
    Spot spot = nowhere;               // the mark that was assumed, if one was
    int value = -1;
    int pair = -1;  // what was counted: a pair of families, lines of the first, and others of the second
    std::vector<int> lines{}, inside{};
};

// A number of marks that must be among some values of spots, exactly.
struct Counter {
    std::int64_t n;
    std::vector<std::pair<Spot, int>> items;
};
using Family = std::vector<Counter>;

class Ladder {
  public:
    // `moves` are the values that can be written in each spot, in order.
    Ladder(const std::vector<WordTold> &words, std::vector<std::vector<int>> moves);
    Ladder(const Ladder &) = delete;
    Ladder &operator=(const Ladder &) = delete;
    // Tells which families are counted against each other. Nothing is counted before that.
    void count_by(const std::vector<Family> &families, std::vector<std::pair<int, int>> pairs);

    // The steps by the lowest of some rungs that leads on, to where none does. It also stops where the families are
    // wanted that nobody has told yet: an empty step by that rung.
    std::vector<Rung> climb(May may, const std::vector<std::string> &rungs, Budget &budget);

  private:
    // What is left of a counter: how many are missing, and the items that are open, as bits.
    using Bits = std::vector<std::uint64_t>;
    struct Left {
        std::int64_t missing;
        Bits open;
        bool has_open;
    };
    struct Counted {
        std::int64_t n;
        std::vector<int> items;
    };
    std::optional<Rung> look(const std::string &rung, Budget &budget);
    std::optional<Rung> alone(bool whole, Budget &budget);
    std::optional<Rung> overlap(Budget &budget);
    std::optional<Rung> counting(Budget &budget);
    std::optional<Rung> assume(int rounds, Budget &budget);
    std::vector<int> two(const May &assumed, Spot spot) const;
    std::vector<int> three(const May &assumed, Spot spot) const;
    int refuted(Spot spot, int value, int rounds) const;
    std::vector<int> near(const std::vector<Spot> &spots) const;
    Forced forced(int number, const May &may) const;
    using Breaks = std::function<std::vector<int>(Spot, int)>;
    std::optional<Rung> first_broken(Budget &budget, const Breaks &breaks) const;
    Left left_of(const Counted &counter) const;
    bool choose(int pair, std::size_t from, std::size_t size, const std::vector<Left> &lines,
                const std::vector<Left> &others, std::vector<int> &chosen, std::optional<Rung> &found) const;
    std::optional<Rung> counted(const std::vector<Left> &lines, const std::vector<Left> &others,
                                const std::vector<int> &chosen) const;
    void take(const Narrowed &narrowed);

    RuleBoard board_;
    std::vector<std::vector<int>> moves_;
    bool has_families_ = false;
    std::vector<std::vector<Counted>> families_;
    std::vector<std::pair<int, int>> pairs_;
    std::vector<std::pair<Spot, int>> items_;
    May may_;
    std::vector<Forced> last_;  // what each rule forced when it was looked at
    std::vector<bool> is_stale_;
};

}  // namespace quandary::pencil
