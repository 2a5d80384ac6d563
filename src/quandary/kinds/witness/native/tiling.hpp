// Whether polyominoes, less the hollow ones, make up a region. Mirrors tiling.py.
//
// A solid polyomino adds one to its cells and a hollow one takes one away; in the end every cell has what it
// needs. As long as some cell has too much or too little, one of the polyominoes that are left covers it, so the
// search tries these. The search is exact, however long it takes: the budget of the search that asks ends it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_set>
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

// Where polyominoes may be laid: anywhere, or on the panel only.
struct Ground {
    int width = 0, height = 0;   // of the panel, in cells
    bool pillar = false;         // columns go round
    bool stay_on_panel = false;  // or pieces may lie beyond its rim
    bool cross = true;           // or pieces lie across an edge only if it is one of these, or beside a hollow one:
    std::vector<std::pair<int, int>> free = {};  // edges as places, the sum of their two junctions
};

class Tiling {
  public:
    Tiling(std::vector<Piece> pieces, const Ground &ground) : pieces_(std::move(pieces)), ground_(ground) {
        std::stable_sort(pieces_.begin(), pieces_.end(),
                         [](const auto &a, const auto &b) { return a.size() > b.size(); });
        int reach = 0;
        for (const auto &piece : pieces_) {
            int side = 0;
            for (const auto &shape : *piece.orientations)
                for (const auto &[x, y] : shape) side = std::max({side, x + 1, y + 1});
            reach += piece.number * side;
            (piece.hollow ? hollow_left_ : solid_left_) += piece.number * piece.size();
        }
        margin_ = ground.stay_on_panel ? 0 : reach;
        columns_ = ground.width + (ground.pillar ? 0 : 2 * margin_);
        rows_ = ground.height + 2 * margin_;
        needs_.assign(std::size_t(columns_ * rows_), 0);
        if (!ground.cross) {
            spare_.assign(std::size_t(2 * (columns_ + 1) * (rows_ + 1)), 0);
            const int left = ground.pillar ? 0 : 2 * margin_;
            for (const auto &[x, y] : ground.free) ++spare_[edge(x + left, y + 2 * margin_)];
        }
    }

    // Whether they make up a region, or nothing at all if their areas cancel out.
    bool makes_up(const CellSet &region) {
        const int area = solid_left_ - hollow_left_;
        if (area != 0 && area != int(region.size())) return false;
        if (area != 0)
            for (const auto &[x, y] : region) needs_[at(x, y)] = 1;
        lacking_ = area;
        if (area == 0) std::fill(spare_.begin(), spare_.end(), std::int8_t(0));
        return can_finish();
    }

  private:
    // The number of a cell of the window, which has a margin around the panel.
    std::size_t at(int x, int y) const { return std::size_t((ground_.pillar ? x : x + margin_) * rows_ + y + margin_); }
    // The number of an edge of the window: two for each junction, to the right and up.
    std::size_t edge(int x, int y) const {
        if (ground_.pillar && x == 2 * columns_) x = 0;
        return std::size_t(2 * ((y / 2) * (columns_ + 1) + x / 2) + y % 2);
    }

    bool can_finish() {
        // Too much somewhere must be taken away by hollow ones; that is equivalent to lacking no more than
        // solid ones can give, because the areas add up.
        if (excess_ > hollow_left_ || lacking_ > solid_left_) return false;
        if (hollow_left_ == 0 && !ground_.cross && !lies_between_lines()) return false;
        if (solid_left_ == 0 && hollow_left_ == 0) return lacking_ == 0 && excess_ == 0;
        Budget::poll();
        auto key = this->key();
        if (lost_.contains(key)) return false;
        if (can_go_on()) return true;
        lost_.insert(std::move(key));
        return false;
    }

    // Tries every way in which a cell could get what it lacks, or lose what it has too much. Once all have what they
    // need, the rest has to cancel itself out: beyond the panel that may be anywhere, unless a hollow one still has to
    // free an edge.
    bool can_go_on() {
        if (excess_ > 0) return cover(first([](std::int8_t need) { return need < 0; }), true);
        if (lacking_ > 0) return cover(first([](std::int8_t need) { return need > 0; }), false);
        if (!ground_.stay_on_panel && lies_between_lines()) return cover(at(0, 0), false);
        const bool hollow = hollow_left_ <= solid_left_ && hollow_left_ > 0;
        for (std::size_t cell = 0; cell < needs_.size(); ++cell)
            if (cover(cell, hollow)) return true;
        return false;
    }

    template <class Is>
    std::size_t first(Is is) const {
        return std::size_t(std::find_if(needs_.begin(), needs_.end(), is) - needs_.begin());
    }

    // Whether laying one of the hollow or of the solid ones over a cell leads to the end.
    bool cover(std::size_t cell, bool hollow) {
        const int x = int(cell) / rows_, y = int(cell) % rows_;
        for (auto &piece : pieces_) {
            if (piece.number == 0 || piece.hollow != hollow) continue;
            for (const auto &shape : *piece.orientations)
                for (const auto &[own_x, own_y] : shape) {
                    if (!lay(piece, shape, x - own_x, y - own_y)) continue;
                    const bool done = can_finish();
                    unlay(piece, shape, x - own_x, y - own_y);
                    if (done) return true;
                }
        }
        return false;
    }

    bool lay(Piece &piece, const CellSet &shape, int dx, int dy) {
        for (const auto &[x, y] : shape) {
            if (!ground_.pillar && (dx + x < 0 || dx + x >= columns_)) return false;
            if (dy + y < 0 || dy + y >= rows_) return false;
        }
        change(shape, dx, dy, piece.hollow ? 1 : -1);
        if (!ground_.cross) change_edges(piece, shape, dx, dy, 1);
        take(piece, 1);
        return true;
    }
    void unlay(Piece &piece, const CellSet &shape, int dx, int dy) {
        change(shape, dx, dy, piece.hollow ? -1 : 1);
        if (!ground_.cross) change_edges(piece, shape, dx, dy, -1);
        take(piece, -1);
    }
    void take(Piece &piece, int number) {
        piece.number -= number;
        (piece.hollow ? hollow_left_ : solid_left_) -= number * piece.size();
    }

    void change(const CellSet &shape, int dx, int dy, int by) {
        for (const auto &[x, y] : shape) {
            auto &need = needs_[std::size_t(wrapped(dx + x) * rows_ + dy + y)];
            (need > 0 ? lacking_ : excess_) -= std::abs(need);
            need = std::int8_t(need + by);
            (need > 0 ? lacking_ : excess_) += std::abs(need);
        }
    }

    // Takes edges into account: a solid piece uses up those between its cells, a hollow one adds those around them.
    void change_edges(const Piece &piece, const CellSet &shape, int dx, int dy, int by) {
        touched_.clear();
        for (const auto &cell : shape) {
            const int x = 2 * wrapped(dx + cell.first) + 1, y = 2 * (dy + cell.second) + 1;
            if (piece.hollow) {
                touched_.insert(touched_.end(), {edge(x, y + 1), edge(x + 1, y), edge(x, y - 1), edge(x - 1, y)});
                continue;
            }
            // The neighbours are those in the shape: round a pillar its ends may touch, with a line between them.
            if (has(shape, {cell.first + 1, cell.second})) touched_.push_back(edge(x + 1, y));
            if (has(shape, {cell.first, cell.second + 1})) touched_.push_back(edge(x, y + 1));
        }
        if (piece.hollow) {
            std::sort(touched_.begin(), touched_.end());
            touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
        }
        for (const auto number : touched_) spare_[number] = std::int8_t(spare_[number] + (piece.hollow ? by : -by));
    }
    static bool has(const CellSet &shape, std::pair<int, int> cell) {
        return std::binary_search(shape.begin(), shape.end(), cell);
    }
    bool lies_between_lines() const {
        return std::none_of(spare_.begin(), spare_.end(), [](std::int8_t left) { return left < 0; });
    }

    int wrapped(int x) const { return ground_.pillar ? (x % columns_ + columns_) % columns_ : x; }

    std::string key() const {
        std::string key;
        for (const auto &piece : pieces_) key.push_back(char(piece.number));
        for (std::size_t cell = 0; cell < needs_.size(); ++cell)
            if (needs_[cell]) {
                key.push_back(char(cell & 255));
                key.push_back(char(cell >> 8));
                key.push_back(char(needs_[cell]));
            }
        if (!ground_.cross)
            for (auto left : spare_) key.push_back(char(left));
        return key;
    }

    std::vector<Piece> pieces_;
    Ground ground_;
    int margin_ = 0, columns_ = 0, rows_ = 0;  // of the window
    std::vector<std::int8_t> needs_;           // by cell: what it lacks, or has too much if negative
    std::vector<std::int8_t> spare_;           // by edge: how many more pieces may lie across it
    int lacking_ = 0, excess_ = 0;
    int solid_left_ = 0, hollow_left_ = 0;  // cells of the pieces that are left
    std::unordered_set<std::string> lost_;
    std::vector<std::size_t> touched_;  // scratch
};

}  // namespace quandary::witness
