// What players have learned is one more rule, asked of the puzzle that it was made for.
#include <quandary/learned.hpp>

#include "check.hpp"
#include "domains.hpp"

using namespace quandary;

namespace {

// Rules out the moves that it was told to.
template <Domain D>
struct Told final : Insight<D> {
    MoveSet<D> moves;

    explicit Told(const MoveSet<D> &these) : Insight<D>(true), moves(these) {}
    MoveSet<D> ruled_out(const SlotTable<D> &, const typename D::State &, const MoveSet<D> &left) const override {
        return left & moves;
    }
};

void an_insight_rules_moves_out() {
    const Jugs jugs{{3, 5}, 4};
    const EnginesOf<Jugs> engines;
    const auto plain = engines.options(&jugs, {}, {});
    CHECK(plain.size() == 1 && plain[0].moves.size() > 1);
    MoveSet<Jugs> first;
    first.add(plain[0].moves[0]);
    const Told<Jugs> told(first);
    const auto left = options_after(jugs, make_player<Jugs>({{"learned"}, {}, 0}, &told), {});
    CHECK(left[0].moves.size() == plain[0].moves.size() - 1 && left[0].moves[0] == plain[0].moves[1]);
}

void without_an_insight_nothing_is_learned() {
    bool refused = false;
    try {
        make_player<Jugs>({{"learned"}, {}, 0});
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    CHECK(refused);
}

void engines_answer_for_any_domain() {
    const Jugs jugs{{3, 5}, 4};
    const EnginesOf<Jugs> engines;
    const Jugs *const same[] = {&jugs, &jugs};
    Budget budget({});
    const auto one = engines.measure(Measure::remuse, &jugs, {}, {}, false, budget);
    const auto many = engines.measure_many(Measure::remuse, {same[0], same[1]}, {}, false, {}, 1);
    CHECK(many.value[0] == one.value && many.value[1] == one.value);
    const auto counts = engines.count_many({same[0]}, 100, {}, 1);
    CHECK(counts.value[0] == double(engines.count(&jugs, 100, {}).solutions));
    CHECK(!engines.merges() && !engines.can_deduce());
}

}  // namespace

int main() {
    an_insight_rules_moves_out();
    without_an_insight_nothing_is_learned();
    engines_answer_for_any_domain();
    return check::report();
}
