// The thesis's own search for all solutions without one piece, for race_hex.py: depth first, piece after piece in a
// fixed order, each at every location that is still free. Prints the number of solutions up to symmetry, the number of
// placements tried, and the seconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

#include "hex/native/board.hpp"

using namespace quandary::hex;

namespace {

struct DepthFirst {
    std::vector<int> order;
    std::vector<std::array<int, cell_count>> symmetries;
    std::vector<Mask> made;
    std::vector<int> pieces;
    std::set<std::vector<std::pair<int, Mask>>> found;
    long expansions = 0;

    explicit DepthFirst(int forbidden) {
        for (int piece : {3, 4, 5, 6, 7, 9, 0, 2, 1, 8, 8})
            if (piece != forbidden) order.push_back(piece);
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            std::array<int, cell_count> to{};
            for (int cell = 0; cell < cell_count; ++cell) {
                auto there = geometry().cells[std::size_t(cell)];
                if (symmetry >= 6) there = there.flipped();
                for (int turn = 0; turn < symmetry % 6; ++turn) there = there.rotated();
                to[std::size_t(cell)] = there.number();
            }
            symmetries.push_back(to);
        }
    }

    void search(std::size_t depth, Mask taken) {
        if (depth == order.size()) return keep();
        const auto &all = geometry();
        const int piece = order[depth];
        for (int move = all.first[std::size_t(piece)]; move < all.first[std::size_t(piece + 1)]; ++move) {
            const Mask cells = all.locations[std::size_t(move)].cells;
            if (cells & taken) continue;
            ++expansions;
            made.push_back(cells);
            search(depth + 1, taken | cells);
            made.pop_back();
        }
    }

    // A solution is kept unless one of its images is.
    void keep() {
        std::vector<std::pair<int, Mask>> least;
        for (const auto &to : symmetries) {
            std::vector<std::pair<int, Mask>> image;
            for (std::size_t i = 0; i < made.size(); ++i) {
                Mask cells = 0;
                each_cell(made[i], [&](int cell) { cells |= Mask(1) << to[std::size_t(cell)]; });
                image.push_back({order[i], cells});
            }
            std::sort(image.begin(), image.end());
            if (least.empty() || image < least) least = image;
        }
        found.insert(least);
    }
};

}  // namespace

int main(int, char **arguments) {
    DepthFirst search(std::atoi(arguments[1]));
    const auto begin = std::chrono::steady_clock::now();
    search.search(0, 0);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%zu %ld %.6f\n", search.found.size(), search.expansions, seconds);
}
