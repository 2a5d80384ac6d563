// Counts the solutions of 9 × 9 Sudokus, fast. For each digit a word of 27 bits per band has the places left, and the
// three bands of a digit are worked on at once.
//
// Bits run through a band row by row. Three neighbours in a row and a box are a *strip*; a digit takes one strip of
// each row and each box of a band, which rules out strips that no such choice has. Strips of columns likewise: the
// digit takes one column of each stack in each band. A digit that is left with one strip, and one place in it, is a
// hidden single of that row, or column, and of that box at once.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include <quandary/budget.hpp>

#include "lanes.hpp"

namespace quandary::sudoku {

// Each cell as a bit, and what a digit in it leaves to itself.
struct Places {
    using Words = std::array<std::uint32_t, 4>;  // by band, and a 0
    std::array<Words, 81> bit{}, kept{};
    constexpr Places() {
        for (unsigned i = 0; i < 81; ++i)
            for (unsigned j = 0; j < 81; ++j) {
                const auto here = std::uint32_t(1) << j % 27;
                const bool sees = i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3);
                if (i == j) bit[i][j / 27] |= here;
                if (i == j || !sees) kept[i][j / 27] |= here;
            }
    }
};
inline constexpr Places places_of_cells{};

class Nine {
  public:
    // The number of solutions up to `most`. Digits run from 1, 0 is empty; `cell` (if any) must not have `digit`.
    static int count(std::span<const std::uint8_t> givens, int most, int cell = -1, int digit = 0,
                     std::uint8_t *solution = nullptr) {
#if defined(__GNUC__) && defined(__x86_64__)
        static const bool is_newer = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
        if (is_newer) return count_newer(givens, most, cell, digit, solution);
#endif
        return search(givens, most, cell, digit, solution);
    }

  private:
    using Word = std::uint32_t;
    static constexpr Word full = (1u << 27) - 1, top_row = 0777, firsts = 0111111111;  // of each strip
    static constexpr std::size_t deepest = 82;                                         // every guess fills a cell

    std::array<Lanes, 9> left;  // by digit
    std::array<Lanes, 9> done;  // the same when the strips of a digit were last looked at
    Lanes unsolved;

    static Lanes read(const Places::Words &words) { return Lanes{words[0], words[1], words[2], words[3]}; }
    static Lanes bit_of(int cell) { return read(places_of_cells.bit[std::size_t(cell)]); }
    static Lanes kept_by(int cell) { return read(places_of_cells.kept[std::size_t(cell)]); }

    template <class Visit>
    static void each_cell(const Lanes &cells, Visit visit) {
        for (int band = 0; band < 3; ++band)
            for (Word rest = cells[band]; rest; rest &= rest - 1) visit(27 * band + std::countr_zero(rest));
    }

#if defined(__GNUC__) && defined(__x86_64__)
    // The same search, compiled for processors with shorter code for vectors.
    __attribute__((target("avx2,bmi"), flatten)) static int count_newer(std::span<const std::uint8_t> givens, int most,
                                                                        int cell, int digit, std::uint8_t *solution) {
        return search(givens, most, cell, digit, solution);
    }
#endif

    static int search(std::span<const std::uint8_t> givens, int most, int cell, int digit, std::uint8_t *solution) {
        std::array<Nine, deepest> grids;  // each has one guess more than the one before it
        if (!grids[0].begin(givens)) return 0;
        if (cell >= 0) grids[0].strike(digit - 1, cell);
        int found = 0;
        for (std::size_t alive = 1; alive > 0;) {
            Budget::poll();
            Nine &grid = grids[alive - 1];
            if (!grid.settle()) {
                --alive;
            } else if (!any(grid.unsolved)) {
                if (solution && !found) grid.write(solution);
                if (++found >= most) return found;
                --alive;
            } else {
                const int guessed = grid.telling_cell(), first = grid.digit_at(guessed);
                Nine &guess = grids[alive++];
                guess = grid;
                guess.put(first, guessed);
                grid.strike(first, guessed);
                if (const int other = grid.digit_at(guessed, first + 1); grid.digit_at(guessed, other + 1) == 9)
                    grid.put(other, guessed);
            }
        }
        return found;
    }

    // False if two givens contradict each other.
    bool begin(std::span<const std::uint8_t> givens) {
        std::array<Lanes, 9> given{};
        left.fill(in_all(full));
        done.fill(Lanes{});
        for (int c = 0; c < 81; ++c)
            if (const std::size_t digit = givens[std::size_t(c)]) {
                given[digit - 1] |= bit_of(c);
                left[digit - 1] &= kept_by(c);
            }
        Lanes solved{}, clash{};
        for (std::size_t d = 0; d < 9; ++d) {
            solved |= given[d];
            clash |= given[d] & ~left[d];
        }
        for (std::size_t d = 0; d < 9; ++d) left[d] &= ~solved | given[d];
        unsolved = in_all(full) & ~solved;
        return !any(clash);
    }

    void strike(int digit, int cell) { left[std::size_t(digit)] &= ~bit_of(cell); }

    // Puts a digit where it can be.
    void put(int digit, int cell) {
        auto &own = left[std::size_t(digit)];
        const Lanes places = own & kept_by(cell), elsewhere = ~bit_of(cell);
        for (auto &each : left) each &= elsewhere;
        own = places;
        unsolved &= elsewhere;
    }

    // The first digit left for a cell, from `digit` on; 9 if there is none.
    int digit_at(int cell, int digit = 0) const {
        const Lanes bit = bit_of(cell);
        while (digit < 9 && !any(left[std::size_t(digit)] & bit)) ++digit;
        return digit;
    }

    // Fills in singles and strikes what strips rule out until nothing changes; false if something has no place.
    bool settle() {
        for (bool again = true; again;) {
            while (again) {
                again = false;
                for (std::size_t digit = 0; digit < 9; ++digit)
                    if (any(left[digit] ^ done[digit])) {
                        if (!settle_digit(digit)) return false;
                        again = true;
                    }
            }
            if (!settle_cells(again)) return false;
        }
        return true;
    }

    // The strips of the next and the last box of their rows, in each row.
    static Lanes next_box(const Lanes &x) { return (x >> 3 & in_all(0011011011)) | (x << 6 & in_all(0100100100)); }
    static Lanes last_box(const Lanes &x) { return (x << 3 & in_all(0110110110)) | (x >> 6 & in_all(0001001001)); }
    // All that is in the next and the last row of a band; what is beyond 27 bits is garbage.
    static Lanes next_row(const Lanes &x) { return x >> 9 | x << 18; }
    static Lanes last_row(const Lanes &x) { return x >> 18 | x << 9; }
    // The next and the last columns of a stack.
    static Lanes next_column(const Lanes &x) { return (x >> 1 & in_all(0333)) | (x << 2 & in_all(0444)); }
    static Lanes last_column(const Lanes &x) { return (x << 1 & in_all(0666)) | (x >> 2 & in_all(0111)); }
    // Whether exactly one of three is set.
    static Lanes one_of(const Lanes &a, const Lanes &b, const Lanes &c) { return (a ^ b ^ c) & ~(a & b & c); }

    bool settle_digit(std::size_t digit) {
        Lanes places = left[digit];
        Lanes singles = settle_rows(places);
        done[digit] = places;
        // A band in which no choice of strips is left has no columns, either, and then no other band has.
        if (!settle_columns(places, singles)) return false;
        singles &= unsolved;
        if (any(singles)) {
            unsolved &= ~singles;
            for (auto &each : left) each &= ~singles;
        }
        left[digit] = places;
        return true;
    }

    // Strikes what the strips of rows rule out, and returns singles.
    static Lanes settle_rows(Lanes &places) {
        const Lanes strips = (places | places >> 1 | places >> 2) & in_all(firsts);
        const Lanes next = next_box(strips), last = last_box(strips);
        const Lanes usable = strips & ((next_row(next) & last_row(last)) | (next_row(last) & last_row(next)));
        places &= usable | usable << 1 | usable << 2;
        const Lanes alone = usable & ~next_box(usable) & ~last_box(usable);
        const Lanes one = one_of(places & alone, places >> 1 & alone, places >> 2 & alone);
        return places & (one | one << 1 | one << 2);
    }

    // Strikes what the strips of columns rule out, and adds singles; false if a column has no place.
    static bool settle_columns(Lanes &places, Lanes &singles) {
        const Lanes top = places & in_all(top_row), middle = places >> 9 & in_all(top_row), bottom = places >> 18;
        const Lanes columns = top | middle | bottom;
        const Lanes next = next_column(columns), last = last_column(columns);
        const Lanes usable = columns & ((from_next(next) & from_last(last)) | (from_next(last) & from_last(next)));
        const Word stacks = usable[0] | usable[0] >> 1 | usable[0] >> 2;
        if ((stacks & 0111) != 0111) return false;
        places &= usable | usable << 9 | usable << 18;
        const Lanes one = one_of(top, middle, bottom) & usable & ~next_column(usable) & ~last_column(usable);
        singles |= places & (one | one << 9 | one << 18);
        return true;
    }

    // Fills cells that have one digit left; false if one has none.
    bool settle_cells(bool &again) {
        Lanes once{}, twice{};
        for (const auto &each : left) {
            twice |= once & each;
            once |= each;
        }
        if (any(once ^ in_all(full))) return false;
        const Lanes singles = once & ~twice & unsolved;
        if (!any(singles)) return true;
        again = true;
        unsolved &= ~singles;
        for (auto &each : left) {
            const Lanes here = each & singles;
            if (!any(here)) continue;
            Lanes places = each;
            each_cell(here, [&](int cell) { places &= kept_by(cell); });
            if (any(here & ~places)) return false;
            each = places;
        }
        return true;
    }

    // A cell that is best guessed: one with two digits, which others that it sees and that have few digits have, too,
    // so that either guess decides much; or else one with few digits.
    int telling_cell() const {
        Lanes once{}, twice{}, thrice{}, often{};
        for (const auto &each : left) {
            often |= thrice & each;
            thrice |= twice & each;
            twice |= once & each;
            once |= each;
        }
        const Lanes twos = twice & ~thrice & unsolved, threes = thrice & ~often & unsolved;
        if (!any(twos)) return first_cell(any(threes) ? threes : unsolved);
        std::array<int, 81> worth{};
        int best = first_cell(twos);
        for (const auto &each : left) {
            const Lanes in_twos = each & twos, in_few = each & (twos | threes);
            each_cell(in_twos, [&](int cell) {
                const Lanes seen = ~kept_by(cell);
                worth[std::size_t(cell)] += sudoku::count(in_few & seen) + 2 * sudoku::count(in_twos & seen);
                if (worth[std::size_t(cell)] > worth[std::size_t(best)]) best = cell;
            });
        }
        return best;
    }

    static int first_cell(const Lanes &cells) {
        int band = 0;
        while (!cells[band]) ++band;
        return 27 * band + std::countr_zero(cells[band]);
    }

    void write(std::uint8_t *solution) const {
        for (int c = 0; c < 81; ++c) solution[c] = std::uint8_t(digit_at(c) + 1);
    }
};

}  // namespace quandary::sudoku
