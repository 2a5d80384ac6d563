// A corridor and a room, under sanitizers.
#include <quandary/chance.hpp>
#include <quandary/explore.hpp>
#include <quandary/least_cost.hpp>

#include "check.hpp"
#include "sokoban/native/fewest.hpp"
#include "sokoban/native/step_graph.hpp"
#include "sokoban/native/survey.hpp"
#include "sokoban/native/winnable.hpp"

using namespace quandary;
using sokoban::Distances;

namespace {

// An open room of some columns and rows, with a box and its target; the man is in the first cell.
template <int Words>
struct Room {
    int stride, size;
    std::vector<int> floor;
    Distances distances;

    Room(int columns, int rows, int target) : stride(columns + 1), size(stride * rows) {
        std::vector<int> far(std::size_t(size), 1 << 20);
        for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) floor.push_back(y * stride + x);
        far[std::size_t(target)] = 0;
        for (std::size_t i = 0; i < std::size_t(size); ++i)  // along the row of the target
            if (int(i) / stride == target / stride && int(i) < target && int(i) % stride > 0) far[i] = target - int(i);
        distances = {{far}, far, far};
    }
    sokoban::Level<Words> level(int box, int target) const { return {stride, floor, {target}, {box}, 0, {}, false}; }
    sokoban::Steps<Words> steps(int box, int target) const { return {stride, floor, {target}, {box}, 0, {}, false}; }
};

template <int Words>
void a_corridor() {
    const Room<Words> room(5, 1, 4);
    const auto found = sokoban::survey<Words>(room.level(1, 4), room.distances, false, {});
    CHECK(!found.stop);
    CHECK(found.values.at("shortest_path") == 3 && found.values.at("shortest_boxes_path") == 3);
    CHECK(found.values.at("reachable_states_count") == 1 + 2 + 3 + 1);
    CHECK(found.letters == "RRR");
}

template <int Words>
void both_graphs_agree() {
    const Room<Words> room(9, 7, 9 + 1 + 8);
    const auto box = 9 + 1 + 4, target = 9 + 1 + 8;
    auto pushes = sokoban::survey<Words>(room.level(box, target), room.distances, false, {});
    auto steps = sokoban::survey_step_by_step<Words>(room.steps(box, target), room.distances, false, {});
    for (const auto &[name, value] : steps.values)
        if (name != "nodes" && name != "bytes") CHECK(pushes.values.at(name) == value);
    CHECK(pushes.values.at("shortest_boxes_path") == 4);
}

void limits_are_kept() {
    const Room<1> room(5, 1, 4);
    const auto found = sokoban::survey<1>(room.level(1, 4), room.distances, false, {.states = 1});
    CHECK(found.stop == Stop{Code::states, 1} && found.values.empty());
}

// Two boxes on the way to two targets in one row of an open room; the second box has to go first.
template <int Words>
void two_boxes() {
    const Room<Words> room(9, 5, 0);
    const auto at = [&](int x, int y) { return y * room.stride + x; };
    std::vector<std::vector<int>> far;
    for (const int target : {at(6, 2), at(7, 2)}) {
        far.emplace_back(std::size_t(room.size), 0);  // an estimate of nothing is always true
        far.back()[std::size_t(target)] = 0;
    }
    const sokoban::Level<Words> level{room.stride, room.floor, {at(6, 2), at(7, 2)}, {at(2, 2), at(4, 2)}, 0,
                                      {},          false};
    Budget budget({});
    const auto line = sokoban::FewestPushes<Words>(level, far, budget).run();
    CHECK(line.has_value() && line->size() == 7);
    sokoban::Winnable<Words> winnable(level);
    CHECK(winnable.explore(budget) == 7);
    CHECK(winnable.box_changes(budget) == 1 && winnable.two_parts(budget) == 1 && winnable.bottlenecks(budget) == 0);
    CHECK(winnable.wandering(4, 1e-6, budget) > 7);
}

void a_level_without_a_way() {
    const Room<1> room(5, 1, 4);
    const sokoban::Level<1> level = room.level(1, 0);  // he is on the target, and cannot get behind the box
    Budget budget({});
    CHECK(!sokoban::FewestPushes<1>(level, room.distances.far, budget).run().has_value());
    CHECK(sokoban::Winnable<1>(level).explore(budget) == -1);
}

// After every push on random boards, where the man can walk is what a walk from where he stands finds.
template <int Words>
void a_push_changes_what_is_in_reach() {
    constexpr int stride = 7, rows = 6;
    SplitMix64 random(1);
    for (int round = 0; round < 300; ++round) {
        std::vector<int> floor, boxes;
        for (int cell = 0; cell < stride * rows; ++cell)
            if (cell % stride < stride - 1 && random.below(6) > 0) floor.push_back(cell);
        for (int cell : floor)
            if (random.below(5) == 0) boxes.push_back(cell);
        const sokoban::Board<Words> board(stride, floor, {}, boxes, 0, {}, false);
        const auto free = board.floor - board.boxes;
        if (free.empty()) continue;
        const auto reach = board.region(free.first(), board.boxes);
        for (std::size_t direction = 0; direction < 4; ++direction)
            board.pushable(reach, board.boxes, direction).each([&](int box) {
                const int to = box + board.step[direction];
                const auto after = sokoban::PushGraph<Words>::pushed(board.boxes, box, to);
                CHECK(board.region_after(reach, after, box, to) == board.region(box, after));
            });
    }
}

void shifts_cross_words() {
    const auto bit = sokoban::Bits<3>::only(70);
    CHECK(bit.shifted(60).has(130) && bit.shifted(60).count() == 1);
    CHECK(bit.shifted(-60).has(10) && bit.shifted(-70).has(0));
    CHECK(bit.shifted(64).has(134) && bit.shifted(-71).empty());
}

}  // namespace

int main() {
    a_corridor<1>();
    a_corridor<4>();
    both_graphs_agree<2>();
    both_graphs_agree<8>();
    limits_are_kept();
    two_boxes<1>();
    two_boxes<2>();
    a_level_without_a_way();
    a_push_changes_what_is_in_reach<1>();
    a_push_changes_what_is_in_reach<2>();
    shifts_cross_words();
    return check::report();
}
