// Gives a domain the methods that quandary's Python engines call (quandary/_native.py: Native.handle).
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <quandary/engines.hpp>

// Every kinds/<name>/native/bind.cpp defines one of these; CMake calls it with the submodule _core.<name>.
#define QUANDARY_KIND(name) void bind_##name(nanobind::module_ &m)

namespace quandary {
namespace nb = nanobind;

// Gives a result class a vector of it as an array that keeps the result alive.
template <class Result, class T>
void bind_column(nb::class_<Result> &cls, const char *name, std::vector<T> Result::*column) {
    cls.def_prop_ro(name, [column](Result &result) {
        auto &values = result.*column;
        return nb::ndarray<nb::numpy, T, nb::ndim<1>>(values.data(), {values.size()}, nb::find(result));
    });
}

// Whether Ctrl-C was pressed; takes the GIL for a moment. In a thread that is not Python's main one it never was:
// such a thread is stopped by its meter.
inline bool is_interrupted() {
    nb::gil_scoped_acquire locked;
    return PyErr_CheckSignals() != 0;
}

// Limits as Python hands them over; they keep the numbers of the meter alive.
struct BoundLimits : Limits {
    using Numbers = nb::ndarray<std::int64_t, nb::shape<2>, nb::c_contig, nb::device::cpu>;
    std::optional<Numbers> numbers;

    BoundLimits(double seconds_, std::int64_t bytes_, std::int64_t states_, std::optional<Numbers> numbers_,
                std::int64_t resident_)
        : Limits{seconds_, bytes_, states_, numbers_ ? Meter(numbers_->data()) : Meter(), quandary::is_interrupted,
                 resident_},
          numbers(std::move(numbers_)) {}
};

// The limits that the calling Python code works within: quandary.limits.Budget, if it has begun one.
inline BoundLimits limits_of_caller() {
    return nb::cast<BoundLimits>(nb::module_::import_("quandary._native").attr("limits_of_caller")());
}

// A reason as Python has it: quandary.limits.Stop.
inline nb::object python_stop(const Stop &stop) {
    const auto name = code_names[std::size_t(stop.code)];
    return nb::module_::import_("quandary.limits").attr("Stop")(nb::str(name.data(), name.size()), stop.limit);
}

// Runs pure C++ work without the GIL. Ctrl-C comes out as KeyboardInterrupt, and a limit that the work does not turn
// into a status as quandary.limits.OutOfBudget.
template <class Work>
auto unlocked(Work work) {
    try {
        nb::gil_scoped_release released;
        return work();
    } catch (const Interrupted &) {
        throw nb::python_error();  // PyErr_CheckSignals has set it
    } catch (const OutOfBudget &out) {
        const auto type = nb::module_::import_("quandary.limits").attr("OutOfBudget");
        PyErr_SetObject(type.ptr(), type(python_stop(out.stop)).ptr());
        throw nb::python_error();
    }
}

// The same within the caller's limits, for work that no limits were handed to.
template <class Work>
auto unlocked_within_caller(Work work) {
    const auto limits = limits_of_caller();
    return unlocked([&] {
        Budget budget(limits);
        return work(budget);
    });
}

// Gives a result class the property `stop`.
template <class Result>
void bind_stop(nb::class_<Result> &cls) {
    cls.def_prop_ro(
        "stop", [](const Result &result) { return python_stop(result.stop); },
        nb::sig("def stop(self) -> quandary.limits.Stop"));
}

// What a kind's own search found, and why it stopped short, if it did; the value then means nothing.
struct Found {
    nb::object value;
    std::int64_t states = 0;
    Stop stop;
};

// Runs find(budget) without the GIL.
template <class Find>
Found found_within(const Limits &limits, Find find) {
    decltype(find(std::declval<Budget &>())) value{};
    Found found;
    unlocked([&] {
        Budget budget(limits);
        try {
            value = find(budget);
        } catch (const OutOfBudget &out) {
            found.stop = out.stop;
        }
        found.states = budget.states();
    });
    found.value = nb::cast(std::move(value));
    return found;
}

// Gives a class the methods that ask players (native/engines.cpp). The engines must live as long as the class.
void bind_player_engines(nb::handle cls, const PlayerEngines &engines);
// Gives it all of them.
void bind_engines(nb::handle cls, const Engines &engines);

template <Domain D>
void bind_methods(nb::class_<D> &cls) {
    static const EnginesOf<D> engines;
    bind_engines(cls, engines);
}

// A domain that merges states also has a twin, unmerged(), that does not.
template <Domain D>
void bind_domain(nb::class_<D> &cls) {
    bind_methods(cls);
    if constexpr (Merging<D>) {
        nb::class_<Unmerged<D>> plain(cls, "Unmerged");
        bind_methods(plain);
        cls.def("unmerged", [](const D &domain) { return Unmerged<D>(domain); });
    }
}

}  // namespace quandary
