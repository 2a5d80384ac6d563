#include <quandary/bind.hpp>

#include "census.hpp"
#include "domain.hpp"
#include "growth.hpp"
#include "survey.hpp"

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using quandary::BoundLimits;
using quandary::Budget;
using quandary::fling::Board;
using quandary::fling::Cells;
using quandary::fling::Census;
using quandary::fling::Counter;
using quandary::fling::Grid;
using quandary::fling::Images;
using quandary::fling::Memory;
using quandary::fling::Survey;
using quandary::fling::Wide;

nb::int_ whole_number(const Wide &wide) {
    nb::int_ value(0);
    for (auto word = wide.words.rbegin(); word != wide.words.rend(); ++word)
        value = nb::int_(value.attr("__lshift__")(64).attr("__or__")(nb::int_(*word)));
    return value;
}

void bind_survey(nb::module_ &m) {
    nb::class_<Survey> cls(m, "Survey");
    const auto count = [&](const char *name, Wide Survey::*member) {
        cls.def_prop_ro(name, [member](const Survey &survey) { return whole_number(survey.*member); });
    };
    cls.def_ro("full_states", &Survey::full_states).def_ro("expert_states", &Survey::expert_states);
    count("full_tree", &Survey::full_tree);
    count("expert_tree", &Survey::expert_tree);
    count("solutions", &Survey::solutions);
    count("solutions_by_moves", &Survey::solutions_by_moves);
    cls.def_ro("states", &Survey::states);
    quandary::bind_stop(cls);
}

void bind_census(nb::module_ &m) {
    nb::class_<Census>(m, "Census")
        .def_ro("balls", &Census::balls)
        .def_ro("boards", &Census::boards)
        .def_ro("solvable", &Census::solvable)
        .def_ro("unique", &Census::unique)
        .def_ro("unique_by_moves", &Census::unique_by_moves)
        .def_ro("sequences", &Census::sequences)
        .def_ro("most_sequences", &Census::most_sequences)
        .def_ro("legal_moves", &Census::legal_moves)
        .def_ro("without_move", &Census::without_move)
        .def_ro("apart", &Census::apart)
        .def_ro("apart_solvable", &Census::apart_solvable)
        .def_ro("mirror_classes", &Census::mirror_classes)
        .def_ro("mirror_solvable", &Census::mirror_solvable)
        .def_ro("mirror_unique", &Census::mirror_unique)
        .def_ro("classes", &Census::classes)
        .def_ro("solvable_classes", &Census::solvable_classes)
        .def_ro("unique_classes", &Census::unique_classes);
    m.def(
        "table",
        [](int width, int height, int balls, bool sequences) {
            return quandary::unlocked_within_caller([&](Budget &budget) {
                const Grid grid(width, height);
                return Counter(grid, sequences, budget).run(balls);
            });
        },
        "width"_a, "height"_a, "balls"_a, "sequences"_a = false);
    m.def(
        "unique_boards",
        [](int width, int height, int balls) {
            return quandary::unlocked_within_caller([&](Budget &budget) {
                const Grid grid(width, height);
                return Counter(grid, false, budget).unique_classes(balls);
            });
        },
        "width"_a, "height"_a, "balls"_a);
    m.def(
        "classes",
        [](int width, int height, int balls) {
            return quandary::unlocked_within_caller([&](Budget &budget) {
                const Grid grid(width, height);
                return quandary::fling::classes(grid, balls, budget);
            });
        },
        "width"_a, "height"_a, "balls"_a);
    m.def(
        "boards_from",
        [](int width, int height, Cells first, std::int64_t count) {
            const Grid grid(width, height);
            std::vector<Cells> found;
            for (auto balls = first; count > 0; --count, balls = quandary::fling::next(balls)) found.push_back(balls);
            return found;
        },
        "width"_a, "height"_a, "first"_a, "count"_a);
    m.def(
        "least",
        [](int width, int height, Cells balls) {
            const Grid grid(width, height);
            return Images(grid).least(balls);
        },
        "width"_a, "height"_a, "balls"_a);
}

// The counts of many boards of a size by column, as numbers that are exact below 2^53.
struct Surveys {
    std::vector<double> full_states, full_tree, expert_states, expert_tree, solutions, solutions_by_moves;
};

double approximately(const Wide &wide) {
    double value = 0;
    for (auto word = wide.words.rbegin(); word != wide.words.rend(); ++word) value = value * 0x1p64 + double(*word);
    return value;
}

Surveys survey_all(int width, int height, const std::vector<Cells> &boards, bool as_expert, Budget &budget) {
    Surveys all;
    for (const auto balls : boards) {
        const auto found = quandary::fling::survey(Board(width, height, balls), budget.rest(), as_expert);
        if (found.stop) throw quandary::OutOfBudget{found.stop};
        all.full_states.push_back(double(found.full_states));
        all.full_tree.push_back(approximately(found.full_tree));
        all.expert_states.push_back(double(found.expert_states));
        all.expert_tree.push_back(approximately(found.expert_tree));
        all.solutions.push_back(approximately(found.solutions));
        all.solutions_by_moves.push_back(approximately(found.solutions_by_moves));
    }
    return all;
}

void bind_surveys(nb::module_ &m) {
    nb::class_<Surveys> cls(m, "Surveys");
    quandary::bind_column(cls, "full_states", &Surveys::full_states);
    quandary::bind_column(cls, "full_tree", &Surveys::full_tree);
    quandary::bind_column(cls, "expert_states", &Surveys::expert_states);
    quandary::bind_column(cls, "expert_tree", &Surveys::expert_tree);
    quandary::bind_column(cls, "solutions", &Surveys::solutions);
    quandary::bind_column(cls, "solutions_by_moves", &Surveys::solutions_by_moves);
    m.def(
        "surveys",
        [](int width, int height, const std::vector<Cells> &boards, bool as_expert) {
            return quandary::unlocked_within_caller(
                [&](Budget &budget) { return survey_all(width, height, boards, as_expert, budget); });
        },
        "width"_a, "height"_a, "boards"_a, "as_expert"_a = true);
}

// A board's own counts, which hold for both its forms.
template <class D>
void bind_board(nb::class_<D> &cls) {
    cls.def(nb::init<int, int, Cells>(), "width"_a, "height"_a, "balls"_a);
    quandary::bind_domain(cls);
    cls.def(
        "survey",
        [](const D &board, const BoundLimits &limits, bool as_expert, bool sees_islands) {
            return quandary::unlocked([&] { return quandary::fling::survey(board, limits, as_expert, sees_islands); });
        },
        "limits"_a, "as_expert"_a = true, "sees_islands"_a = false);
    cls.def(
        "tally",
        [](const D &board, const BoundLimits &limits) {
            Survey survey;
            quandary::unlocked([&] { survey = quandary::fling::survey(board, limits, false); });
            const auto length = nb::int_(std::popcount(board.balls()) - 1);
            const auto solutions = whole_number(survey.solutions);
            return quandary::Found{nb::module_::import_("quandary.feature")
                                       .attr("Tally")(solutions, solutions.attr("__mul__")(length), length, length),
                                   survey.states, survey.stop};
        },
        "limits"_a);
    cls.def(
        "earlier",
        [](const D &board, bool unique) {
            return quandary::unlocked_within_caller(
                [&](Budget &budget) { return quandary::fling::Growth(board, budget).earlier(unique); });
        },
        "unique"_a);
    cls.def(
        "list",
        [](const D &board, std::int64_t skip, std::int64_t most) {
            return quandary::unlocked_within_caller(
                [&](Budget &budget) { return quandary::fling::Lister(board, budget).list(skip, most); });
        },
        "skip"_a, "most"_a);
}

}  // namespace

QUANDARY_KIND(fling) {
    bind_survey(m);
    bind_census(m);
    bind_surveys(m);
    nb::class_<Board> board(m, "Board");
    bind_board(board);
    nb::class_<Memory> memory(m, "Memory");
    bind_board(memory);
}
