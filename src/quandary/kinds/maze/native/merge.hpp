// The solutions of a maze counted without listing them, and the least separation. Mirrors merge.py, where
// the method is explained: the same frontiers, so that limits in states mean the same.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <quandary/budget.hpp>
#include <quandary/index.hpp>

#include "clues.hpp"

namespace quandary::maze {

enum class Shape : std::uint8_t { none, open, close, start };

struct Frontier {
    static constexpr int most = 11;  // places on the line: one more than vertices to a side
    std::array<std::int16_t, most> reaches{};
    std::array<Shape, most> shapes{};

    bool operator==(const Frontier &) const = default;
    std::uint64_t hash() const {
        BitSet<192> packed;
        for (int i = 0; i < most; ++i) packed.bits(0) = packed.bits(0) << 2 | std::uint64_t(shapes[std::size_t(i)]);
        for (int i = 0; i < most; ++i) {
            auto &word = packed.bits(1 + i % 2);
            word = word << 10 ^ std::uint64_t(std::uint16_t(reaches[std::size_t(i)]));
        }
        return packed.hash();
    }
};

struct Tally {
    Wide solutions = 0, total_length = 0;
    int shortest = 0, longest = 0;

    // Adds ways with their extra length. Returns whether one of them is shorter than all before.
    bool add(const Tally &other, int edges) {
        const bool is_first = solutions == 0;
        const bool is_shorter = is_first || other.shortest + edges < shortest;
        shortest = is_first ? other.shortest + edges : std::min(shortest, other.shortest + edges);
        longest = is_first ? other.longest + edges : std::max(longest, other.longest + edges);
        solutions += other.solutions;
        total_length += other.total_length + other.solutions * unsigned(edges);
        return is_shorter;
    }
};

// Frontiers with what is known of each, in the order in which they were met.
class Layer {
  public:
    using Entry = std::pair<Frontier, Tally>;

    // The number of a frontier's entry; a new one has an empty tally.
    std::size_t find(const Frontier &frontier) {
        const auto hash = frontier.hash();
        const auto at = index_.find(hash, [&](auto i) { return entries_[i].first == frontier; });
        if (index_.is_taken(at)) return index_.at(at);
        entries_.push_back({frontier, {}});
        index_.put(at, entries_.size(), hash);
        return entries_.size() - 1;
    }
    Tally &tally(std::size_t number) { return entries_[number].second; }
    const std::vector<Entry> &entries() const { return entries_; }
    std::size_t bytes() const { return entries_.capacity() * sizeof(Entry) + index_.bytes(); }
    void clear() {
        entries_.clear();
        index_.clear();
    }

  private:
    std::vector<Entry> entries_;
    NumberIndex<10> index_;
};

// What can happen at one vertex. `limit` is the longest stretch in half edges, or -1: reaches are not kept.
class Vertex {
  public:
    template <int Words>
    Vertex(const Clues<Words> &clues, int number, int limit)
        : at_(number % clues.size),
          size_(clues.size),
          limit_(limit),
          is_start_(number == 0),
          is_end_(number == clues.last()),
          is_mark_(clues.checkpoints >> number & 1) {
        const auto open = clues.open_edges();
        may_take_ = {bool(open.right >> number & 1), bool(open.up >> number & 1)};
        marks_ = {bool(clues.marked.right >> number & 1), bool(clues.marked.up >> number & 1)};
    }

    // Calls visit(frontier, right, up) for the frontiers after this vertex; right and up say what was added.
    template <class Visit>
    void pass_by(const Frontier &frontier, Visit visit) const {
        for (int right = marks_[0]; right <= may_take_[0]; ++right)
            for (int up = marks_[1]; up <= may_take_[1]; ++up) {
                Frontier next = frontier;
                if (draw(next, right, up) && mark_edges(next, right, up)) {
                    if (at_ == size_ - 1) move_on(next);
                    visit(next, right, up);
                }
            }
    }

  private:
    static Shape &shape(Frontier &p, int place) { return p.shapes[std::size_t(place)]; }
    static std::int16_t &reach(Frontier &p, int place) { return p.reaches[std::size_t(place)]; }
    static bool is_blank(Frontier &p, int place) { return reach(p, place) < 0; }
    static int length(Frontier &p, int place) { return std::abs(int(reach(p, place))); }
    static void clear(Frontier &p, int place) {
        shape(p, place) = Shape::none;
        reach(p, place) = 0;
    }
    bool keeps_reaches() const { return limit_ >= 0; }

    // The other crossing of the piece that crosses at a place; the place itself for the start's piece.
    static int mate(Frontier &p, int place) {
        if (shape(p, place) == Shape::start) return place;
        const int step = shape(p, place) == Shape::open ? 1 : -1;
        for (int depth = 0, at = place;; at += step) {
            depth += int(shape(p, at) == Shape::open) - int(shape(p, at) == Shape::close);
            if (depth == 0) return at;
        }
    }

    bool draw(Frontier &p, int right, int up) const {
        const int below = shape(p, at_) != Shape::none, left = shape(p, at_ + 1) != Shape::none;
        const int come = below + left, go = right + up;
        const int in = below ? at_ : at_ + 1, out = right ? at_ : at_ + 1;
        if (is_start_) return come == 0 && go == 1 && begin(p, out);
        if (is_end_) return come == 1 && go == 0 && finish(p, in);
        if (come + go == 0) return !is_mark_;
        if (come + go != 2) return false;
        if (go == 2) return fork(p);
        return come == 2 ? join(p) : carry_on(p, in, out);
    }

    bool begin(Frontier &p, int out) const {
        shape(p, out) = Shape::start;
        reach(p, out) = keeps_reaches() ? 1 : 0;
        return true;
    }

    bool finish(Frontier &p, int in) const {
        const bool arrives = shape(p, in) == Shape::start && meet_mark(p, in, 1);
        clear(p, in);
        return arrives && std::all_of(p.shapes.begin(), p.shapes.end(), [](Shape each) { return each == Shape::none; });
    }

    bool fork(Frontier &p) const {
        shape(p, at_) = Shape::open;
        shape(p, at_ + 1) = Shape::close;
        reach(p, at_) = reach(p, at_ + 1) = std::int16_t(!keeps_reaches() ? 0 : is_mark_ ? 1 : -2);
        return true;
    }

    bool carry_on(Frontier &p, int in, int out) const {
        if (keeps_reaches()) {
            if (is_mark_) {
                if (!meet_mark(p, in, 1)) return false;
                reach(p, in) = 1;
            } else {
                const auto longer = std::int16_t(reach(p, in) + (is_blank(p, in) ? -2 : 2));
                if (is_blank(p, in)) reach(p, mate(p, in)) = longer;
                reach(p, in) = longer;
                if (length(p, in) > limit_) return false;
            }
        }
        if (in != out) {
            shape(p, out) = shape(p, in);
            reach(p, out) = reach(p, in);
            clear(p, in);
        }
        return true;
    }

    bool join(Frontier &p) const {
        const int below = at_, left = at_ + 1;
        const int far_below = mate(p, below), far_left = mate(p, left);
        if (far_below == left) return false;  // a loop
        if (keeps_reaches() && !join_reaches(p, far_below, far_left)) return false;
        if (shape(p, below) == Shape::start) {
            shape(p, far_left) = Shape::start;
        } else if (shape(p, left) == Shape::start) {
            shape(p, far_below) = Shape::start;
        } else {
            shape(p, std::min(far_below, far_left)) = Shape::open;
            shape(p, std::max(far_below, far_left)) = Shape::close;
        }
        clear(p, below);
        clear(p, left);
        return true;
    }

    bool join_reaches(Frontier &p, int far_below, int far_left) const {
        const int below = at_, left = at_ + 1;
        if (is_mark_) return meet_mark(p, below, 1) && meet_mark(p, left, 1);
        const int whole = length(p, below) + length(p, left) + 2;
        const bool blank_below = is_blank(p, below), blank_left = is_blank(p, left);
        const auto both = std::int16_t(blank_below && blank_left ? -whole : whole);
        if (blank_below) reach(p, far_below) = both;
        if (blank_left) reach(p, far_left) = both;
        return whole <= limit_;
    }

    bool mark_edges(Frontier &p, int right, int up) const {
        if (!keeps_reaches()) return true;
        const std::array<int, 2> taken{right, up};
        for (int side = 0; side < 2; ++side) {
            if (!taken[std::size_t(side)] || !marks_[std::size_t(side)]) continue;
            if (!meet_mark(p, at_ + side, 0)) return false;
            reach(p, at_ + side) = 0;
        }
        return true;
    }

    // Lets a piece meet a checkpoint. Returns false if the stretch before it is too long.
    bool meet_mark(Frontier &p, int place, int further) const {
        if (!keeps_reaches()) return true;
        const int stretch = length(p, place) + further;
        if (is_blank(p, place)) reach(p, mate(p, place)) = std::int16_t(stretch);
        return stretch <= limit_;
    }

    // After the last vertex of a column the line moves on to the next one.
    void move_on(Frontier &p) const {
        std::rotate(p.shapes.begin(), p.shapes.begin() + size_, p.shapes.begin() + size_ + 1);
        std::rotate(p.reaches.begin(), p.reaches.begin() + size_, p.reaches.begin() + size_ + 1);
    }

    int at_, size_, limit_;
    bool is_start_, is_end_, is_mark_;
    std::array<bool, 2> may_take_{}, marks_{};
};

// A way into a frontier: from which one, and by which edges.
struct Step {
    std::uint32_t from;
    bool right, up;
};

// What is kept of the ways into frontiers, vertex by vertex: nothing here.
struct NoTrail {
    void begin_vertex() {}
    void note(std::size_t, Step, bool) {}
    std::size_t bytes() const { return 0; }
};

// A first one of the shortest ways into each.
class ShortestTrail {
  public:
    void begin_vertex() { steps_.emplace_back(); }
    void note(std::size_t at, Step step, bool is_shorter) {
        auto &here = steps_.back();
        if (at == here.size()) {
            here.push_back(step);
            ++held_;
        } else if (is_shorter) {
            here[at] = step;
        }
    }
    std::size_t bytes() const { return held_ * sizeof(Step); }
    const std::vector<std::vector<Step>> &steps() const { return steps_; }

  private:
    std::vector<std::vector<Step>> steps_;
    std::size_t held_ = 0;
};

// The tally of the solutions in which no stretch is longer than `limit` half edges (-1: of all solutions). The trail
// is told every way into a frontier, and whether it is shorter than all before.
template <int Words, class Trail>
Tally count_within(const Clues<Words> &clues, int limit, Budget &budget, Trail &trail) {
    Layer layer, after;
    layer.tally(layer.find(Frontier{})) = Tally{1, 0, 0, 0};
    for (int number = 0; number <= clues.last(); ++number) {
        const Vertex vertex(clues, number, limit);
        trail.begin_vertex();
        after.clear();
        for (std::uint32_t from = 0; from < layer.entries().size(); ++from) {
            const auto &[frontier, tally] = layer.entries()[from];
            budget.spend([&] { return layer.bytes() + after.bytes() + trail.bytes(); });
            vertex.pass_by(frontier, [&, &tally = tally](const Frontier &next, bool right, bool up) {
                const auto at = after.find(next);
                const bool is_shorter = after.tally(at).add(tally, right + up);
                trail.note(at, {from, right, up}, is_shorter);
            });
        }
        std::swap(layer, after);
    }
    return layer.entries().empty() ? Tally{} : layer.entries().front().second;
}

template <int Words>
Tally count_within(const Clues<Words> &clues, int limit, Budget &budget) {
    NoTrail none;
    return count_within(clues, limit, budget, none);
}

// The edges of a shortest solution, twice the number of their vertex, and one more for an edge upwards.
template <int Words>
std::vector<int> shortest(const Clues<Words> &clues, Budget &budget) {
    ShortestTrail trail;
    std::vector<int> edges;
    if (count_within(clues, -1, budget, trail).solutions == 0) return edges;
    for (std::size_t number = trail.steps().size(), at = 0; number-- > 0;) {
        const auto step = trail.steps()[number][at];
        if (step.right) edges.push_back(2 * int(number));
        if (step.up) edges.push_back(2 * int(number) + 1);
        at = step.from;
    }
    return edges;
}

// The least, over all solutions, of the longest stretch without a checkpoint, in half edges.
template <int Words>
std::optional<int> separation(const Clues<Words> &clues, Budget &budget) {
    const auto all = count_within(clues, -1, budget);
    if (all.solutions == 0) return std::nullopt;
    const int stretches = count(clues.checkpoints) + clues.marked.number() + 1;
    int halves = (2 * all.shortest + stretches - 1) / stretches;
    while (count_within(clues, halves, budget).solutions == 0) ++halves;
    return halves;
}

}  // namespace quandary::maze
