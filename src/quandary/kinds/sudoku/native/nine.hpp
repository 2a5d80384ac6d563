// Counts the solutions of 9 × 9 Sudokus, fast. For each digit and band a word of 27 bits has the places left.
//
// Bits run through a band row by row. Three neighbours in a row and a box are a *strip*; a digit takes one strip
// of each row and each box of a band, and tables over the nine strips say which can still be taken. A digit that
// is left with one strip of a row, and one place in it, is a hidden single of that row and that box at once.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include <quandary/budget.hpp>

namespace quandary::sudoku {

// Which strips are part of a choice of one in each row and each box, and which are all that is left of a row.
struct Strips {
    using Word = std::uint32_t;
    std::array<std::uint16_t, 512> usable{}, alone{};
    std::array<Word, 512> wide{};                           // every strip as its three bits
    std::array<std::uint8_t, 512> narrow{};                 // the strips of a row of nine bits that have any
    std::array<std::uint16_t, 8> spread{};                  // three bits as the first strips of three rows
    std::array<std::array<std::uint8_t, 512>, 3> gather{};  // the strips of a box as three bits again
    std::array<Word, 27> apart{};                           // what a place leaves to its digit in its own band
    constexpr Strips() {
        constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (unsigned set = 0; set < 512; ++set) {
            for (const auto &order : orders) {
                const unsigned choice = 1u << order[0] | 8u << order[1] | 64u << order[2];
                if ((set & choice) == choice) usable[set] |= std::uint16_t(choice);
            }
            for (unsigned strip = 0; strip < 9; ++strip)
                if (set >> strip & 1) wide[set] |= Word(7) << 3 * strip;
            for (unsigned row = 0; row < 3; ++row)
                if (const unsigned strips = set >> 3 * row & 7; strips && !(strips & (strips - 1)))
                    alone[set] |= std::uint16_t(strips << 3 * row);
            narrow[set] = std::uint8_t(((set & 7) != 0) | ((set & 070) != 0) << 1 | ((set & 0700) != 0) << 2);
        }
        for (unsigned i = 0; i < 8; ++i) spread[i] = std::uint16_t((i & 1) | (i & 2) << 2 | (i & 4) << 4);
        for (unsigned box = 0; box < 3; ++box)
            for (unsigned set = 0; set < 512; ++set) {
                const unsigned strips_of_box = set >> box;
                gather[box][set] =
                    std::uint8_t((strips_of_box & 1) | (strips_of_box >> 2 & 2) | (strips_of_box >> 4 & 4));
            }
        for (unsigned i = 0; i < 27; ++i)
            for (unsigned j = 0; j < 27; ++j)
                if (i == j || (i / 9 != j / 9 && i % 9 / 3 != j % 9 / 3 && i % 9 != j % 9)) apart[i] |= Word(1) << j;
    }
};
inline constexpr Strips strips{};

class Nine {
  public:
    // The number of solutions up to `most`. Digits run from 1, 0 is empty; `cell` (if any) must not have `digit`.
    static int count(std::span<const std::uint8_t> givens, int most, int cell = -1, int digit = 0,
                     std::uint8_t *solution = nullptr) {
        Nine grid;
        for (auto &word : grid.left) word = full;
        grid.unsolved.fill(full);
        if (cell >= 0) grid.left[word_of(digit - 1, cell)] &= ~bit_of(cell);
        for (int c = 0; c < 81; ++c)
            if (const int d = givens[std::size_t(c)]; d && !grid.put(d - 1, c / 27, bit_of(c))) return 0;
        int found = 0;
        grid.search(most, found, solution);
        return found;
    }

  private:
    using Word = std::uint32_t;
    static constexpr Word full = (1u << 27) - 1, firsts = 0111111111;  // the first place of each strip
    static constexpr Word top_row = 0777;

    std::array<Word, 27> left;    // by digit, then band
    std::array<Word, 27> done{};  // the same when a digit was last looked at
    std::array<Word, 3> unsolved;

    static Word bit_of(int cell) { return Word(1) << cell % 27; }
    static std::size_t word_of(int digit, int cell) { return std::size_t(3 * digit + cell / 27); }

    // Puts a digit into the place `bit` of a band; false if it cannot be there.
    bool put(int digit, int band, Word bit) {
        const auto d = std::size_t(3 * digit), b = std::size_t(band);
        if (!(left[d + b] & bit)) return false;
        unsolved[b] &= ~bit;
        for (std::size_t other = b; other < 27; other += 3) left[other] &= ~bit;
        const auto place = std::size_t(std::countr_zero(bit));
        const Word column = Word(0001001001) << place % 9;
        for (std::size_t i = 0; i < 3; ++i) left[d + i] &= ~column;
        left[d + b] = (left[d + b] & strips.apart[place]) | bit;
        return true;
    }

    // Fills in singles and strikes what strips rule out until nothing changes; false if something has no place.
    bool settle() {
        for (bool again = true; again;) {
            again = false;
            for (int digit = 0; digit < 9; ++digit)
                if (!settle_digit(digit, again)) return false;
            if (!again && !settle_cells(again)) return false;
            if (!again && !settle_columns(again)) return false;
        }
        return true;
    }

    bool settle_digit(int digit, bool &again) {
        Word *const own = &left[std::size_t(3 * digit)], *const old = &done[std::size_t(3 * digit)];
        if (own[0] == old[0] && own[1] == old[1] && own[2] == old[2]) return true;
        Word singles[3];
        Word once = 0, twice = 0;
        for (int band = 0; band < 3; ++band) {
            Word places = own[band];
            const unsigned set = unsigned(strips.narrow[places & 511] | strips.narrow[places >> 9 & 511] << 3 |
                                          strips.narrow[places >> 18] << 6);
            const unsigned usable = strips.usable[set];
            if (!usable) return false;
            own[band] = places &= strips.wide[usable];
            const Word alone = places & strips.wide[strips.alone[usable]];
            const Word a = alone & firsts, b = alone >> 1 & firsts, c = alone >> 2 & firsts;
            singles[band] = alone & (((a ^ b ^ c) & ~(a & b & c)) * 7);
            for (int row = 0; row < 27; row += 9) {
                const Word columns = places >> row & top_row;
                twice |= once & columns;
                once |= columns;
            }
        }
        if (once != top_row) return false;
        const Word column_singles = (once & ~twice) * 0001001001;
        for (int band = 0; band < 3; ++band) old[band] = own[band];
        for (int band = 0; band < 3; ++band) {
            Word found = (singles[band] | (own[band] & column_singles)) & unsolved[std::size_t(band)];
            for (; found; found &= found - 1) {
                if (!put(digit, band, found & -found)) return false;
                again = true;
            }
        }
        return true;
    }

    bool settle_cells(bool &again) {
        for (int band = 0; band < 3; ++band) {
            const auto b = std::size_t(band);
            Word once = 0, twice = 0;
            for (std::size_t i = b; i < 27; i += 3) {
                twice |= once & left[i];
                once |= left[i];
            }
            if (once != full) return false;
            for (Word found = once & ~twice & unsolved[b]; found; found &= found - 1) {
                const Word bit = found & -found;
                int digit = 0;
                while (digit < 9 && !(left[std::size_t(3 * digit) + b] & bit)) ++digit;
                if (digit == 9 || !put(digit, band, bit)) return false;
                again = true;
            }
        }
        return true;
    }

    // Strikes what the strips of columns rule out. They are seldom needed, so they come last.
    bool settle_columns(bool &again) {
        if (!(unsolved[0] | unsolved[1] | unsolved[2])) return true;
        for (std::size_t d = 0; d < 27; d += 3) {
            std::array<Word, 3> columns, kept{};
            for (std::size_t b = 0; b < 3; ++b) columns[b] = left[d + b] | left[d + b] >> 9 | left[d + b] >> 18;
            for (int stack = 0; stack < 9; stack += 3) {
                unsigned set = 0;
                for (std::size_t b = 0; b < 3; ++b) set |= unsigned(strips.spread[columns[b] >> stack & 7] << b);
                const unsigned usable = strips.usable[set];
                if (!usable) return false;
                for (std::size_t b = 0; b < 3; ++b) kept[b] |= Word(strips.gather[b][usable]) << stack;
            }
            for (std::size_t b = 0; b < 3; ++b) {
                const Word places = left[d + b] & kept[b] * 0001001001;
                again = again || places != left[d + b];
                left[d + b] = places;
            }
        }
        return true;
    }

    // The members of a word, without a call to a library.
    static int count(Word word) {
        word -= word >> 1 & 0x55555555;
        word = (word & 0x33333333) + (word >> 2 & 0x33333333);
        return int(((word + (word >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
    }

    // A cell with two digits that sees most others with two, so that a guess decides much; or one with few digits.
    std::pair<int, Word> smallest() const {
        std::array<Word, 3> twos, threes;
        for (std::size_t b = 0; b < 3; ++b) {
            Word once = 0, twice = 0, more = 0, most = 0;
            for (std::size_t i = b; i < 27; i += 3) {
                most |= more & left[i];
                more |= twice & left[i];
                twice |= once & left[i];
                once |= left[i];
            }
            twos[b] = twice & ~more & unsolved[b];
            threes[b] = more & ~most & unsolved[b];
        }
        std::pair<int, Word> best{0, 0};
        int most_seen = -1;
        for (std::size_t b = 0; b < 3; ++b)
            for (Word rest = twos[b]; rest; rest &= rest - 1) {
                const auto place = std::size_t(std::countr_zero(rest));
                const Word column = Word(0001001001) << place % 9;
                const int seen = count(twos[b] & ~strips.apart[place]) + count(twos[(b + 1) % 3] & column) +
                                 count(twos[(b + 2) % 3] & column);
                if (seen > most_seen) most_seen = seen, best = {int(b), rest & -rest};
            }
        if (best.second) return best;
        for (const auto &words : {threes, unsolved})
            for (std::size_t b = 0; b < 3; ++b)
                if (words[b]) return {int(b), words[b] & -words[b]};
        return {0, 0};
    }

    void search(int most, int &found, std::uint8_t *solution) {
        Budget::poll();
        if (!settle()) return;
        const auto [band, bit] = smallest();
        if (!bit) {
            if (solution && !found) write(solution);
            ++found;
            return;
        }
        for (int digit = 0; digit < 9 && found < most; ++digit) {
            const auto at = std::size_t(3 * digit + band);
            if (!(left[at] & bit)) continue;
            Nine guess = *this;
            if (guess.put(digit, band, bit)) guess.search(most, found, solution);
            left[at] &= ~bit;
        }
    }

    void write(std::uint8_t *solution) const {
        for (int c = 0; c < 81; ++c)
            for (int digit = 0; digit < 9; ++digit)
                if (left[word_of(digit, c)] & bit_of(c)) solution[c] = std::uint8_t(digit + 1);
    }
};

}  // namespace quandary::sudoku
