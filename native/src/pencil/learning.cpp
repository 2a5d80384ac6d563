#include "learning.hpp"

#include <algorithm>
#include <array>

namespace quandary::pencil {

using sat::Lit;

Learning::Learning(const RuleBoard &board, May from, const std::vector<std::vector<int>> &orders)
    : board_(board), from_(std::move(from)), may_(from_), literals_(from_.size()), waits_(board.words.size()) {
    for (Spot spot = 0; spot < Spot(from_.size()); ++spot) number(spot, orders[std::size_t(spot)]);
    for (const auto &values : literals_) {
        if (values.size() < 3) continue;
        std::vector<Lit> some;
        for (std::size_t one = 0; one < values.size(); ++one) {
            some.push_back(values[one].second);
            for (std::size_t other = one + 1; other < values.size(); ++other)
                solver_.add(std::array{~values[one].second, ~values[other].second});
        }
        solver_.add(some);
    }
}

// One variable for two values, and one for each of several. It is true at first, which is the first value in the order.
void Learning::number(Spot spot, const std::vector<int> &order) {
    std::vector<int> values;
    for (auto value : order)
        if (from_[spot] & bit_of(value)) values.push_back(value);
    if (values.size() < 2) return;
    const auto first = int(meanings_.size());
    if (values.size() == 2) {
        literals_[spot] = {{values[0], Lit::of(first)}, {values[1], Lit::of(first, false)}};
        meanings_.push_back({spot, values[0], values[1]});
    } else {
        for (auto value : values) {
            literals_[spot].emplace_back(value, Lit::of(int(meanings_.size())));
            meanings_.push_back({spot, value, -1});
        }
    }
    solver_.grow(int(meanings_.size()));
}

Lit Learning::literal(Spot spot, int value) const {
    const auto &values = literals_[spot];
    return std::find_if(values.begin(), values.end(), [&](const auto &each) { return each.first == value; })->second;
}

std::optional<std::vector<int>> Learning::next(Budget &budget) {
    if (!solver_.solve({}, 0, *this, budget)) return std::nullopt;
    std::vector<int> solution;
    for (auto mask : may_) solution.push_back(value_of(mask));
    leave_out(solution);
    return solution;
}

void Learning::leave_out(const std::vector<int> &solution) {
    std::vector<Lit> clause;
    for (Spot spot = 0; spot < Spot(solution.size()); ++spot)
        if (!literals_[spot].empty()) clause.push_back(~literal(spot, solution[spot]));
    solver_.add(clause);
}

bool Learning::propagate(sat::Solver &solver) {
    read_trail();
    if (!is_checked_ && int(read_.size()) == solver.variables()) {
        is_checked_ = true;
        for (Spot spot = 0; spot < Spot(may_.size()); ++spot) wake(spot);
    }
    for (int number; (number = next_awake()) >= 0;)
        if (look(number)) return true;
    return false;
}

void Learning::undone(std::size_t size) {
    for (; read_.size() > size; read_.pop_back()) {
        may_[meanings_[read_.back().lit.var()].spot] = read_.back().before;
        is_checked_ = false;
    }
}

// Takes over what the solver has decided and found since.
void Learning::read_trail() {
    for (const auto trail = solver_.trail(); read_.size() < trail.size();) {
        const auto lit = trail[read_.size()];
        const auto &[spot, value, other] = meanings_[lit.var()];
        const auto before = may_[spot];
        read_.push_back({lit, before});
        may_[spot] &= lit.positive() ? bit_of(value) : other >= 0 ? bit_of(other) : ~bit_of(value);
        if (may_[spot] != before) wake(spot);
        if (solver_.is_at_root()) from_[spot] = may_[spot];
    }
}

void Learning::wake(Spot spot) {
    for (auto number : board_.woken[spot]) {
        if (waits_[number]) continue;
        waits_[number] = true;
        (board_.words[number]->is_global ? whole_ : near_).push_back(number);
    }
}

// The rule to look at next, or -1.
int Learning::next_awake() {
    auto &queue = near_.empty() ? whole_ : near_;
    if (queue.empty()) return -1;
    const auto number = queue.front();
    queue.pop_front();
    waits_[number] = false;
    return number;
}

// Tells the solver what a rule forces; true if it forces something.
bool Learning::look(int number) {
    const auto &word = *board_.words[number];
    const auto forced = word.forces(may_);
    if (!forced) {
        solver_.lemma(reasons(word, may_, nowhere, 0));
        return true;
    }
    if (forced->empty()) return false;
    const auto before = word.builds_up ? May() : may_;
    for (const auto &[spot, left] : *forced)
        if (say(word, word.builds_up ? may_ : before, spot, left)) break;
    return true;
}

// True if the solver cannot go on.
bool Learning::say(const Word &word, const May &may, Spot spot, Mask left) {
    if (!(may_[spot] & ~left)) return false;
    const auto gone = may[spot] & ~left;
    auto clause = reasons(word, may, spot, gone);
    // The reasons are for what is gone now, so they say what is left only if nothing was gone before.
    const bool is_all = is_decided(left) && gone == (from_[spot] & ~left);
    for (auto rest = is_all ? left : gone; rest; rest &= rest - 1) {
        const auto each = literal(spot, value_of(rest));
        clause.push_back(is_all ? each : ~each);
        if (solver_.lemma(clause)) return true;
        clause.pop_back();
    }
    read_trail();
    return false;
}

// What is not so, if the rule forces something now.
std::vector<Lit> Learning::reasons(const Word &word, const May &may, Spot spot, Mask gone) const {
    std::vector<Lit> found;
    if (solver_.is_at_root()) return found;
    Because because(from_, may);
    word.explain(may, spot, gone, because);
    for (const auto &[at, lost] : because.lost) {
        if (is_decided(may[at]) && lost == (from_[at] & ~may[at])) {
            found.push_back(~literal(at, value_of(may[at])));
            continue;
        }
        for (auto rest = lost; rest; rest &= rest - 1) found.push_back(literal(at, value_of(rest)));
    }
    std::sort(found.begin(), found.end(), [](Lit a, Lit b) { return a.code < b.code; });
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace quandary::pencil
