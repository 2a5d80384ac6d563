// A* over the steps of the man, on top of the push graph: shortest solutions by moves, and what A* looks at.
//
// The estimate is the cheapest matching of boxes to targets. It is consistent, so a state that is taken up
// has its true distance, and every state of a shortest solution is among those taken up when all with
// f = moves made + estimate up to the length of that solution have been.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "matching.hpp"
#include "nodes.hpp"

namespace quandary::sokoban {

struct Walk {
    std::int64_t moves = -1;                       // -1: there is no solution
    std::int64_t popped = 0;                       // taken up until a winning state was, start and it included
    std::int64_t surely = 0, at_most = 0;          // states with f less than the length, and up to it
    std::int64_t against = -1, against_grid = -1;  // fewest steps that lead boxes away, by pushes and by grid
    std::string letters;                           // a shortest solution
};

template <int Words>
class Walker {
  public:
    using Cells = Bits<Words>;
    using Far = std::vector<std::vector<Matching::Cost>>;

    // far[t][cell]: pushes from a cell to target t. near, near_grid: by cell, the way to the nearest target.
    Walker(const PushGraph<Words> &graph, Far far, std::vector<int> near, std::vector<int> near_grid, Budget &budget)
        : graph_(graph),
          board_(graph.board),
          matching_(std::move(far)),
          near_(std::move(near)),
          near_grid_(std::move(near_grid)),
          budget_(budget),
          tile_(std::size_t(board_.size), wall),
          place_(graph.table.size(), nowhere) {
        board_.floor.each([&](int cell) {
            tile_[std::size_t(cell)] = Tile(cell_.size());
            cell_.push_back(cell);
        });
        for (const int cell : cell_)
            for (const int by : board_.step)
                beside_.push_back(cell + by < 0 || cell + by >= board_.size ? wall : tile_[std::size_t(cell + by)]);
    }

    Walk run() {
        meet(0, tile_[std::size_t(board_.man)], 0);
        for (std::size_t f = 0; f < queue_.size() && walk_.moves < 0; ++f) drain(f);
        if (walk_.moves >= 0) trace_back();
        return walk_;
    }

    std::size_t bytes() const {
        return 4 * place_.capacity() + touched_.capacity() * sizeof(Touched) + 2 * made_.capacity() +
               2 * pushes_.capacity();
    }

  private:
    using Tile = std::uint16_t;  // a cell of the floor, by number
    using Made = std::uint16_t;
    static constexpr Tile wall = std::numeric_limits<Tile>::max();
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();  // not touched; a winning state
    static constexpr std::uint32_t lost = nowhere - 1;                                   // no matching
    static constexpr Made unmade = std::numeric_limits<Made>::max();
    static constexpr Made blocked = 0;  // he cannot walk there, so no way is shorter

    struct Touched {
        Node node;
        std::int32_t estimate;
        std::uint64_t pushes;  // where its pushes begin
    };
    struct Entry {
        std::uint32_t place;
        Tile man;
    };
    // First in, first out.
    struct Lane {
        std::vector<Entry> entries;
        std::size_t next = 0;
    };
    using Lanes = std::vector<Lane>;  // by estimate

    // Takes up everything with this f, the least estimate first.
    void drain(std::size_t f) {
        const auto taken_before = walk_.at_most;
        for (lowest_ = 0; lowest_ < queue_[f].size();) {
            auto &lane = queue_[f][lowest_];
            if (lane.next == lane.entries.size()) {
                ++lowest_;
                continue;
            }
            const auto estimate = lowest_;
            take_up(lane.entries[lane.next++], f - estimate);  // may lower lowest_ again
        }
        Lanes().swap(queue_[f]);
        if (walk_.moves >= 0) walk_.surely = taken_before;
    }

    void take_up(Entry entry, std::size_t made) {
        if (made > made_of(entry)) return;  // a shorter way was found meanwhile
        if (made + 1 >= unmade) throw OutOfBudget{{Code::steps, 65'000}};
        budget_.spend([&] { return graph_.bytes() + bytes(); });
        if (walk_.moves < 0) ++walk_.popped;
        ++walk_.at_most;
        if (entry.place != nowhere)
            expand(entry, made);
        else if (walk_.moves < 0)
            walk_.moves = std::int64_t(made);
    }

    void insert(std::size_t made, std::size_t estimate, Entry entry) {
        const auto f = made + estimate;
        if (queue_.size() <= f) queue_.resize(f + 1);
        if (queue_[f].size() <= estimate) queue_[f].resize(estimate + 1);
        queue_[f][estimate].entries.push_back(entry);
        lowest_ = std::min(lowest_, estimate);
    }

    void expand(Entry entry, std::size_t made) {
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const auto there = beside_[4 * entry.man + direction];
            if (there == wall) continue;
            if (made_at(entry.place, there) == blocked)
                push(entry.place, there, direction, made + 1);
            else
                meet_at(entry.place, there, made + 1);
        }
    }

    void push(std::uint32_t place, Tile box, std::size_t direction, std::size_t made) {
        const auto here = touched_[place];  // a copy: more may be touched below
        const auto first = graph_.first[here.node], count = graph_.first[here.node + 1] - first;
        const auto begin = pushes_.begin() + std::ptrdiff_t(here.pushes), last = begin + std::ptrdiff_t(count);
        const auto found = std::find(begin, last, push_code(box, direction));
        if (found == last) return;
        const auto end = graph_.target[first + std::uint64_t(found - begin)];
        if (end == here.node) return;  // passed over
        if (end == won)
            meet_win(box, made);
        else
            meet(end, box, made);
    }
    static std::uint16_t push_code(Tile box, std::size_t direction) { return std::uint16_t(4 * box + direction); }

    void meet(Node node, Tile man, std::size_t made) {
        if (place_[node] == nowhere) place_[node] = touch(node);
        if (place_[node] != lost) meet_at(place_[node], man, made);
    }

    std::uint32_t touch(Node node) {
        const auto boxes = graph_.table.boxes(node);
        if (!(boxes & board_.dead).empty()) return lost;
        const auto estimate = matching_.least(boxes);
        if (estimate >= Matching::never) return lost;
        touched_.push_back({node, estimate, pushes_.size()});
        const auto reach = board_.region(graph_.table.man(node), boxes);
        for (std::size_t direction = 0; direction < 4; ++direction)  // in the order of the edges
            board_.pushable(reach, boxes, direction).each([&](int box) {
                pushes_.push_back(push_code(tile_[std::size_t(box)], direction));
            });
        const auto base = made_.size();
        made_.resize(base + cell_.size(), blocked);
        reach.each([&](int cell) { made_[base + tile_[std::size_t(cell)]] = unmade; });
        return std::uint32_t(touched_.size() - 1);
    }

    void meet_at(std::uint32_t place, Tile man, std::size_t made) {
        auto &best = made_[place * cell_.size() + man];
        if (made >= best) return;
        best = Made(made);
        insert(made, std::size_t(touched_[place].estimate), {place, man});
    }

    void meet_win(Tile man, std::size_t made) {
        auto &best = winning_.try_emplace(man, std::numeric_limits<std::size_t>::max()).first->second;
        if (made >= best) return;
        best = made;
        insert(made, 0, {nowhere, man});
    }

    std::size_t made_of(Entry entry) const {
        return entry.place == nowhere ? winning_.at(entry.man) : made_at(entry.place, entry.man);
    }
    std::size_t made_at(std::uint32_t place, Tile man) const { return made_[place * cell_.size() + man]; }

    // One step of a shortest solution, seen from behind.
    struct Onward {
        std::int64_t against, against_grid;  // from here on
        char letter;
        std::uint64_t next;
    };
    using Layer = std::map<std::uint64_t, Onward>;  // by place and man

    static std::uint64_t key(std::uint32_t place, Tile man) { return std::uint64_t(place) << 16 | std::uint64_t(man); }

    // Goes back from the nearest winning states to the start, along every shortest solution at once.
    void trace_back() {
        std::vector<Layer> layers(std::size_t(walk_.moves) + 1);
        for (const auto &[man, made] : winning_)
            if (made == std::size_t(walk_.moves)) layers.back()[key(nowhere, man)] = {0, 0, ' ', 0};
        for (auto made = std::size_t(walk_.moves); made > 0; --made)
            for (const auto &[state, onward] : layers[made]) {
                budget_.check();
                step_back(layers[made - 1], state, onward, made);
            }
        auto at = key(place_[0], tile_[std::size_t(board_.man)]);
        walk_.against = layers[0].at(at).against;
        walk_.against_grid = layers[0].at(at).against_grid;
        for (std::size_t made = 0; made < std::size_t(walk_.moves); ++made) {
            const auto &onward = layers[made].at(at);
            walk_.letters += onward.letter;
            at = onward.next;
        }
    }

    void step_back(Layer &before, std::uint64_t state, const Onward &onward, std::size_t made) const {
        const auto place = std::uint32_t(state >> 16);
        const int man = cell_[state & 0xffff];
        const auto boxes = place == nowhere ? board_.targets : graph_.table.boxes(touched_[place].node);
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const auto from = beside_[4 * (state & 0xffff) + (direction + 2) % 4];
            const int box = man + board_.step[direction];
            if (from == wall || boxes.has(cell_[from])) continue;
            if (place != nowhere && made_at(place, from) == made - 1)
                note(before, key(place, from), {onward.against, onward.against_grid, "urdl"[direction], state});
            if (box < 0 || box >= board_.size || !boxes.has(box)) continue;
            const auto earlier = graph_.pushed(boxes, box, man);
            const auto node = graph_.table.look_up(earlier, board_.region(cell_[from], earlier).first());
            if (node == won || place_[node] >= lost || made_at(place_[node], from) != made - 1) continue;
            note(before, key(place_[node], from),
                 {onward.against + (near_[std::size_t(box)] > near_[std::size_t(man)]),
                  onward.against_grid + (near_grid_[std::size_t(box)] > near_grid_[std::size_t(man)]),
                  "URDL"[direction], state});
        }
    }

    // Keeps the least of each count separately, and the way of the first.
    static void note(Layer &layer, std::uint64_t state, const Onward &onward) {
        const auto [found, fresh] = layer.try_emplace(state, onward);
        if (fresh) return;
        const auto grid = std::min(found->second.against_grid, onward.against_grid);
        if (onward.against < found->second.against) found->second = onward;
        found->second.against_grid = grid;
    }

    const PushGraph<Words> &graph_;
    const Board<Words> &board_;
    Matching matching_;
    std::vector<int> near_, near_grid_;
    Budget &budget_;
    std::vector<Tile> tile_;            // by cell
    std::vector<int> cell_;             // by tile
    std::vector<Tile> beside_;          // four for each tile, by direction
    std::vector<std::uint32_t> place_;  // by node: its place among the touched
    std::vector<Touched> touched_;
    std::vector<Made> made_;               // by place and tile
    std::vector<std::uint16_t> pushes_;    // by place, in the order of the edges
    std::map<Tile, std::size_t> winning_;  // by where the man stands: moves made
    std::vector<Lanes> queue_;             // by f
    std::size_t lowest_ = 0;               // no lane below it has entries, in the f that is drained
    Walk walk_;
};

}  // namespace quandary::sokoban
