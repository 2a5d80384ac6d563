// Paths that are looked into once for all panels that differ in their elements alone.
//
// What can be said about a path without asking for elements is most of the work of a search (prospect.hpp). A chart
// keeps it for every path that was met on panels with the same lines, starts and exits, so that the search on each
// further one is a few operations on sets. A charted panel is a domain like the panel itself, with the same states,
// moves, rules and keys; a state is the number of a path on the chart.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <quandary/many.hpp>

#include "inference.hpp"
#include "panel.hpp"
#include "prospect.hpp"

namespace quandary::witness {

// What paths depend on, apart from elements, and what callers want to know about them.
template <int Words>
struct Terrain {
    using Panel = witness::Panel<Words>;

    int width, height;
    Symmetry symmetry;
    bool pillar, is_strict, dead_ends;
    typename Panel::Corners cells, exits;
    typename Panel::Edges open;
    std::vector<int> entrances;

    Terrain(const Panel &panel, bool dead_ends_)
        : width(panel.grid.width),
          height(panel.grid.height),
          symmetry(panel.grid.symmetry),
          pillar(panel.grid.pillar),
          is_strict(panel.is_strict()),
          dead_ends(dead_ends_),
          cells(panel.grid.cells),
          exits(panel.exits),
          open(panel.open),
          entrances(panel.entrances()) {}

    bool operator==(const Terrain &) const = default;
    struct Hash {
        std::size_t operator()(const Terrain &terrain) const {
            auto hash = std::uint64_t(terrain.width + 64 * terrain.height) * 32 + std::uint64_t(terrain.symmetry) * 8 +
                        4 * terrain.pillar + 2 * terrain.is_strict + terrain.dead_ends;
            for (int junction : terrain.entrances) hash = hash * 1009 + std::uint64_t(junction);
            for (const auto &set : {terrain.cells, terrain.exits, terrain.open.right, terrain.open.up})
                hash = Panel::Corners::mix(hash ^ set.hash());
            return std::size_t(hash);
        }
    };
};

// A region, or a piece of one and what may come to it.
template <class Corners>
struct Area {
    Corners cells, room{};
    bool is_torn = false;
};

// What a search reads of a path again and again, close together.
template <class Panel>
struct Glance {
    using Corners = typename Panel::Corners;

    std::uint32_t place = 0;  // the number of its head and reach, from 1; 0 is not looked at yet
    std::uint32_t shape = 0;  // the number of these with the borders of its pieces of several cells, likewise
    std::uint32_t first = 0;  // where its areas begin: closed regions, pieces of several cells, of one
    std::uint8_t closed = 0, several = 0, single = 0;
    std::uint8_t moves = 0, live = 0;  // as bits; those after which an exit can be reached
    bool is_exit = false, may_end = false, is_spread = false;
    std::array<std::uint32_t, 4> next{};  // by move: the number of the longer path
    typename Panel::Edges ahead{};        // those at the head, but for the one that leads there
    Corners open{}, beside{};             // as in prospect.hpp
    SideCount<Corners> now{}, most{};
    Places<Corners> coverable{};  // what it may come to cover
};

template <int Words>
class Chart {
  public:
    using Panel = witness::Panel<Words>;
    using Corners = typename Panel::Corners;
    using Path = typename Panel::State;
    using Number = std::uint32_t;

    Chart(const Panel &panel, bool dead_ends) : dead_ends_(dead_ends) {
        for (const auto &start : panel.starts()) {
            starts.push_back(size());
            add(panel, start);
        }
    }

    Number size() const { return Number(paths_.size()); }
    const Path &path(Number number) const { return paths_[number]; }
    const Glance<Panel> &glance(Number number) const { return glances_[number]; }
    const Area<Corners> *areas(const Glance<Panel> &glance) const { return areas_.data() + glance.first; }

    // A path with the numbers of those that are one step longer.
    const Glance<Panel> &spread(const Panel &panel, Number number) {
        if (!glances_[number].is_spread) {
            for (Move move = 0; move < Panel::max_moves; ++move)
                if (glances_[number].moves >> move & 1) {
                    glances_[number].next[std::size_t(move)] = size();
                    if (add(panel, panel.apply(paths_[number], move)))
                        glances_[number].live = std::uint8_t(glances_[number].live | 1 << move);
                }
            glances_[number].is_spread = true;  // not before: memory may run out
        }
        return glances_[number];
    }

    // A path with what the keys of strict panels ask for: about its lines, and about its areas.
    const Glance<Panel> &look(const Panel &panel, Number number) {
        if (!glances_[number].place) look_at_lines(panel, number);
        return glances_[number];
    }
    const Glance<Panel> &look_closely(const Panel &panel, Number number) {
        if (!glances_[number].shape) look_at_areas(panel, number);
        return glances_[number];
    }

    // The same as a prospect.
    Prospect<Panel, InMemory> &prospect(const Panel &panel, Number number) {
        return prospects_.try_emplace(number, panel, paths_[number], reaches_[number], dead_ends_).first->second;
    }

    // The regions that a path divides its panel into.
    const std::vector<Corners> &regions(const Panel &panel, Number number) {
        auto &regions = regions_[number];
        if (regions.empty()) {
            std::vector<Corners> found;
            const auto passages = panel.grid.passages(paths_[number].edges);
            for (auto todo = panel.grid.cells; !todo.empty(); todo -= found.back())
                found.push_back(panel.grid.region(todo.first(), passages));
            regions = std::move(found);
        }
        return regions;
    }

    std::vector<Number> starts;

  private:
    // Adds a path, and says whether it can get to an exit.
    bool add(const Panel &panel, const Path &path) {
        Glance<Panel> glance;
        panel.moves(path).each([&](Move move) { glance.moves = std::uint8_t(glance.moves | 1 << move); });
        glance.is_exit = panel.exits.has(path.head);
        for (int there : panel.neighbours[std::size_t(path.head)])
            if (there >= 0 && there != path.before) panel.grid.add(glance.ahead, path.head, there);
        const auto reach = panel.reachable(path);
        glances_.resize(paths_.size());  // memory may have run out below
        reaches_.resize(paths_.size());
        glances_.push_back(glance);
        reaches_.push_back(reach);
        paths_.push_back(path);
        return reach.meets(panel.exits);
    }

    using Look = Prospect<Panel, OnStack<Corners::size>>;

    void look_at_lines(const Panel &panel, Number number) {
        const auto &path = paths_[number];
        auto &glance = glances_[number];
        Look prospect(panel, path, reaches_[number], dead_ends_);
        prospect.look(panel, path);
        glance.may_end = prospect.may_end;
        glance.beside = prospect.beside;
        glance.now = prospect.now;
        glance.most = prospect.most;
        glance.coverable = Places<Corners>{path.visited, path.edges} | prospect.outlook.first | prospect.outlook.second;
        glance.place = place_of(path, prospect);
    }

    void look_at_areas(const Panel &panel, Number number) {
        const auto &path = paths_[number];
        auto glance = glances_[number];
        Look prospect(panel, path, reaches_[number], dead_ends_);
        prospect.look(panel, path);
        prospect.divide(panel, path, panel.grid.cells);
        prospect.make_room(panel, path);
        glance.open = prospect.open;
        glance.first = std::uint32_t(areas_.size());
        const auto put = [&](const Area<Corners> &area, std::uint8_t &number_of) {
            areas_.push_back(area);
            ++number_of;
        };
        key_.clear();
        key_.add(glance.place);
        for (const auto &region : prospect.closed) put({region}, glance.closed);
        for (const auto &piece : prospect.pieces)
            if (!piece.cells.is_single()) {
                put({piece.cells, piece.room, piece.torn}, glance.several);
                key_.add(piece.border);
            }
        for (const auto &piece : prospect.pieces)
            if (piece.cells.is_single()) put({piece.cells, piece.room, piece.torn}, glance.single);
        glance.shape = numbers_.add(key_).first + 1;
        glances_[number] = glance;
    }

    std::uint32_t place_of(const Path &path, const Look &prospect) {
        key_.clear();
        key_.add(std::uint64_t(path.head) << 32);  // unlike the number of a place, with which shapes begin
        key_.add(prospect.reach);
        return numbers_.add(key_).first + 1;
    }

    bool dead_ends_;
    std::vector<Path> paths_;
    std::vector<Corners> reaches_;
    std::vector<Glance<Panel>> glances_;
    std::vector<Area<Corners>> areas_;
    KeyTable numbers_;  // of places and shapes
    Key key_;           // scratch
    std::unordered_map<Number, Prospect<Panel, InMemory>> prospects_;
    std::unordered_map<Number, std::vector<Corners>> regions_;
};

// A panel whose paths are on a chart.
template <int Words>
class Charted {
  public:
    using Panel = witness::Panel<Words>;
    using State = typename Chart<Words>::Number;
    using Rules = typename Panel::Rules;
    static constexpr int max_moves = Panel::max_moves;
    static constexpr bool is_tree = Panel::is_tree;
    static constexpr bool learns = false;

    Charted(const Panel &panel_, Chart<Words> &chart_) : panel(panel_), chart(chart_) {}

    const std::vector<State> &starts() const { return chart.starts; }
    MoveSet<Panel> moves(State state) const { return as_set(chart.glance(state).moves); }
    State apply(State state, Move move) const { return chart.spread(panel, state).next[std::size_t(move)]; }
    std::uint64_t hash(State state) const { return Panel::Corners::mix(state); }

    bool is_solved(State state) const {
        if (!chart.glance(state).is_exit) return false;
        return panel.is_solved(chart.path(state), [&](auto holds) {
            return std::ranges::all_of(chart.regions(panel, state), [&](const auto &region) {
                return (panel.is_strict() && !region.meets(panel.elements.sensitive)) || holds(region);
            });
        });
    }

    bool key(State state, Interest interest, Key &key) const {
        using Future = witness::Future<Panel, InMemory>;
        if (is_solved(state)) return Future::write_solved(key);
        return Future(panel, chart.path(state), chart.prospect(panel, state), interest, true).write(key);
    }

    // The moves left once all rules have been asked. Each judges by the state alone, so once is enough.
    std::pair<MoveSet<Panel>, std::vector<Move>> believe(State state, const std::vector<int> &rules) const {
        constexpr int exit_reachable = 2;
        static_assert(std::is_same_v<std::tuple_element_t<exit_reachable, Rules>, ExitReachable>);
        const auto &glance = chart.spread(panel, state);
        auto moves = as_set(glance.moves);
        for (int rule : rules) {
            if (rule == exit_reachable)
                moves &= as_set(glance.live);
            else
                with_rule<Panel>(rule, [&](auto each) {
                    static_assert(decltype(each)::looks_once);
                    each.find(panel, SlotTable<Panel>(panel), chart.path(state), MoveSet<Panel>(moves),
                              [&](const Finding<Panel> &finding) {
                                  moves -= finding.cannot;
                                  if (!finding.must.empty()) moves &= finding.must;
                                  return true;
                              });
                });
        }
        return {moves, {}};
    }

    const Panel &panel;
    Chart<Words> &chart;

  private:
    static MoveSet<Panel> as_set(std::uint8_t bits) {
        MoveSet<Panel> set;
        set.bits(0) = bits;
        return set;
    }
};

// The charts of a thread that is asked about many panels.
template <int Words>
class Charts {
  public:
    using Panel = witness::Panel<Words>;

    // Calls ask(domain, player) with the panel, or with the same panel on a chart if there were others like it.
    template <class Ask>
    auto ask(const Panel &panel, const Player<Panel> &player, Ask ask) {
        auto *chart = find(panel, player);
        if (!chart) return ask(panel, player);
        const auto before = chart->size();
        const auto answer =
            ask(Charted<Words>(panel, *chart), Player<Charted<Words>>{player.rules, player.families, player.lookahead});
        spots_ += chart->size() - before;
        return answer;
    }

  private:
    struct Entry {
        std::unique_ptr<Chart<Words>> chart{};  // none until enough panels have asked
        int asked = 0;
    };

    static constexpr int enough = 4;                       // panels that ask, for a chart to pay
    static constexpr int most_junctions = 30;              // more have too many paths to meet them again
    static constexpr std::size_t most_spots = 1 << 17;     // kept from one panel to the next, on all charts together
    static constexpr std::size_t most_terrains = 1 << 12;  // that are remembered

    // Blue and yellow hexagons are elements that the paths themselves ask for.
    static bool may_chart(const Panel &panel) {
        return panel.grid.junctions.count() <= most_junctions && (panel.blue | panel.yellow).empty();
    }

    Chart<Words> *find(const Panel &panel, const Player<Panel> &player) {
        if (!may_chart(panel)) return nullptr;
        if (spots_ > most_spots || entries_.size() > most_terrains) {
            entries_.clear();
            spots_ = 0;
        }
        const bool dead_ends = dead_ends_matter(panel, player.interest());
        auto &entry = entries_[Terrain<Words>(panel, dead_ends)];
        if (!entry.chart && ++entry.asked < enough) return nullptr;
        if (!entry.chart) entry.chart = std::make_unique<Chart<Words>>(panel, dead_ends);
        return entry.chart.get();
    }

    std::unordered_map<Terrain<Words>, Entry, typename Terrain<Words>::Hash> entries_;
    std::size_t spots_ = 0;
};

}  // namespace quandary::witness

namespace quandary {

template <int Words>
struct Sharing<witness::Panel<Words>> : witness::Charts<Words> {};

}  // namespace quandary
