// What the cells of a panel hold, and whether everything in one region does. Mirrors regions.py.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grid.hpp"
#include "tiling.hpp"

namespace quandary::witness {

inline constexpr std::size_t colours = 10;  // by number; 0 is none

enum class Type { square, star, triangles, polyomino, eliminator };

// One of the different elements of a panel; equal ones are interchangeable.
struct Element {
    Type type;
    int colour;
    int count = 0;                         // of triangles
    bool hollow = false;                   // of polyominoes, as are these:
    std::vector<Shape> orientations = {};  // what shapes it may take
};

// The elements of a panel, where they are, and a memory of what was found out about regions.
template <int Words>
class Elements {
  public:
    using Corners = typename Grid<Words>::Corners;

    // Cells come with the number of the element that they hold.
    Elements(std::vector<Element> kinds, const std::vector<std::pair<int, int>> &cells)
        : kinds_(std::move(kinds)), where_(kinds_.size()), memory_(std::make_shared<Memory>()) {
        for (const auto &[cell, kind] : cells) where_[std::size_t(kind)].add(cell);
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            const auto &[type, colour, count, hollow, orientations] = kinds_[kind];
            coloured[std::size_t(colour)] |= where_[kind];
            if (type == Type::square) squares[std::size_t(colour)] |= where_[kind];
            if (type == Type::star) stars[std::size_t(colour)] |= where_[kind];
            if (type == Type::triangles) triangles[std::size_t(count)] |= where_[kind];
            if (type == Type::polyomino) polyominoes |= where_[kind];
            if (type == Type::eliminator) eliminators |= where_[kind];
        }
        for (const auto &some : triangles) all_triangles |= some;
        for (const auto &some : stars) all_stars |= some;
        for (const auto &some : squares) all_squares |= some;
        sensitive = all_squares | all_stars | polyominoes | eliminators;
    }

    // Whether everything in a region holds. `broken` triangles fail whatever else is there, and `loose` is
    // the number of hexagons there that no path covers.
    bool hold(const Grid<Words> &grid, const Corners &region, const Corners &broken, int loose) const {
        if (!region.meets(eliminators)) {
            if (loose || broken.meets(region) || !squares_agree(region) || !stars_pair(region)) return false;
            if (!region.meets(polyominoes)) return true;
        }
        const Question question{region, broken & region, loose};
        {
            const std::lock_guard locked(memory_->mutex);
            if (const auto known = memory_->answers.find(question); known != memory_->answers.end())
                return known->second;
        }
        const bool answer = region.meets(eliminators) ? some_removal_helps(grid, question)
                                                      : polyominoes_tile(grid, region, counts(region));
        const std::lock_guard locked(memory_->mutex);
        memory_->answers.emplace(question, answer);
        return answer;
    }

    bool squares_agree(const Corners &region) const {
        int seen = 0;
        for (const auto &some : squares) seen += region.meets(some);
        return seen <= 1;
    }
    bool stars_pair(const Corners &region) const {
        if (!region.meets(all_stars)) return true;
        for (std::size_t colour = 0; colour < colours; ++colour)
            if (region.meets(stars[colour]) && (region & coloured[colour]).count() != 2) return false;
        return true;
    }

    // Whether a star has more of its colour beside it than a region may have.
    bool stars_are_too_many(const Corners &region) const {
        if (!region.meets(all_stars)) return false;
        for (std::size_t colour = 0; colour < colours; ++colour)
            if (region.meets(stars[colour]) && (region & coloured[colour]).count() > 2) return true;
        return false;
    }

    // The cells that the polyominoes of a region add, less those that hollow ones take away.
    int polyomino_area(const Corners &region) const {
        int area = 0;
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
            if (const auto &[type, colour, count, hollow, orientations] = kinds_[kind]; type == Type::polyomino)
                area += (where_[kind] & region).count() * int(orientations.front().size()) * (hollow ? -1 : 1);
        return area;
    }

    // The triangles beside too many edges, or beside too few even with all those that may still be taken.
    Corners broken(const Grid<Words> &grid, const Lines<Corners> &taken, const Lines<Corners> &most) const {
        Corners some;
        if (all_triangles.empty()) return some;
        const auto now = grid.count_sides(taken), then = grid.count_sides(most);
        for (int number = 1; number < int(triangles.size()); ++number)
            some |= triangles[std::size_t(number)] - (then.at_least(number) - now.at_least(number + 1));
        return some;
    }

    bool none() const { return sensitive.empty() && all_triangles.empty(); }

    std::array<Corners, colours> squares{}, stars{}, coloured{};
    std::array<Corners, 4> triangles{};  // by count
    Corners all_squares, all_stars, all_triangles, polyominoes, eliminators;
    Corners sensitive;  // what depends on the region it is in, unlike triangles

  private:
    using Counts = std::vector<int>;  // by element

    struct Question {
        Corners region, broken;
        int loose;
        bool operator==(const Question &) const = default;
    };
    struct Hash {
        std::size_t operator()(const Question &q) const {
            return std::size_t(Corners::mix(q.region.hash() ^ Corners::mix(q.broken.hash() + unsigned(q.loose))));
        }
    };
    // Shared by copies and by threads.
    struct Memory {
        std::mutex mutex;
        std::unordered_map<Question, bool, Hash> answers;
    };

    Counts counts(const Corners &cells) const {
        Counts numbers;
        for (const auto &some : where_) numbers.push_back((some & cells).count());
        return numbers;
    }

    bool polyominoes_tile(const Grid<Words> &grid, const Corners &region, const Counts &present) const {
        std::vector<Piece> pieces;
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
            if (kinds_[kind].type == Type::polyomino && present[kind])
                pieces.push_back({&kinds_[kind].orientations, kinds_[kind].hollow, present[kind]});
        Shape cells;
        region.each([&](int cell) { cells.emplace_back(cell % grid.stride, cell / grid.stride); });
        return Tiling(std::move(pieces)).makes_up(cells);
    }

    // Whether an element that is not broken holds among those that are present.
    bool is_fine(const Grid<Words> &grid, const Corners &region, std::size_t kind, const Counts &present) const {
        const auto &element = kinds_[kind];
        int alike = 0;
        switch (element.type) {
            case Type::square:
                for (std::size_t other = 0; other < kinds_.size(); ++other)
                    if (present[other] && kinds_[other].type == Type::square && other != kind) return false;
                return true;
            case Type::star:
                for (std::size_t other = 0; other < kinds_.size(); ++other)
                    if (kinds_[other].colour == element.colour) alike += present[other];
                return alike == 2;
            case Type::polyomino:
                return polyominoes_tile(grid, region, present);
            default:
                return true;
        }
    }

    bool is_content(const Grid<Words> &grid, const Corners &region, const Counts &present) const {
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
            if (present[kind] && !is_fine(grid, region, kind, present)) return false;
        return true;
    }

    // Whether some choice of removals leaves nothing that fails, and no eliminator idle.
    bool some_removal_helps(const Grid<Words> &grid, const Question &question) const {
        const auto all = counts(question.region), broken = counts(question.broken);
        auto rest = all, used = Counts(all.size(), 0);
        int idle = -question.loose;
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            if (kinds_[kind].type == Type::eliminator) idle += used[kind] = std::exchange(rest[kind], 0);
            idle -= broken[kind];
            rest[kind] -= broken[kind];
        }
        if (idle < 0) return false;
        std::vector<std::size_t> failing, removers;
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            if (used[kind]) removers.push_back(kind);
            if (idle && rest[kind] && !is_fine(grid, question.region, kind, all)) failing.push_back(kind);
        }
        return each_removal(removers, used, idle / 2, [&](const Counts &left, const Counts &removed) {
            const int number = idle - 2 * total(removed);
            std::vector<Counts> enough;
            return each_removal(failing, rest, number, [&](const Counts &others, const Counts &taken) {
                for (const auto &fewer : enough)
                    if (std::equal(fewer.begin(), fewer.end(), taken.begin(), std::less_equal{})) return false;
                auto present = others;
                for (std::size_t kind = 0; kind < present.size(); ++kind) present[kind] += left[kind];
                if (!is_content(grid, question.region, present)) return false;
                if (total(taken) == number) return true;
                enough.push_back(taken);
                return false;
            });
        });
    }

    static int total(const Counts &numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0); }

    // Calls visit(what is left, how many of each kind were taken) for every way to take at most so many from
    // some kinds, fewest first, until it returns true.
    template <class Visit>
    static bool each_removal(const std::vector<std::size_t> &from, Counts stock, int most, Visit visit) {
        Counts taken(from.size(), 0);
        const auto take = [&](auto &self, std::size_t at, int number) -> bool {
            if (at == from.size()) return number == 0 && visit(stock, taken);
            const int available = std::min(stock[from[at]], number);
            for (taken[at] = 0; taken[at] <= available; ++taken[at]) {
                stock[from[at]] -= taken[at];
                const bool enough = self(self, at + 1, number - taken[at]);
                stock[from[at]] += taken[at];
                if (enough) return true;
            }
            taken[at] = 0;
            return false;
        };
        for (int number = 0; number <= most; ++number)
            if (take(take, 0, number)) return true;
        return false;
    }

    std::vector<Element> kinds_;
    std::vector<Corners> where_;  // by element
    std::shared_ptr<Memory> memory_;
};

}  // namespace quandary::witness
