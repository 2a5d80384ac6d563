// Whether polyominoes, less the hollow ones, make up a region. Mirrors tiling.py.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary::witness {

using CellSet = std::vector<std::pair<int, int>>;  // cells (x, y), least first

// Some polyominoes that are alike, in every orientation that they may take.
struct Piece {
    const std::vector<CellSet> *orientations;
    bool hollow;
    int number;

    int size() const { return int(orientations->front().size()); }
    int area() const { return hollow ? -size() : size(); }
};

// Gives up on layouts of hollow shapes that would take for ever, by throwing OutOfBudget as a search does.
class Tiling {
  public:
    explicit Tiling(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
        std::stable_sort(pieces_.begin(), pieces_.end(),
                         [](const auto &a, const auto &b) { return a.size() > b.size(); });
    }

    bool makes_up(const CellSet &region) {
        int area = 0;
        for (const auto &piece : pieces_) area += piece.number * piece.area();
        if (area != 0 && area != int(region.size())) return false;
        Needs needs;
        if (area != 0)
            for (const auto &cell : region) needs[cell] = 1;
        lost_.clear();
        return can_finish(needs);
    }

  private:
    using Needs = std::map<std::pair<int, int>, int>;  // what cells lack; those that lack nothing are left out

    // Whether what is left can give every cell what it lacks.
    bool can_finish(const Needs &needs) {
        Budget::poll();
        std::vector<int> numbers;
        int solid = 0, lacking = 0;
        bool any = false, hollow = false;
        for (const auto &piece : pieces_) {
            numbers.push_back(piece.number);
            any = any || piece.number;
            hollow = hollow || (piece.hollow && piece.number);
            if (!piece.hollow) solid += piece.number * piece.size();
        }
        for (const auto &[cell, need] : needs) lacking += std::max(need, 0);
        if (!any) return needs.empty();
        if (lacking > solid || lost_.count({needs, numbers})) return false;
        if (--patience_ == 0) throw OutOfBudget{{Code::layouts}};
        if (can_go_on(needs, hollow)) return true;
        lost_.insert({needs, std::move(numbers)});
        return false;
    }

    // Tries every way in which the first cell that lacks something could get it. Once none does, the rest has
    // to cancel itself out, and may do so anywhere.
    bool can_go_on(const Needs &needs, bool hollow) {
        const auto cell = needs.empty() ? std::pair{0, 0} : needs.begin()->first;
        const int sign = needs.empty() || needs.begin()->second > 0 ? 1 : -1;
        for (auto &piece : pieces_) {
            if (piece.number == 0 || piece.area() * sign < 0) continue;
            for (const auto &shape : *piece.orientations)
                for (const auto &[x, y] : shape) {
                    auto after = needs;
                    for (const auto &[dx, dy] : shape) {
                        const auto at = std::pair{cell.first + dx - x, cell.second + dy - y};
                        if ((after[at] -= sign) == 0) after.erase(at);
                    }
                    --piece.number;
                    const bool done = can_finish(after);
                    ++piece.number;
                    if (done) return true;
                    if (!hollow) break;  // nothing may lie before the first cell, so a shape's own first is there
                }
        }
        return false;
    }

    std::vector<Piece> pieces_;
    std::set<std::pair<Needs, std::vector<int>>> lost_;
    int patience_ = 100'000;
};

}  // namespace quandary::witness
