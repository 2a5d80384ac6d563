// Which moves can fill each slot, whatever the state.
#pragma once
#include <vector>

#include <quandary/domain.hpp>

namespace quandary {

// A path puzzle has no slots to tell apart.
template <Domain D>
struct SlotTable {
    explicit SlotTable(const D &) {}
};

template <FillDomain D>
struct SlotTable<D> {
    std::vector<MoveSet<D>> moves{std::size_t(D::max_slots)};

    explicit SlotTable(const D &domain) {
        for (Move move = 0; move < domain.move_count(); ++move)
            for (Slot slot : domain.fills(move)) moves[std::size_t(slot)].add(move);
    }
};

}  // namespace quandary
