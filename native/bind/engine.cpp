// quandary._core.engine: the limits that engines take, and the results that they give.
#include <quandary/bind.hpp>
#include <quandary/relax.hpp>
#include <quandary/sum_states.hpp>

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using namespace quandary;

void bind_limits(nb::module_ &m) {
    nb::list codes;
    for (const auto name : code_names) codes.append(nb::str(name.data(), name.size()));
    m.attr("CODES") = nb::tuple(codes);
    nb::class_<BoundLimits>(m, "Limits")
        .def(nb::init<double, std::int64_t, std::int64_t, std::optional<BoundLimits::Numbers>, std::int64_t>(),
             "seconds"_a, "bytes"_a, "states"_a, "meter"_a.none(), "resident"_a)
        .def_prop_ro("seconds", [](const BoundLimits &limits) { return limits.seconds; })
        .def_prop_ro("bytes", [](const BoundLimits &limits) { return limits.bytes; })
        .def_prop_ro("states", [](const BoundLimits &limits) { return limits.states; });
}

void bind_solutions(nb::module_ &m) {
    nb::class_<Solution>(m, "Solution").def_ro("start", &Solution::start).def_ro("moves", &Solution::moves);
    nb::class_<Solutions> solutions(m, "Solutions");
    solutions.def_ro("found", &Solutions::found)
        .def_ro("complete", &Solutions::complete)
        .def_ro("states", &Solutions::states);
    bind_stop(solutions);
    nb::class_<Count> count(m, "Count");
    count.def_ro("solutions", &Count::solutions)
        .def_ro("total_length", &Count::total_length)
        .def_ro("shortest", &Count::shortest)
        .def_ro("longest", &Count::longest)
        .def_ro("complete", &Count::complete)
        .def_ro("states", &Count::states);
    bind_stop(count);
}

// A number of states, without the one before the starts where it is counted; None if there are too many.
auto number_of(std::int64_t PlaySum::*number, bool counts_first) {
    return [=](const StateSums &sums) -> std::optional<std::int64_t> {
        const auto value = sums.sum.*number;
        if (value == too_many) return std::nullopt;
        return value - (counts_first && value > 0);
    };
}

void bind_sums(nb::module_ &m) {
    nb::class_<StateSums> sums(m, "StateSums");
    sums.def_prop_ro("represented", number_of(&PlaySum::states, true))
        .def_prop_ro("viable", number_of(&PlaySum::viable, true))
        .def_prop_ro("solved", number_of(&PlaySum::solved, false))
        .def_prop_ro("moving", number_of(&PlaySum::moving, true))
        .def_prop_ro("expansions", number_of(&PlaySum::expansions, true))
        .def_prop_ro("starts", [](const StateSums &all) { return all.sum.moves; })
        .def_prop_ro("loss", [](const StateSums &all) { return all.sum.loss(); })
        .def_ro("complete", &StateSums::complete)
        .def_ro("states", &StateSums::states);
    bind_stop(sums);
}

void bind_states(nb::module_ &m) {
    nb::class_<StateCount> count(m, "StateCount");
    count.def_ro("represented", &StateCount::represented)
        .def_ro("complete", &StateCount::complete)
        .def_ro("states", &StateCount::states);
    bind_stop(count);
    bind_sums(m);
    nb::class_<Graph> graph(m, "Graph");
    bind_column(graph, "first", &Graph::first);
    bind_column(graph, "target", &Graph::target);
    bind_column(graph, "solved", &Graph::solved);
    bind_column(graph, "starts", &Graph::starts);
    graph.def_ro("complete", &Graph::complete);
    bind_stop(graph);
}

void bind_entropy(nb::module_ &m) {
    nb::class_<Decision>(m, "Decision")
        .def_ro("slot", &Decision::slot)
        .def_ro("move", &Decision::move)
        .def_ro("options", &Decision::options)
        .def_ro("bits", &Decision::bits);
    nb::class_<Entropy> entropy(m, "Entropy");
    entropy.def_ro("value", &Entropy::value)
        .def_ro("states", &Entropy::states)
        .def_ro("at_least", &Entropy::at_least)
        .def_ro("steps", &Entropy::steps);
    bind_stop(entropy);
}

void bind_columns(nb::module_ &m) {
    nb::class_<Columns> columns(m, "Columns");
    bind_column(columns, "value", &Columns::value);
    bind_column(columns, "at_least", &Columns::at_least);
    bind_column(columns, "seconds", &Columns::seconds);
    bind_column(columns, "states", &Columns::states);
    bind_column(columns, "stop", &Columns::stop);
    bind_column(columns, "starts", &Columns::starts);
}

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Column<T> &column) {
    return {column.data(), column.shape(0)};
}

void bind_relax(nb::module_ &m) {
    nb::class_<Relaxed> cls(m, "Relaxed");
    bind_column(cls, "value", &Relaxed::value);
    cls.def_ro("sweeps", &Relaxed::sweeps);
    bind_stop(cls);
    m.def(
        "relax",
        [](const Column<std::int64_t> &first, const Column<std::uint32_t> &target, const Column<double> &share,
           const Column<double> &constant, double near, const BoundLimits &limits) {
            const auto size = constant.shape(0);
            if (first.shape(0) != size + 1 || first.data()[0] != 0 || share.shape(0) != target.shape(0) ||
                std::size_t(first.data()[size]) != target.shape(0))
                throw std::invalid_argument("the rows and the edges do not match");
            for (std::size_t i = 0; i < size; ++i)
                if (first.data()[i] > first.data()[i + 1]) throw std::invalid_argument("the rows are not in order");
            for (std::size_t i = 0; i < target.shape(0); ++i)
                if (target.data()[i] >= size) throw std::invalid_argument("an edge leads nowhere");
            return unlocked([&] {
                return relax(span_of(first), span_of(target), span_of(share), span_of(constant), near, limits);
            });
        },
        "first"_a, "target"_a, "share"_a, "constant"_a, "near"_a, "limits"_a);
}

void bind_play(nb::module_ &m) {
    nb::class_<Choice>(m, "Choice").def_ro("slot", &Choice::slot).def_ro("moves", &Choice::moves);
    nb::class_<Run>(m, "Run")
        .def_prop_ro("ending", [](const Run &run) { return int(run.ending); })
        .def_ro("fired", &Run::fired)
        .def_ro("guesses", &Run::guesses)
        .def_ro("reverts", &Run::reverts)
        .def_ro("deepest", &Run::deepest)
        .def_ro("refutation", &Run::refutation)
        .def_ro("length", &Run::length);
}

}  // namespace

QUANDARY_KIND(engine) {
    bind_limits(m);
    bind_solutions(m);
    bind_states(m);
    bind_entropy(m);
    bind_columns(m);
    bind_play(m);
    bind_relax(m);
    nb::class_<Found> found(m, "Found");
    found.def_ro("value", &Found::value).def_ro("states", &Found::states);
    bind_stop(found);
}
