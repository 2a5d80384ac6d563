// Random boards, some as wide as a word, under sanitizers.
#include "fling/native/census.hpp"
#include "fling/native/growth.hpp"
#include "fling/native/survey.hpp"
#include "fuzz.hpp"

using namespace quandary;

namespace {

fling::Cells draw(SplitMix64 &random, int cells) {
    fling::Cells balls = 0;
    for (const int cell : fuzz::some_of(random, 1 + random.below(6), cells)) balls |= fling::Cells(1) << cell;
    return balls;
}

}  // namespace

int main(int number, char **words) {
    return fuzz::run(number, words, 600, [](SplitMix64 &random) {
        const int width = 1 + random.below(8), height = 1 + random.below(8);
        const auto balls = draw(random, width * height);
        const fling::Board board(width, height, balls);
        fuzz::ask(board, random);
        fuzz::ask(fling::Memory(width, height, balls), random);
        const auto survey = fling::survey(board, {.states = 20'000}, true);
        fling::survey(board, fuzz::limits(random));
        const auto states = count_states(board, {.states = 20'000});
        if (!survey.stop && states.complete) {
            CHECK(survey.full_states == states.represented && survey.expert_states <= survey.full_states);
            CHECK((survey.solutions.words[0] > 0) == (count(board, 1, {.states = 20'000}).solutions > 0));
        }
        if (!survey.stop) {  // wide numbers are counted as narrow ones are
            fling::Survey wide;
            Budget enough({});
            fling::Surveyor<fling::Wide>(board, enough).look_at_all(wide);
            fling::Surveyor<fling::Wide>(board, enough).look_as_expert(wide);
            CHECK(wide.full_tree.words == survey.full_tree.words && wide.expert_tree.words == survey.expert_tree.words);
            CHECK(wide.solutions.words == survey.solutions.words);
        }
        Budget growing({});
        for (const auto before : fling::Growth(board, growing).earlier(false)) {
            bool leads = false;
            board.each_move(before, [&](Move move) { leads = leads || board.fling(before, move) == balls; });
            CHECK(leads);
        }
        Budget budget({.states = 20'000});
        const auto listed = fling::Lister(board, budget).list(0, 1'000'000);
        if (!survey.stop) CHECK(listed.size() == survey.solutions.words[0]);
        for (const auto &moves : listed) {
            auto now = balls;
            for (const Move move : moves) {
                CHECK(board.can(now, move));
                now = board.fling(now, move);
            }
            CHECK(std::has_single_bit(now));
        }
        const fling::Images images(board);
        CHECK(images.is_least(images.least(balls)) && images.least(images.least(balls)) == images.least(balls));
    });
}
