// A board and its pieces in C++, with the numbering of declare.py, which hands over every location.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <quandary/bitset.hpp>
#include <quandary/budget.hpp>
#include <quandary/domain.hpp>

namespace quandary::tangram {

// How much a board has room for: small ones are quicker.
template <int Moves, int Cells, int Letters, int Pieces>
struct Size {
    static constexpr int moves = Moves;      // locations of all pieces
    static constexpr int cells = Cells;      // cells of the board
    static constexpr int letters = Letters;  // different pieces
    static constexpr int pieces = Pieces;    // pieces on a full board
    static_assert(Letters <= 32, "a set of pieces is a word of 32 bits");
};
using Small = Size<1152, 64, 12, 12>;
using Medium = Size<1152, 128, 26, 32>;
using Large = Size<4096, 128, 26, 32>;

using Lists = std::vector<std::vector<int>>;

// What Python says about a board.
struct Description {
    Lists near, meeting, lined;  // by cell: the cells that share an edge, a corner or a row with it
    std::vector<int> pieces;     // by location: its piece
    Lists cells;                 // by location: its cells
    std::vector<int> order;      // the cells in the order in which a search fills them
    std::vector<int> sizes;      // by piece: its number of cells, even if it fits nowhere
    std::vector<int> copies;     // by piece: how many are declared
};

// Everything that all puzzles on a board share.
template <class S>
struct Board {
    using Mask = BitSet<S::cells>;   // a set of cells
    using Sizes = BitSet<S::cells>;  // a set of sizes from 1 on, each in the place of the size before it
    using Locations = BitSet<S::moves>;

    // A place for a piece, and the cells that share an edge, a corner or a row with it, its own among them.
    struct Location {
        int piece;
        Mask cells, edges, corners, lines;
    };
    // The locations that share no cell, an edge, a corner, a row with one.
    struct Contacts {
        Locations apart, edge, corner, line;
    };

    int cell_count, piece_count;
    Mask full;
    std::vector<Location> locations;
    std::vector<std::vector<Slot>> fills;     // by location: its piece and its cells, as slots
    std::vector<int> copies, sizes, first;    // by piece; `first` is its first location, with one entry more
    std::vector<std::vector<int>> by_lowest;  // by cell: the locations that have it lowest
    std::array<Locations, S::letters> of_piece{};
    std::vector<Locations> over_cell;
    std::vector<int> order;
    std::vector<int> rank_of_size;       // by size: its number among the sizes of pieces, or -1
    std::vector<int> ranks;              // by piece: the rank of its size
    std::uint32_t loose = 0;             // the ranks of sizes that may have connected cells which are no piece
    const std::uint32_t id = next_id();  // no other board has it

    explicit Board(const Description &said)
        : cell_count(int(said.near.size())),
          piece_count(int(said.copies.size())),
          copies(said.copies),
          sizes(said.sizes),
          by_lowest(said.near.size()),
          over_cell(said.near.size()),
          order(said.order),
          rank_of_size(S::cells + 1, -1),
          contacts_(said.cells.size()) {
        for (int cell = 0; cell < cell_count; ++cell) {
            full.add(cell);
            for (int other : said.near[std::size_t(cell)]) join(cell, other);
        }
        for (int size : sizes) ranks.push_back(rank(size));
        for (int each : ranks) loose |= 1u << each;
        for (std::size_t at = 0; at < said.cells.size(); ++at) add(said, int(at));
        while (int(first.size()) <= piece_count) first.push_back(int(locations.size()));
        tighten();
    }
    ~Board() {
        for (auto &each : contacts_) delete each.load();
    }
    Board(const Board &) = delete;
    Board &operator=(const Board &) = delete;

    static constexpr int place(int size) { return size - 1; }

    // The cells that share an edge with one of these.
    Mask neighbours(const Mask &cells) const {
        Mask near;
        for (std::size_t i = 0; i < few_steps; ++i) near |= beside(cells, steps_[i]);
        for (std::size_t i = few_steps; i < steps_.size(); ++i) near |= beside(cells, steps_[i]);
        return near;
    }

    // The pieces that fit a set of cells exactly, as bits, and where.
    struct Owners {
        std::uint32_t pieces = 0;
        std::vector<int> locations;
    };
    const Owners &owners(const Mask &cells) const {
        static const Owners nobody;
        const auto found = owners_.find(cells);
        return found == owners_.end() ? nobody : found->second;
    }

    // Made when they are first asked for, by whichever thread comes first.
    const Contacts &contacts(Move move) const {
        auto &kept = contacts_[std::size_t(move)];
        if (const auto *known = kept.load(std::memory_order_acquire)) return *known;
        auto made = std::make_unique<const Contacts>(describe(move));
        const Contacts *before = nullptr;
        if (!kept.compare_exchange_strong(before, made.get(), std::memory_order_acq_rel)) return *before;
        return *made.release();
    }

    // Whether declared pieces, left or not, can fill some cells.
    bool is_made_of_pieces(const Mask &cells) const {
        auto left = copies;
        return fill(cells, left);
    }

  private:
    struct Hashed {
        std::size_t operator()(const Mask &mask) const { return std::size_t(mask.hash()); }
    };
    // The cells whose number plus `by` is that of a neighbour. Boards are numbered row by row, so there are few.
    struct Step {
        int by;
        Mask from;
    };

    static std::uint32_t next_id() {
        static std::atomic<std::uint32_t> last{0};
        return ++last;
    }
    // A set can be shifted by fewer than 64 places at once.
    static constexpr bool has_long_steps = S::cells > 64;
    static constexpr std::size_t few_steps = 4;
    static constexpr int few_cells = 3;

    static Mask beside(const Mask &cells, const Step &step) {
        if (has_long_steps && step.by > 63)
            return (cells & step.from) << 63 << (step.by - 63) | (cells >> 63 >> (step.by - 63) & step.from);
        return (cells & step.from) << step.by | (cells >> step.by & step.from);
    }

    void join(int cell, int other) {
        if (other < cell) return;  // it is joined from there
        auto to = std::find_if(steps_.begin(), steps_.end(), [&](const Step &step) { return step.by == other - cell; });
        if (to == steps_.end())
            to = std::find_if(steps_.begin(), steps_.end(), [](const Step &step) { return step.by == 0; });
        if (to == steps_.end()) to = steps_.insert(to, Step{});
        to->by = other - cell;
        to->from.add(cell);
    }

    // Finds small sizes all of whose shapes are pieces.
    void tighten() {
        std::unordered_set<Mask, Hashed> shapes;
        full.each([&](int cell) { shapes.insert(single(cell)); });
        for (int size = 1; size <= few_cells; ++size) {
            const int rank = rank_of_size[std::size_t(size)];
            const auto is_piece = [&](const Mask &shape) { return owners_.contains(shape); };
            if (rank >= 0 && std::all_of(shapes.begin(), shapes.end(), is_piece)) loose &= ~(1u << rank);
            std::unordered_set<Mask, Hashed> larger;
            for (const auto &shape : shapes)
                (neighbours(shape) - shape).each([&](int cell) { larger.insert(shape | single(cell)); });
            shapes.swap(larger);
        }
    }
    static Mask single(int cell) {
        Mask made;
        made.add(cell);
        return made;
    }

    // The rank of a size, which is a new one if no piece before has it.
    int rank(int size) {
        auto &known = rank_of_size[std::size_t(size)];
        if (known < 0) known = 1 + *std::max_element(rank_of_size.begin(), rank_of_size.end());
        return known;
    }

    void add(const Description &said, int number) {
        const auto &cells = said.cells[std::size_t(number)];
        const int piece = said.pieces[std::size_t(number)];
        Location here{piece, {}, {}, {}, {}};
        fills.push_back({piece});
        for (int cell : cells) {
            here.cells.add(cell);
            over_cell[std::size_t(cell)].add(number);
            for (int other : said.near[std::size_t(cell)]) here.edges.add(other);
            for (int other : said.meeting[std::size_t(cell)]) here.corners.add(other);
            for (int other : said.lined[std::size_t(cell)]) here.lines.add(other);
            fills.back().push_back(S::letters + cell);
        }
        while (int(first.size()) <= piece) first.push_back(number);
        of_piece[std::size_t(piece)].add(number);
        auto &owned = owners_[here.cells];
        owned.pieces |= std::uint32_t(1) << piece;
        owned.locations.push_back(number);
        by_lowest[std::size_t(here.cells.first())].push_back(number);
        locations.push_back(here);
    }

    Contacts describe(Move move) const {
        const auto &one = locations[std::size_t(move)];
        Contacts found;
        for (int other = 0; other < int(locations.size()); ++other) {
            const auto &cells = locations[std::size_t(other)].cells;
            if (!one.cells.meets(cells)) found.apart.add(other);
            if (one.edges.meets(cells)) found.edge.add(other);
            if (one.corners.meets(cells)) found.corner.add(other);
            if (one.lines.meets(cells)) found.line.add(other);
        }
        return found;
    }

    bool fill(const Mask &cells, std::vector<int> &left) const {
        if (cells.empty()) return true;
        Budget::poll();
        for (int move : by_lowest[std::size_t(cells.first())]) {
            const auto &here = locations[std::size_t(move)];
            auto &copies_left = left[std::size_t(here.piece)];
            if (copies_left == 0 || !(here.cells - cells).empty()) continue;
            --copies_left;
            const bool made = fill(cells - here.cells, left);
            ++copies_left;
            if (made) return true;
        }
        return false;
    }

    std::vector<Step> steps_ = std::vector<Step>(few_steps);  // those that are not used lead nowhere
    std::unordered_map<Mask, Owners, Hashed> owners_;
    mutable std::vector<std::atomic<const Contacts *>> contacts_;
};

}  // namespace quandary::tangram
