// All boards of a size with k balls, from two bits for each board with one ball fewer. Mirrors census.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <quandary/budget.hpp>

#include "grid.hpp"

namespace quandary::fling {

// Boards that are the same: mirrored, shifted, and on a square board with rows and columns exchanged.
class Images {
  public:
    explicit Images(const Grid &grid) : grid_(grid), row_((Cells(2) << (grid.width() - 1)) - 1) {
        for (int y = 0; y < grid.height(); ++y) column_ |= Cells(1) << (y * grid.width());
    }

    // The least number of all mirrored boards.
    bool is_least_mirrored(Cells balls) const {
        return every(balls, [&](Cells image) { return image >= balls; });
    }
    // The least number of all mirrored and shifted boards.
    bool is_least(Cells balls) const {
        return cornered(balls) == balls && every(balls, [&](Cells image) { return cornered(image) >= balls; });
    }
    Cells least(Cells balls) const {
        auto found = cornered(balls);
        every(balls, [&](Cells image) {
            found = std::min(found, cornered(image));
            return true;
        });
        return found;
    }

  private:
    // Whether a property holds for the other images of a board, all of its size.
    template <class Has>
    bool every(Cells balls, Has has) const {
        const auto turned = turn(balls);
        if (!has(turned) || !has(flip(balls)) || !has(flip(turned))) return false;
        if (grid_.width() != grid_.height()) return true;
        const auto other = transpose(balls), other_turned = turn(other);
        return has(other) && has(other_turned) && has(flip(other)) && has(flip(other_turned));
    }

    // By half a turn.
    Cells turn(Cells balls) const {
        Cells turned = 0;
        for (auto rest = balls; rest; rest &= rest - 1)
            turned |= Cells(1) << (grid_.size() - 1 - std::countr_zero(rest));
        return turned;
    }
    // Top to bottom.
    Cells flip(Cells balls) const {
        Cells flipped = 0;
        for (int y = 0; y < grid_.height(); ++y) {
            flipped = (grid_.width() < 64 ? flipped << grid_.width() : 0) | (balls & row_);
            balls = grid_.width() < 64 ? balls >> grid_.width() : 0;
        }
        return flipped;
    }
    Cells transpose(Cells balls) const {
        Cells other = 0;
        for (auto rest = balls; rest; rest &= rest - 1) {
            const int cell = std::countr_zero(rest), x = cell % grid_.width(), y = cell / grid_.width();
            other |= Cells(1) << (x * grid_.width() + y);
        }
        return other;
    }
    // Shifted into the upper left corner.
    Cells cornered(Cells balls) const {
        balls >>= std::countr_zero(balls) / grid_.width() * grid_.width();
        while (!(balls & column_)) balls >>= 1;
        return balls;
    }

    const Grid &grid_;
    Cells row_, column_ = 0;
};

// The next number with as many bits.
inline Cells next(Cells balls) {
    const auto low = balls & (~balls + 1), high = balls + low;
    return high | ((balls ^ high) >> 2) / low;
}

// Subsets of cells by the order of their numbers.
class Ranks {
  public:
    explicit Ranks(int cells) : cells_(cells) {
        for (auto &row : choose_) row[0] = 1;
        for (std::size_t n = 1; n < choose_.size(); ++n)
            for (std::size_t k = 1; k <= n; ++k) {
                const auto one = choose_[n - 1][k - 1], other = choose_[n - 1][k];
                choose_[n][k] = one > ~std::uint64_t(0) - other ? ~std::uint64_t(0) : one + other;
            }
    }

    std::uint64_t count(int balls) const { return choose_[std::size_t(cells_)][std::size_t(balls)]; }
    std::uint64_t rank(Cells balls) const {
        std::uint64_t sum = 0;
        for (std::size_t k = 1; balls; balls &= balls - 1) sum += choose_[std::size_t(std::countr_zero(balls))][k++];
        return sum;
    }

    // Calls visit(balls) for every subset with so many balls, least first.
    template <class Visit>
    void each(int balls, Visit visit) const {
        auto now = balls == 64 ? ~Cells(0) : (Cells(1) << balls) - 1;
        for (auto left = count(balls); left > 0; --left) {
            visit(now);
            now = next(now);
        }
    }

  private:
    int cells_;
    std::array<std::array<std::uint64_t, 65>, 65> choose_{};
};

// Numbers below four.
class Quarters {
  public:
    explicit Quarters(std::uint64_t size) : words_(std::size_t(size / 32 + 1)) {}
    unsigned operator[](std::uint64_t at) const { return words_[std::size_t(at / 32)] >> (at % 32 * 2) & 3; }
    void set(std::uint64_t at, unsigned value) {
        words_[std::size_t(at / 32)] |= std::uint64_t(value) << (at % 32 * 2);
    }
    std::size_t bytes() const { return words_.size() * 8; }

  private:
    std::vector<std::uint64_t> words_;
};

// How many of the boards with so many balls have a property, and how many classes of same boards.
struct Census {
    int balls = 0;
    std::int64_t boards = 0, solvable = 0, unique = 0, unique_by_moves = 0;
    std::int64_t legal_moves = 0, without_move = 0;
    std::int64_t apart = 0, apart_solvable = 0;      // seen to be dead by the rule islands; the second is 0
    std::int64_t sequences = 0, most_sequences = 0;  // of moves to one ball; -1 if they were not counted
    std::int64_t mirror_classes = 0, mirror_solvable = 0, mirror_unique = 0;
    std::int64_t classes = 0, solvable_classes = 0, unique_classes = 0;
};

class Counter {
  public:
    static constexpr unsigned many = 2;  // two or more

    Counter(const Grid &grid, bool with_sequences, Budget &budget)
        : grid_(grid), images_(grid), ranks_(grid.size()), with_sequences_(with_sequences), budget_(budget) {}

    // The counts for 2, 3, ... balls.
    std::vector<Census> run(int balls) {
        std::vector<Census> found;
        for (int k = 2; k <= balls; ++k) {
            Census sum{.balls = k, .boards = std::int64_t(ranks_.count(k))};
            if (!with_sequences_) sum.sequences = sum.most_sequences = -1;
            look(k, k < balls, [&](Cells board, const Fate &fate) { note(sum, board, fate); });
            found.push_back(sum);
        }
        return found;
    }

    // The numbers of the boards with exactly one solution, one for each class of same boards.
    std::vector<Cells> unique_classes(int balls) {
        std::vector<Cells> found;
        for (int k = 2; k <= balls; ++k)
            look(k, k < balls, [&](Cells board, const Fate &fate) {
                if (k == balls && fate.by_positions == 1 && images_.is_least(board)) found.push_back(board);
            });
        return found;
    }

  private:
    struct Fate {
        unsigned by_positions = 0, by_moves = 0;  // solutions, at most `many`
        std::int64_t moves = 0, sequences = 0;
    };

    // Calls visit(board, fate) for every board with so many balls, whose fates are kept for those with one more.
    template <class Visit>
    void look(int balls, bool keep, Visit visit) {
        const auto size = keep ? ranks_.count(balls) : 0;
        Budget::announce(std::size_t(size / 2 + (with_sequences_ ? 8 * size : 0)));
        Quarters positions(size), moves(size);
        std::vector<std::int64_t> sequences(with_sequences_ ? std::size_t(size) : 0);
        std::uint64_t rank = 0;
        ranks_.each(balls, [&](Cells board) {
            budget_.spend();
            const auto fate = balls == 2 ? last(board) : of(board);
            if (keep) {
                positions.set(rank, fate.by_positions);
                moves.set(rank, fate.by_moves);
                if (with_sequences_) sequences[std::size_t(rank)] = fate.sequences;
                ++rank;
            }
            visit(board, fate);
        });
        positions_ = std::move(positions);
        moves_ = std::move(moves);
        sequences_ = std::move(sequences);
    }

    // Two balls: the last move is always two moves, one either way.
    Fate last(Cells board) const {
        Fate fate;
        grid_.each_move(board, [&](int) { ++fate.moves; });
        fate.by_positions = fate.by_moves = fate.moves > 0 ? 1 : 0;
        fate.sequences = fate.moves;
        return fate;
    }

    Fate of(Cells board) const {
        Fate fate;
        Cells winning = 0;
        grid_.each_move(board, [&](int move) {
            ++fate.moves;
            if (fate.by_positions == many && !with_sequences_) return;
            const auto child = grid_.fling(board, move);
            const auto rank = ranks_.rank(child);
            const auto more = positions_[rank];
            if (more == 0) return;
            if (child != winning) fate.by_positions = std::min(many, fate.by_positions + more);
            fate.by_moves = std::min(many, fate.by_moves + moves_[rank]);
            winning = winning ? winning : child;
            if (with_sequences_) fate.sequences += sequences_[std::size_t(rank)];
        });
        if (fate.by_positions == many) fate.by_moves = many;
        return fate;
    }

    void note(Census &sum, Cells board, const Fate &fate) const {
        const bool solvable = fate.by_positions > 0, unique = fate.by_positions == 1;
        sum.solvable += solvable;
        sum.unique += unique;
        sum.unique_by_moves += fate.by_moves == 1;
        sum.legal_moves += fate.moves;
        sum.without_move += fate.moves == 0;
        if (with_sequences_) {
            sum.sequences += fate.sequences;
            sum.most_sequences = std::max(sum.most_sequences, fate.sequences);
        }
        if (grid_.is_apart(board)) {
            ++sum.apart;
            sum.apart_solvable += solvable;
        }
        if (images_.is_least_mirrored(board)) {
            ++sum.mirror_classes;
            sum.mirror_solvable += solvable;
            sum.mirror_unique += unique;
        }
        if (images_.is_least(board)) {
            ++sum.classes;
            sum.solvable_classes += solvable;
            sum.unique_classes += unique;
        }
    }

    const Grid &grid_;
    Images images_;
    Ranks ranks_;
    bool with_sequences_;
    Budget &budget_;
    Quarters positions_{0}, moves_{0};
    std::vector<std::int64_t> sequences_;
};

// The numbers of the boards with so many balls that are the least of their class.
inline std::vector<Cells> classes(const Grid &grid, int balls, Budget &budget) {
    const Images images(grid);
    std::vector<Cells> found;
    Ranks(grid.size()).each(balls, [&](Cells board) {
        budget.spend([&] { return found.capacity() * sizeof(Cells); });
        if (images.is_least(board)) found.push_back(board);
    });
    return found;
}

}  // namespace quandary::fling
