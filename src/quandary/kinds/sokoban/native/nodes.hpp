// The situations of a level (boxes and the man's region), numbered in the order they are met: breadth
// first by pushes, with the pushes as edges.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/index.hpp>

#include "domain.hpp"

namespace quandary::sokoban {

using Node = std::uint32_t;
inline constexpr Node won = std::numeric_limits<Node>::max();  // the edge's push wins

// Packed keys: 8 bytes of boxes a word, 2 of the man, and 5 to 11 of index a node.
template <int Words>
class NodeTable {
  public:
    using Cells = Bits<Words>;

    std::size_t size() const { return boxes_.size(); }
    const Cells &boxes(Node node) const { return boxes_[node]; }
    int man(Node node) const { return man_[node]; }
    std::size_t bytes() const { return boxes_.capacity() * sizeof(Cells) + man_.capacity() * 2 + index_.bytes(); }

    // A situation that is about to be added. What is looked at then is fetched already.
    struct Coming {
        Cells boxes;
        std::uint64_t hash;
        std::uint16_t man;
    };
    Coming announce(const Cells &boxes, int man) const {
        const auto key = hash(boxes, man);
        index_.prefetch(key);
        return {boxes, key, std::uint16_t(man)};
    }

    Node add(const Cells &boxes, int man) { return add({boxes, hash(boxes, man), std::uint16_t(man)}); }

    Node add(const Coming &coming) {
        const auto &[boxes, key, man] = coming;
        const auto at = find(key, boxes, man);
        if (index_.is_taken(at)) return index_.at(at);
        boxes_.push_back(boxes);
        man_.push_back(man);
        index_.put(at, boxes_.size(), key);
        return Node(boxes_.size() - 1);
    }

    // The number of a situation, or `won` if it was never met.
    Node look_up(const Cells &boxes, int man) const {
        const auto at = find(hash(boxes, man), boxes, man);
        return index_.is_taken(at) ? index_.at(at) : won;
    }

  private:
    static std::uint64_t hash(const Cells &boxes, int man) {
        return BitSet<64>::mix(boxes.hash() + std::uint64_t(man));
    }

    std::size_t find(std::uint64_t key, const Cells &boxes, int man) const {
        return index_.find(key, [&](Node node) { return man_[node] == man && boxes_[node] == boxes; });
    }

    std::vector<Cells> boxes_;
    std::vector<std::uint16_t> man_;
    NumberIndex<15> index_;
};

// Which pushes are passed over: none, those onto dead squares, or also those after which boxes are frozen.
enum class Skip { nothing, dead, frozen };

// Everything that pushing can reach. Winning ends play, so a winning push leads to no node: its state is
// the cell where the man then stands. The edge of a push that is passed over leads back to its own node,
// which no real push does.
template <int Words>
struct PushGraph {
    using Cells = Bits<Words>;

    PushGraph(const Board<Words> &board_, Skip skip_) : board(board_), skip(skip_) {}

    void explore(Budget &budget) {
        table.add(board.boxes, board.region(board.man, board.boxes).first());
        for (Node node = 0, level_end = 1; node < table.size(); ++node) {
            if (node == level_end) {
                level_end = Node(table.size());
                ++depth;
            }
            budget.spend([&] { return bytes(); });
            const auto boxes = table.boxes(node);  // a copy: the table may grow below
            const auto reach = board.region(table.man(node), boxes);
            represented += reach.count();
            stood |= reach;
            each_push(boxes, reach, [&](int box, int to) { target.push_back(follow(node, boxes, reach, box, to)); });
            settle(first.back());
            first.push_back(target.size());
        }
        represented += arrivals.count();
        stood |= arrivals;
    }

    // Calls visit(box, to) for every push in the order of the edges: by direction, then by cell.
    template <class Visit>
    void each_push(const Cells &boxes, const Cells &reach, Visit visit) const {
        for (std::size_t direction = 0; direction < 4; ++direction)
            board.pushable(reach, boxes, direction).each([&](int box) { visit(box, box + board.step[direction]); });
    }

    static Cells pushed(Cells boxes, int box, int to) {
        boxes.remove(box);
        boxes.add(to);
        return boxes;
    }

    std::size_t bytes() const { return table.bytes() + 4 * target.capacity() + 8 * first.capacity(); }

    const Board<Words> &board;
    Skip skip;
    NodeTable<Words> table;
    std::vector<std::uint64_t> first{0};  // first[i]..first[i + 1] are the edges of node i
    std::vector<Node> target;
    Cells arrivals;                       // where the man stands after a winning push
    Cells stood;                          // where he ever stands
    std::int64_t represented = 0;         // states of the step-by-step game
    std::int64_t depth = 0, pushes = -1;  // -1: there is no solution

  private:
    static constexpr Node later = won - 1;  // the edge leads to the next of those that are coming

    // Where a push leads, if that needs no look into the table.
    Node follow(Node node, const Cells &boxes, const Cells &reach, int box, int to) {
        if (skip != Skip::nothing && board.dead.has(to)) return node;
        const auto after = pushed(boxes, box, to);
        if (skip == Skip::frozen && is_frozen(board, after)) return node;
        if (board.is_won(after)) {
            arrivals.add(box);
            if (pushes < 0) pushes = depth + 1;
            return won;
        }
        coming_.push_back(table.announce(after, board.region_after(reach, after, box, to).first()));
        return later;
    }

    // Numbers what was coming, for the edges from `edge` on.
    void settle(std::uint64_t edge) {
        for (const auto &each : coming_) {
            while (target[edge] != later) ++edge;
            target[edge] = table.add(each);
        }
        coming_.clear();
    }

    std::vector<typename NodeTable<Words>::Coming> coming_;
};

}  // namespace quandary::sokoban
