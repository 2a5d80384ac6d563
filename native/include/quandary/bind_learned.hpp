// Gives a domain a twin that knows what players have learned (quandary/_native.py: Native.knowing).
#pragma once
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <vector>

#include <quandary/bind.hpp>
#include <quandary/learned.hpp>

namespace quandary {

// Binds Learned<D> as `Learned` in D's class, with the methods that ask players.
template <Domain D>
void bind_learned(nb::class_<D> &cls) {
    using namespace nb::literals;
    static const LearnedEngines<D> engines;
    nb::class_<Learned<D>> learned(cls, "Learned");
    learned.def(nb::init<const D &, std::shared_ptr<typename Learned<D>::Lore>>(), "domain"_a, "lore"_a);
    learned.def("wrong_strikes", &Learned<D>::wrong_strikes, "start"_a, "solution"_a);
    bind_player_engines(learned, engines);
}

}  // namespace quandary
