// Whether everything in one region holds, with what its eliminators remove. Mirrors regions.py.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include <quandary/key.hpp>

#include "cover.hpp"
#include "elements.hpp"
#include "tiling.hpp"

namespace quandary::witness {

// The points in which rule sets differ, as far as regions are concerned. Mirrors rulesets.py.
struct RuleSet {
    bool suppress = false, lose_colour = false, needless = false, cancel = true;
    bool stay_on_panel = false, cross = true, by_area = false;
};

// Judges regions, and remembers what took long to find out.
template <int Words>
class Judge {
  public:
    using Corners = typename Grid<Words>::Corners;
    using Edges = Lines<Corners>;

    Judge(Grid<Words> grid, Elements<Words> elements, RuleSet rules)
        : grid_(std::move(grid)), elements_(std::move(elements)), rules_(rules), tiles_(grid_, elements_) {
        for (const auto &element : elements_.kinds)
            for (const auto &shape : element.orientations)
                for (const auto &[x, y] : shape) goes_round_ = goes_round_ || (grid_.pillar && x + 1 >= grid_.width);
    }

    // Whether everything in a region holds. `broken` triangles fail whatever else is there, and `loose` is
    // the number of hexagons there that no path covers; `lines` are those of all paths.
    bool holds(const Corners &region, const Corners &broken, int loose, const Edges &lines) const {
        if (region.meets(elements_.eliminators)) {
            const Question question{region, broken & region, loose, walls(region, lines)};
            return recall(question,
                          [&] { return rules_.suppress ? suppresses(question) : some_removal_helps(question); });
        }
        if (loose || broken.meets(region) || !elements_.squares_agree(region) || !elements_.stars_pair(region))
            return false;
        if (!region.meets(elements_.polyominoes)) return true;
        const Question question{region, {}, 0, walls(region, lines)};
        return recall(question, [&] { return tile(question, counts(region)); });
    }

    // Whether polyominoes can make up a region that has these cells for sure and others of the room, where only stars
    // can be removed, as far as that is easily seen.
    bool may_tile(const Corners &cells, const Corners &room) const {
        if (!cells.meets(elements_.polyominoes) || room.meets(elements_.hollow)) return true;
        if (!elements_.areas_may_match(cells, room)) return false;
        return recall({cells, room, unfinished, {}},
                      [&] { return Cover<Words>(grid_, elements_, tiles_, room).may_grow(cells); });
    }

    // Whether polyominoes of the room could ever make up a region with these cells and others of the room, if
    // any number of them were left out.
    bool may_make_up(const Corners &cells, const Corners &room) const {
        if (cells.count() > elements_.solid_area(room)) return false;
        if (room.meets(elements_.hollow)) return true;
        return recall({cells, room, unowned, {}},
                      [&] { return Cover<Words>(grid_, elements_, tiles_, room).may_cover(cells); });
    }

    const Corners &tiled() const { return tiles_.covered; }

    // Whether a region may have as many errors as eliminators if it has these cells for sure and others of the room,
    // with `failures` among triangles and hexagons, and perhaps up to `more`. As far as that is easily seen.
    bool may_suppress(const Corners &cells, const Corners &room, int failures, int more) const {
        if (!rules_.suppress) return true;
        return recall({cells, room, suppressed - failures - most_failures * more, {}},
                      [&] { return may_have_as_many_errors(cells, room, failures, more); });
    }

  private:
    using Counts = std::vector<int>;  // by kind of element

    struct Question {
        Corners region, broken;
        int loose;
        Edges walls;  // lines inside the region that no polyomino may lie across
    };
    // Instead of `loose`; then `broken` is the room.
    static constexpr int unfinished = -1, unowned = -2, suppressed = -3, most_failures = 1000;

    static auto words(const Question &question) {
        std::array<std::uint64_t, 4 * Words + 1> words{std::uint64_t(std::int64_t(question.loose))};
        auto at = words.begin() + 1;
        for (const auto &set : {question.region, question.broken, question.walls.right, question.walls.up})
            at = std::ranges::copy(set.words(), at).out;
        return words;
    }

    // The answer to a question, found out by find() if it is new.
    template <class Find>
    bool recall(const Question &question, Find find) const {
        const auto asked = words(question);
        {
            const std::lock_guard locked(mutex_);
            if (const auto known = questions_.find(asked)) return answers_[*known];
        }
        const bool answer = find();
        const std::lock_guard locked(mutex_);
        if (questions_.add(asked).second) answers_.push_back(answer);
        return answer;
    }

    Counts counts(const Corners &cells) const {
        Counts numbers;
        for (const auto &some : elements_.where) numbers.push_back((some & cells).count());
        return numbers;
    }

    // The lines with both sides in a region, where they matter.
    Edges walls(const Corners &region, const Edges &lines) const {
        if (rules_.cross || !region.meets(elements_.polyominoes)) return {};
        return grid_.inner(region) & lines;
    }

    bool tile(const Question &question, const Counts &present) const {
        const auto &region = question.region;
        std::vector<Piece> pieces;
        bool hollow = false;
        int area = 0;
        for (std::size_t kind = 0; kind < present.size(); ++kind)
            if (const auto &element = elements_.kinds[kind]; element.type == Type::polyomino && present[kind]) {
                pieces.push_back({&element.orientations, element.hollow, present[kind]});
                hollow = hollow || element.hollow;
                area += present[kind] * element.area();
            }
        if (pieces.empty()) return true;
        if (!hollow && !(goes_round_ && !question.walls.empty()))
            return Cover<Words>(grid_, elements_, tiles_, region, question.walls).covers(region, present);
        if (area == 0 && rules_.by_area) return true;
        if (area != 0 && area != region.count()) return false;
        CellSet cells;
        region.each([&](int cell) { cells.emplace_back(cell % grid_.stride, cell / grid_.stride); });
        return Tiling(std::move(pieces), ground(question)).makes_up(cells);
    }

    Ground ground(const Question &question) const {
        Ground ground{grid_.width, grid_.height, grid_.pillar, rules_.stay_on_panel, rules_.cross};
        if (rules_.cross) return ground;
        // The edges of the region that are not a path's: those inside it but for walls. Those around it are a path's,
        // or lead to cells where only hollow polyominoes could make room.
        const auto free = grid_.inner(question.region) - question.walls;
        const auto place = [&](int corner) {
            return std::pair{2 * (corner % grid_.stride), 2 * (corner / grid_.stride)};
        };
        free.right.each([&](int corner) { ground.free.emplace_back(place(corner).first + 1, place(corner).second); });
        free.up.each([&](int corner) { ground.free.emplace_back(place(corner).first, place(corner).second + 1); });
        return ground;
    }

    // Whether an element that is not broken holds among those that are present.
    bool is_fine(const Question &question, std::size_t kind, const Counts &present) const {
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
                return tile(question, present);
            default:
                return true;
        }
    }

    // Polyominoes last, because finding a layout takes much longer than counting colours.
    bool is_content(const Question &question, const Counts &present) const {
        bool polyominoes = false;
        for (std::size_t kind = 0; kind < elements_.kinds.size(); ++kind) {
            if (!present[kind]) continue;
            if (elements_.kinds[kind].type == Type::polyomino)
                polyominoes = true;
            else if (!is_fine(question, kind, present))
                return false;
        }
        return !polyominoes || tile(question, present);
    }

    // Whether there are exactly as many errors as eliminators, counted type by type.
    bool suppresses(const Question &question) const {
        auto present = counts(question.region);
        int allowed = -question.loose - question.broken.count() - elements_.squares_to_remove(question.region);
        int shapes = 0;
        for (std::size_t kind = 0; kind < elements_.kinds.size(); ++kind) {
            const auto &element = elements_.kinds[kind];
            if (element.type == Type::eliminator) allowed += present[kind];
            if (element.type == Type::polyomino) shapes += present[kind];
            if (element.type != Type::star || !present[kind]) continue;
            const int alike = (question.region & elements_.coloured[std::size_t(element.colour)]).count();
            allowed -= stars_too_many(present[kind], alike);
        }
        if (allowed < 0) return false;
        if (tile(question, present)) return allowed == 0;
        if (allowed == shapes) return true;
        if (allowed != 1) return false;
        for (std::size_t kind = 0; kind < elements_.kinds.size(); ++kind) {
            if (elements_.kinds[kind].type != Type::polyomino || !present[kind]) continue;
            --present[kind];
            const bool fits = tile(question, present);
            ++present[kind];
            if (fits) return true;
        }
        return false;
    }

    // Numbers of errors as bits, as far as there are bits.
    using Errors = std::uint64_t;
    static constexpr int most_errors = 63;
    static Errors between(int least, int most) {
        if (least > most_errors) return 0;
        const auto from_least = ~Errors(0) << least;
        return most >= most_errors ? from_least : from_least & ((Errors(2) << most) - 1);
    }
    static Errors sum(Errors some, Errors others) {
        Errors sums = 0;
        for (; others; others &= others - 1) sums |= some << std::countr_zero(others);
        return sums;
    }

    bool may_have_as_many_errors(const Corners &cells, const Corners &room, int failures, int more) const {
        const int most = (room & elements_.eliminators).count();
        if (most > most_errors) return true;
        auto plain = between(failures, failures + more);
        if (room.meets(elements_.all_squares))
            plain = sum(plain, between(elements_.squares_to_remove(cells), (room & elements_.all_squares).count()));
        if (room.meets(elements_.polyominoes)) plain = sum(plain, errors_of_shapes(cells, room));
        for (int number = (cells & elements_.eliminators).count(); number <= most; ++number) {
            auto errors = plain;
            for (std::size_t colour = 1; colour <= elements_.palette && errors; ++colour)
                if (room.meets(elements_.stars[colour]))
                    errors = sum(errors, errors_of_stars(cells, room, colour, number));
            if (errors >> number & 1) return true;
        }
        return false;
    }

    Errors errors_of_shapes(const Corners &cells, const Corners &room) const {
        const auto all = between((cells & elements_.polyominoes).count(), (room & elements_.polyominoes).count());
        const bool fail = cells.meets(elements_.polyominoes) && !room.meets(elements_.hollow);
        return fail && !may_make_up(cells, room) ? all : all | between(0, 1);
    }

    // With this number of eliminators.
    Errors errors_of_stars(const Corners &cells, const Corners &room, std::size_t colour, int eliminators) const {
        const auto &stars = elements_.stars[colour];
        auto others = elements_.coloured[colour] - stars;
        const auto removers = room & elements_.eliminators;
        const bool alike = (removers - others).empty();
        if (alike) others -= removers;
        Errors errors = 0;
        for (int own = (cells & stars).count(); own <= (room & stars).count(); ++own)
            for (int more = (cells & others).count(); more <= (room & others).count(); ++more) {
                const int wrong = stars_too_many(own, own + more + (alike ? eliminators : 0));
                if (wrong <= most_errors) errors |= Errors(1) << wrong;
            }
        return errors;
    }

    static int stars_too_many(int stars, int alike) {
        if (stars == 0 || alike == 2) return 0;
        return stars > 1 ? std::min(stars, alike - 2) : 1;
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
            if (idle && rest[kind] && !is_fine(question, kind, all)) failing.push_back(kind);
        }
        return each_removal(
            removers, used, rules_.cancel ? idle / 2 : 0, [&](const Counts &left, const Counts &removed) {
                const int number = idle - 2 * total(removed);
                std::vector<Counts> enough;
                return each_removal(failing, rest, number, [&](const Counts &others, const Counts &taken) {
                    for (const auto &fewer : enough)
                        if (std::equal(fewer.begin(), fewer.end(), taken.begin(), std::less_equal{})) return false;
                    if (rules_.needless && total(taken) < number) return false;
                    auto present = others;
                    if (!rules_.lose_colour)
                        for (std::size_t kind = 0; kind < present.size(); ++kind) present[kind] += left[kind];
                    if (!is_content(question, present)) return false;
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
    RuleSet rules_;
    Tiles<Words> tiles_;
    bool goes_round_ = false;   // some polyomino is as wide as the pillar
    mutable std::mutex mutex_;  // copies of a panel share their judge, also between threads
    mutable KeyTable questions_;
    mutable std::vector<char> answers_;  // by question
};

}  // namespace quandary::witness
