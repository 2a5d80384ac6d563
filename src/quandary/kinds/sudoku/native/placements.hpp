// Which digits may be told something by their own places alone: those with a place that no full placement has. What
// looks along one digit only can strike nothing else.
#pragma once
#include <array>
#include <optional>

#include "marks.hpp"

namespace quandary::sudoku {

// What is known is kept from step to step until the digit loses a place.
class Placements {
  public:
    explicit Placements(const Marks &on) : marks(on), shape(*on.shape) {}

    // The digits each of whose places belongs to a full placement, with one place in every unit.
    Digits settled() {
        Digits all = 0;
        for (digit = 0; digit < shape.size; ++digit) {
            Known &own = known[at(digit)];
            if (own.where != marks.where[at(digit)]) own = {marks.where[at(digit)], covers_all()};
            if (own.is_settled) all |= bit(digit);
        }
        return all;
    }

  private:
    struct Known {
        std::optional<CellSet> where;  // the places of the digit then
        bool is_settled = false;
    };

    const Marks &marks;
    const Shape &shape;
    int digit = 0;
    std::array<Known, widest> known;  // by digit
    // By row: the places that some placement has, and the one that has been chosen.
    std::array<Digits, widest> covered{}, chosen{};
    Digits columns = 0;                    // that are taken,
    std::array<Digits, most_units> boxes;  // and those of boxes that are, by the first box of the row

    static std::size_t at(int i) { return std::size_t(i); }
    Digits places(int row) const { return marks.places[at(shape.size + row)][at(digit)]; }
    int cell(int row, int place) const { return shape.cell[at(shape.size + row)][at(place)]; }
    Digits &boxes_of(int row) { return boxes[shape.unit[at(cell(row, 0))][IN_BOX]]; }

    bool covers_all() {
        covered = {};
        for (int row = 0; row < shape.size; ++row)
            while (const auto open = Digits(places(row) & ~covered[at(row)])) {
                columns = 0;
                boxes = {};
                chosen = {};
                choose(row, lowest(open));
                if (!fill(0)) return false;
                for (int each = 0; each < shape.size; ++each) covered[at(each)] |= chosen[at(each)];
            }
        return true;
    }

    void choose(int row, int place) {
        chosen[at(row)] = bit(place);
        columns ^= bit(place);
        boxes_of(row) ^= shape.shared[at(shape.size + row)][shape.unit[at(cell(row, place))][IN_BOX]];
    }

    // Chooses a place in each row from this one on that has none, if there is a way; rather one that is new.
    bool fill(int row) {
        while (row < shape.size && (chosen[at(row)] || !places(row))) ++row;
        if (row == shape.size) return true;
        const auto free = Digits(places(row) & ~columns & ~boxes_of(row));
        for (auto some : {Digits(free & ~covered[at(row)]), Digits(free & covered[at(row)])})
            for (; some; some &= Digits(some - 1)) {
                const int place = lowest(some);
                choose(row, place);
                if (fill(row + 1)) return true;
                choose(row, place);  // which takes it back
                chosen[at(row)] = 0;
            }
        return false;
    }
};

}  // namespace quandary::sudoku
