// Regions that grow by single cells, and shrink again in reverse.
#pragma once
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "grid.hpp"

namespace quandary::fillomino {

// The connected cells of each class: trees whose root stands for the region, and rings to walk around. Two rings
// become one, or one two again, by exchanging what comes next in each.
class GrownRegions {
  public:
    GrownRegions(const Grid &grid, int classes)
        : grid_(grid), nodes_(std::size_t(grid.cells())), members_(std::size_t(classes)) {}

    void add(int cell, int c) {
        members_[std::size_t(c)].push_back(cell);
        at(cell) = {c, cell, cell, 1, merged_.size()};
        for (int other : grid_.beside(cell))
            if (at(other).c == c) merge(root(cell), root(other));
    }
    // Takes the last cell of a class out, which is the last of all that were added.
    void drop(int c) {
        auto &members = members_[std::size_t(c)];
        auto &node = at(members.back());
        members.pop_back();
        for (; merged_.size() > node.merged_before; merged_.pop_back()) split(merged_.back());
        node.c = nothing;
    }

    bool is(int cell, int c) const { return at(cell).c == c; }
    std::span<const int> members(int c) const { return members_[std::size_t(c)]; }
    int root(int cell) const {
        while (!is_root(cell)) cell = at(cell).parent;
        return cell;
    }
    bool is_root(int cell) const { return at(cell).parent == cell; }
    int size(int root) const { return at(root).size; }
    // Calls use(cell) for the cells of a region.
    template <class Use>
    void each(int root, Use use) const {
        int cell = root;
        do use(cell);
        while ((cell = at(cell).next) != root);
    }

  private:
    static constexpr int nothing = -1;
    struct Node {
        int c = nothing, parent = 0, next = 0, size = 0;
        std::size_t merged_before = 0;
    };

    Node &at(int cell) { return nodes_[std::size_t(cell)]; }
    const Node &at(int cell) const { return nodes_[std::size_t(cell)]; }

    void merge(int large, int small) {
        if (large == small) return;
        if (size(large) < size(small)) std::swap(large, small);
        at(small).parent = large;
        at(large).size += size(small);
        std::swap(at(large).next, at(small).next);
        merged_.push_back(small);
    }
    void split(int small) {
        auto &large = at(std::exchange(at(small).parent, small));
        large.size -= size(small);
        std::swap(large.next, at(small).next);
    }

    const Grid &grid_;
    std::vector<Node> nodes_;                // by cell
    std::vector<std::vector<int>> members_;  // by class, in the order in which they were added
    std::vector<int> merged_;                // roots that were put under another
};

}  // namespace quandary::fillomino
