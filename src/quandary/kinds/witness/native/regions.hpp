// Whether everything in one region holds, with what its eliminators remove. Mirrors regions.py.
#pragma once
#include <algorithm>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cover.hpp"
#include "elements.hpp"
#include "tiling.hpp"

namespace quandary::witness {

// Judges regions, and remembers what took long to find out.
template <int Words>
class Judge {
  public:
    using Corners = typename Grid<Words>::Corners;

    Judge(Grid<Words> grid, Elements<Words> elements)
        : grid_(std::move(grid)), elements_(std::move(elements)), tiles_(grid_, elements_) {}

    // Whether everything in a region holds. `broken` triangles fail whatever else is there, and `loose` is
    // the number of hexagons there that no path covers.
    bool holds(const Corners &region, const Corners &broken, int loose) const {
        if (region.meets(elements_.eliminators)) {
            const Question question{region, broken & region, loose};
            return recall(question, [&] { return some_removal_helps(question); });
        }
        if (loose || broken.meets(region) || !elements_.squares_agree(region) || !elements_.stars_pair(region))
            return false;
        if (!region.meets(elements_.polyominoes)) return true;
        return recall({region, {}, 0}, [&] { return tile(region, counts(region)); });
    }

    // Whether polyominoes can make up a region that has these cells for sure and others of the room, as far as
    // that is easily seen.
    bool may_tile(const Corners &cells, const Corners &room) const {
        if (!cells.meets(elements_.polyominoes) || room.meets(elements_.hollow)) return true;
        if (!elements_.areas_may_match(cells, room)) return false;
        return recall({cells, room, unfinished}, [&] { return Cover<Words>(tiles_, elements_, room).may_grow(cells); });
    }

  private:
    using Counts = std::vector<int>;  // by kind of element

    struct Question {
        Corners region, broken;
        int loose;
        bool operator==(const Question &) const = default;
    };
    static constexpr int unfinished = -1;  // instead of `loose`; then `broken` is the room

    struct Hash {
        std::size_t operator()(const Question &q) const {
            return std::size_t(Corners::mix(q.region.hash() ^ Corners::mix(q.broken.hash() + unsigned(q.loose))));
        }
    };

    // The answer to a question, found out by find() if it is new.
    template <class Find>
    bool recall(const Question &question, Find find) const {
        {
            const std::lock_guard locked(mutex_);
            if (const auto known = answers_.find(question); known != answers_.end()) return known->second;
        }
        const bool answer = find();
        const std::lock_guard locked(mutex_);
        answers_.emplace(question, answer);
        return answer;
    }

    Counts counts(const Corners &cells) const {
        Counts numbers;
        for (const auto &some : elements_.where) numbers.push_back((some & cells).count());
        return numbers;
    }

    bool tile(const Corners &region, const Counts &present) const {
        std::vector<Piece> pieces;
        bool hollow = false;
        for (std::size_t kind = 0; kind < present.size(); ++kind)
            if (const auto &element = elements_.kinds[kind]; element.type == Type::polyomino && present[kind]) {
                pieces.push_back({&element.orientations, element.hollow, present[kind]});
                hollow = hollow || element.hollow;
            }
        if (pieces.empty()) return true;
        if (!hollow) return Cover<Words>(tiles_, elements_, region).covers(region, present);
        CellSet cells;
        region.each([&](int cell) { cells.emplace_back(cell % grid_.stride, cell / grid_.stride); });
        return Tiling(std::move(pieces)).makes_up(cells);
    }

    // Whether an element that is not broken holds among those that are present.
    bool is_fine(const Corners &region, std::size_t kind, const Counts &present) const {
        const auto &element = elements_.kinds[kind];
        int alike = 0;
        switch (element.type) {
            case Type::square:
                for (std::size_t other = 0; other < elements_.kinds.size(); ++other)
                    if (present[other] && elements_.kinds[other].type == Type::square && other != kind) return false;
                return true;
            case Type::star:
                for (std::size_t other = 0; other < elements_.kinds.size(); ++other)
                    if (elements_.kinds[other].colour == element.colour) alike += present[other];
                return alike == 2;
            case Type::polyomino:
                return tile(region, present);
            default:
                return true;
        }
    }

    bool is_content(const Corners &region, const Counts &present) const {
        for (std::size_t kind = 0; kind < elements_.kinds.size(); ++kind)
            if (present[kind] && !is_fine(region, kind, present)) return false;
        return true;
    }

    // Whether some choice of removals leaves nothing that fails, and no eliminator idle.
    bool some_removal_helps(const Question &question) const {
        const auto all = counts(question.region), broken = counts(question.broken);
        auto rest = all, used = Counts(all.size(), 0);
        int idle = -question.loose;
        for (std::size_t kind = 0; kind < elements_.kinds.size(); ++kind) {
            if (elements_.kinds[kind].type == Type::eliminator) idle += used[kind] = std::exchange(rest[kind], 0);
            idle -= broken[kind];
            rest[kind] -= broken[kind];
        }
        if (idle < 0) return false;
        std::vector<std::size_t> failing, removers;
        for (std::size_t kind = 0; kind < elements_.kinds.size(); ++kind) {
            if (used[kind]) removers.push_back(kind);
            if (idle && rest[kind] && !is_fine(question.region, kind, all)) failing.push_back(kind);
        }
        return each_removal(removers, used, idle / 2, [&](const Counts &left, const Counts &removed) {
            const int number = idle - 2 * total(removed);
            std::vector<Counts> enough;
            return each_removal(failing, rest, number, [&](const Counts &others, const Counts &taken) {
                for (const auto &fewer : enough)
                    if (std::equal(fewer.begin(), fewer.end(), taken.begin(), std::less_equal{})) return false;
                auto present = others;
                for (std::size_t kind = 0; kind < present.size(); ++kind) present[kind] += left[kind];
                if (!is_content(question.region, present)) return false;
                if (total(taken) == number) return true;
                enough.push_back(taken);
                return false;
            });
        });
    }

    static int total(const Counts &numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0); }

    // Calls visit(what is left, how many of each kind were taken) for every way to take at most
    // `most` from some kinds, fewest first, until it returns true.
    template <class Visit>
    static bool each_removal(const std::vector<std::size_t> &from, Counts stock, int most, Visit visit) {
        Counts taken(from.size(), 0);
        const auto take = [&](auto &self, std::size_t at, int number) -> bool {
            Budget::poll();
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

    Grid<Words> grid_;
    Elements<Words> elements_;
    Tiles<Words> tiles_;
    mutable std::mutex mutex_;  // copies of a panel share their judge, also between threads
    mutable std::unordered_map<Question, bool, Hash> answers_;
};

}  // namespace quandary::witness
