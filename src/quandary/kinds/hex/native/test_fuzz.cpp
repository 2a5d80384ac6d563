// Random HEX puzzles, most of them without a solution, under sanitizers.
#include "fuzz.hpp"
#include "hex/native/tilings.hpp"

using namespace quandary;
using hex::Hex;

namespace {

// Pieces in random places until few are left, so that a search is short.
Hex draw(SplitMix64 &random) {
    const int forbidden = random.below(hex::piece_count), free = 2 + random.below(4);
    std::vector<int> placed, fitting, bonds;
    const Hex empty(forbidden, {}, {}, false, {});
    auto state = empty.starts()[0];
    for (int tries = 0; tries < 200 && state.count + free < hex::most_pieces; ++tries) {
        std::vector<Move> open;
        empty.moves(state).each([&](Move move) { open.push_back(move); });
        if (open.empty()) break;
        placed.push_back(open[std::size_t(random.below(int(open.size())))]);
        state = empty.apply(state, placed.back());
    }
    const bool bumps = fuzz::chance(random, 3);
    for (Move move = 0; move < Hex::max_moves; ++move)
        if (bumps && !fuzz::chance(random, 4)) fitting.push_back(move);
    if (fuzz::chance(random, 2))
        for (int number = 1 + random.below(6); number > 0; --number) {
            const int one = random.below(hex::piece_count), other = random.below(hex::piece_count);
            const int touch = random.below(5);
            bonds.insert(bonds.end(), {one, other, touch, other, one, touch});
        }
    return {forbidden, placed, fitting, bumps, bonds};
}

}  // namespace

int main(int count, char **words) {
    return fuzz::run(count, words, 600, [](SplitMix64 &random) {
        const auto puzzle = draw(random);
        fuzz::ask(puzzle, random);
        const auto quick = puzzle.quick_solutions(1000, {.states = 20'000});
        const auto plain = solutions(puzzle, 1000, {.states = 20'000});
        if (quick.complete && plain.complete) CHECK(quick.found.size() == plain.found.size());
    });
}
