// One turn of a game: rules, movements, late rules. Mirrors turn.py and stage.py.
//
// A cell is a few words with a bit for each object, and its movement a few words with five bits for each of twelve
// layers. Rules pass over rows and columns that lack what they need.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include <quandary/budget.hpp>

namespace quandary::puzzlescript {

using Word = std::uint64_t;

inline constexpr int layer_bits = 5, layers_in_word = 12, most_rounds = 200, calm = 8, most_retries = 50;
inline constexpr unsigned most_agains = 1000;
inline constexpr Word any_move = 31, action = 16;
enum Way : int { up, down, left, right };
enum Command : int { cancel = 1, restart = 2, win = 4, again = 8, checkpoint = 16, other = 32 };
enum Setting : int { at_start = 1, must_move = 2 };
enum class End : std::uint8_t { none, won, restless };

template <int Words>
struct Mask {
    std::array<Word, std::size_t(Words)> word{};

    bool operator==(const Mask &) const = default;
    bool has_all(const Mask &other) const {
        Word missing = 0;
        for (std::size_t i = 0; i < Words; ++i) missing |= other.word[i] & ~word[i];
        return missing == 0;
    }
    bool has_any(const Mask &other) const {
        Word common = 0;
        for (std::size_t i = 0; i < Words; ++i) common |= other.word[i] & word[i];
        return common != 0;
    }
    bool empty() const { return !has_any(*this); }
    Mask &operator|=(const Mask &other) {
        for (std::size_t i = 0; i < Words; ++i) word[i] |= other.word[i];
        return *this;
    }
    Mask &operator&=(const Mask &other) {
        for (std::size_t i = 0; i < Words; ++i) word[i] &= other.word[i];
        return *this;
    }
    void clear(const Mask &other) {
        for (std::size_t i = 0; i < Words; ++i) word[i] &= ~other.word[i];
    }
};

// Reads the numbers that Python writes, one after the other.
class Numbers {
  public:
    explicit Numbers(std::span<const Word> words) : words_(words) {}
    Word next() {
        if (at_ == words_.size()) throw std::invalid_argument("a game ends too early");
        return words_[at_++];
    }
    int number() { return int(next()); }
    template <int Words>
    Mask<Words> mask() {
        Mask<Words> mask;
        for (auto &word : mask.word) word = next();
        return mask;
    }

  private:
    std::span<const Word> words_;
    std::size_t at_ = 0;
};

// What can be asked of a game whatever the size of its cells.
class Machine {
  public:
    virtual ~Machine() = default;
    // Cells as words, `cell_words` each. Plays a turn with a force (0: without the player) and all that follow from it.
    virtual End play(std::vector<Word> &cells, std::vector<Word> &target, Word force) const = 0;
    // Lets a level begin.
    virtual End begin(std::vector<Word> &cells, std::vector<Word> &target) const = 0;
    // How far a position seems to be from being won.
    virtual int distance(const std::vector<Word> &cells) const = 0;

    int width = 0, height = 0, layers = 0, cell_words = 0;
};

template <int O, int M>
class MachineOf : public Machine {
    using Objects = Mask<O>;
    using Moves = Mask<M>;

    struct Change {
        Objects clear, put;
        Moves stop, move, layers;
    };
    struct Pattern {
        Objects need, forbid;
        Moves moving, still;
        std::vector<Objects> any_of;
        Change change;
        bool is_gap = false, changes = false;
    };
    struct Row {
        std::vector<Pattern> cells;
        Objects need;
        Moves moving;
        int gaps = 0, span = 0;
    };
    struct Rule {
        int way, commands, rigid;
        bool changes;
        std::vector<Row> rows;
        Objects need;
        Moves moving;
    };
    struct Group {
        int back_to;
        std::vector<Rule> rules;
    };
    struct Win {
        int how;
        Objects one, other;
        bool one_is_whole, other_is_whole;
    };
    struct Place {
        int at;
        std::array<int, 2> gap;
    };
    struct Board {
        std::vector<Objects> cells, start, before;
        std::vector<Moves> moves, pushed, rigid_groups, rigid_layers;
        std::vector<Objects> in_rows, in_columns;
        std::vector<Moves> moves_in_rows, moves_in_columns;
        Objects in_all;
        Moves moves_in_all;
        std::vector<std::vector<Place>> places;
        std::vector<std::size_t> chosen;
        std::vector<int> player;
        std::vector<char> banned;
        int commands = 0;
    };

  public:
    explicit MachineOf(Numbers &in) {
        cell_words = O;
        width = in.number();
        height = in.number();
        layers = in.number();
        settings_ = in.number();
        player_ = in.mask<O>();
        player_is_whole_ = in.next() != 0;
        for (int layer = 0; layer < layers; ++layer) layer_masks_.push_back(in.mask<O>());
        for (int left_over = in.number(); left_over > 0; --left_over) {
            Win win{in.number(), in.mask<O>(), {}, in.next() != 0, false};
            win.other = in.mask<O>();
            win.other_is_whole = in.next() != 0;
            wins_.push_back(win);
        }
        for (int left_over = in.number(); left_over > 0; --left_over) rigid_groups_.push_back(in.number());
        early_ = groups(in);
        late_ = groups(in);
        steps_ = {-1, 1, -height, height};
    }

    End play(std::vector<Word> &cells, std::vector<Word> &target, Word force) const override {
        auto &board = scratch();
        load(board.cells, cells);
        const auto end = at_rest(board, target, force, true);
        store(board.cells, cells);
        return end;
    }

    End begin(std::vector<Word> &cells, std::vector<Word> &target) const override {
        target = cells;
        if (!(settings_ & at_start)) return End::none;
        auto &board = scratch();
        load(board.cells, cells);
        const auto end = at_rest(board, target, 0, false);
        store(board.cells, cells);
        return end;
    }

    int distance(const std::vector<Word> &cells) const override {
        auto &board = scratch();
        load(board.cells, cells);
        int sum = 0;
        for (const auto &win : wins_) sum += far(board, win);
        return sum;
    }

  private:
    static Board &scratch() {
        static thread_local Board board;
        return board;
    }

    // Reading

    std::vector<Group> groups(Numbers &in) const {
        std::vector<Group> found(std::size_t(in.number()));
        for (auto &group : found) {
            group.back_to = in.number() - 1;
            group.rules.resize(std::size_t(in.number()));
            for (auto &each : group.rules) read(in, each);
        }
        return found;
    }

    void read(Numbers &in, Rule &rule) const {
        rule.way = in.number();
        rule.changes = in.next() != 0;
        rule.commands = in.number();
        rule.rigid = in.number() - 1;
        rule.rows.resize(std::size_t(in.number()));
        for (auto &row : rule.rows) {
            row.cells.resize(std::size_t(in.number()));
            for (auto &cell : row.cells) {
                read(in, cell);
                row.need |= cell.need;
                row.moving |= cell.moving;
                row.gaps += cell.is_gap;
                row.span += !cell.is_gap;
            }
            rule.need |= row.need;
            rule.moving |= row.moving;
        }
    }

    void read(Numbers &in, Pattern &cell) const {
        cell.is_gap = in.next() == 0;
        if (cell.is_gap) return;
        cell.need = in.mask<O>();
        cell.forbid = in.mask<O>();
        cell.any_of.resize(std::size_t(in.number()));
        for (auto &each : cell.any_of) each = in.mask<O>();
        cell.moving = in.mask<M>();
        cell.still = in.mask<M>();
        cell.changes = in.next() != 0;
        if (!cell.changes) return;
        cell.change.clear = in.mask<O>();
        cell.change.put = in.mask<O>();
        cell.change.stop = in.mask<M>();
        cell.change.move = in.mask<M>();
        cell.change.layers = in.mask<M>();
    }

    static void load(std::vector<Objects> &cells, const std::vector<Word> &words) {
        cells.resize(words.size() / O);
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = 0; j < O; ++j) cells[i].word[j] = words[i * O + j];
    }
    static void store(const std::vector<Objects> &cells, std::vector<Word> &words) {
        words.resize(cells.size() * O);
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = 0; j < O; ++j) words[i * O + j] = cells[i].word[j];
    }

    // Layers of a movement

    static Word get(const Moves &moves, int layer) {
        return moves.word[std::size_t(layer / layers_in_word)] >> layer_bits * (layer % layers_in_word) & any_move;
    }
    static void add(Moves &moves, int layer, Word bits) {
        moves.word[std::size_t(layer / layers_in_word)] |= bits << layer_bits * (layer % layers_in_word);
    }
    static void drop(Moves &moves, int layer) {
        moves.word[std::size_t(layer / layers_in_word)] &= ~(any_move << layer_bits * (layer % layers_in_word));
    }

    // What comes of turns

    End at_rest(Board &board, std::vector<Word> &target, Word force, bool may_win) const {
        bool goes_on = false;
        if (go_on(board, target, force, may_win, true, goes_on)) return End::won;
        std::vector<Objects>
            marked;  // the cells and the target of an earlier turn: if they come again, they always will
        std::vector<Word> marked_target;
        for (unsigned turns = 1; goes_on; ++turns) {
            if (turns > most_agains) return End::restless;
            if (std::has_single_bit(turns)) marked = board.cells, marked_target = target;
            if (go_on(board, target, 0, true, true, goes_on)) return End::won;
            if (goes_on && board.cells == marked && target == marked_target) return End::restless;
        }
        return End::none;
    }

    // Plays one turn. Returns whether the level is won.
    bool go_on(Board &board, std::vector<Word> &target, Word force, bool may_win, bool may_restart,
               bool &goes_on) const {
        Budget::poll();
        goes_on = false;
        const auto before = board.cells;
        int commands = turn(board, force);
        if (commands & cancel) return false;
        if ((commands & restart) && may_restart) {
            load(board.cells, target);
            commands = 0;
            if (settings_ & at_start) go_on(board, target, 0, false, false, goes_on);
        }
        const bool won = may_win && ((commands & win) || is_won(board.cells));
        if (commands & checkpoint) store(board.cells, target);
        if ((commands & again) && board.cells != before) {
            const auto now = board.cells;
            const int would = turn(board, 0);
            goes_on = would & cancel ? would != cancel : board.cells != now || (would & (win | restart));
            board.cells = now;
        }
        return won;
    }

    bool is_won(const std::vector<Objects> &cells) const {
        if (wins_.empty()) return false;
        return std::all_of(wins_.begin(), wins_.end(), [&](const Win &win) { return holds(win, cells); });
    }

    static bool is_one(const Win &win, const Objects &cell) {
        return win.one_is_whole ? cell.has_all(win.one) : cell.has_any(win.one);
    }
    static bool is_other(const Win &win, const Objects &cell) {
        return win.other_is_whole ? cell.has_all(win.other) : cell.has_any(win.other);
    }

    static bool holds(const Win &win, const std::vector<Objects> &cells) {
        enum { no, some, all };
        for (const auto &cell : cells) {
            if (!is_one(win, cell)) continue;
            const bool met = is_other(win, cell);
            if (win.how == all ? !met : met) return win.how == some;
        }
        return win.how != some;
    }

    // How far a win condition seems to be from holding: steps to the nearest cell that is wanted.
    int far(Board &board, const Win &win) const {
        enum { no, some, all };
        std::vector<int> ones, others, players;
        for (int at = 0; at < int(board.cells.size()); ++at) {
            const auto &cell = board.cells[std::size_t(at)];
            const bool one = is_one(win, cell), other = is_other(win, cell);
            if (one && !(win.how == all && other)) ones.push_back(at);
            if (other) others.push_back(at);
            if (cell.has_any(player_)) players.push_back(at);
        }
        const auto steps = [&](int from, int to) {
            return std::abs(from / height - to / height) + std::abs(from % height - to % height);
        };
        const auto nearest = [&](int from, const std::vector<int> &to) {
            int least = width + height;
            for (int each : to) least = std::min(least, steps(from, each));
            return least;
        };
        int sum = 0, near = width + height;
        if (win.how == no) {
            for (int at : ones)
                if (is_other(win, board.cells[std::size_t(at)])) {
                    sum += width + height;
                    near = std::min(near, nearest(at, players));
                }
            return sum ? sum + near : 0;
        }
        for (int at : ones) {
            const int far_off = nearest(at, others);
            sum = win.how == all ? sum + 2 * far_off : std::min(sum ? sum : 2 * (width + height), 2 * far_off + 1);
            near = std::min(near, nearest(at, players));
        }
        if (win.how == some && ones.empty()) return 2 * (width + height);
        return sum ? sum + near : 0;
    }

    // One turn. Returns the commands; a turn that is cancelled leaves the cells as they were.
    int turn(Board &board, Word force) const {
        const auto size = board.cells.size();
        board.start = board.cells;
        board.moves.assign(size, {});
        board.player.clear();
        if (force) push_player(board, force);
        if (!rigid_groups_.empty()) {
            board.pushed = board.moves;
            board.banned.assign(early_.size(), 0);
            board.rigid_groups.assign(size, {});
            board.rigid_layers.assign(size, {});
        }
        board.commands = 0;
        for (int tries = 0; tries < most_retries; ++tries) {
            sum_up(board);
            apply(board, early_, true);
            if (!move(board)) {
                apply(board, late_, false);
                break;
            }
            board.cells = board.start;
            board.moves = board.pushed;
            board.commands = 0;
        }
        if (!board.player.empty() && (settings_ & must_move) &&
            std::all_of(board.player.begin(), board.player.end(),
                        [&](int at) { return board.cells[std::size_t(at)].has_any(player_); }))
            board.commands = cancel;
        if (board.commands & cancel) board.cells = board.start;
        return board.commands;
    }

    void push_player(Board &board, Word force) const {
        for (std::size_t at = 0; at < board.cells.size(); ++at) {
            auto here = board.cells[at];
            if (player_is_whole_ ? !here.has_all(player_) : !here.has_any(player_)) continue;
            board.player.push_back(int(at));
            here &= player_;
            for (int layer = 0; layer < layers; ++layer)
                if (here.has_any(layer_masks_[std::size_t(layer)])) add(board.moves[at], layer, force);
        }
    }

    // Rules

    void sum_up(Board &board) const {
        board.in_rows.assign(std::size_t(height), {});
        board.moves_in_rows.assign(std::size_t(height), {});
        board.in_columns.assign(std::size_t(width), {});
        board.moves_in_columns.assign(std::size_t(width), {});
        board.in_all = {};
        board.moves_in_all = {};
        std::size_t at = 0;
        for (std::size_t column = 0; column < std::size_t(width); ++column)
            for (std::size_t row = 0; row < std::size_t(height); ++row, ++at) {
                board.in_rows[row] |= board.cells[at];
                board.in_columns[column] |= board.cells[at];
                board.moves_in_rows[row] |= board.moves[at];
                board.moves_in_columns[column] |= board.moves[at];
            }
        for (std::size_t column = 0; column < std::size_t(width); ++column) {
            board.in_all |= board.in_columns[column];
            board.moves_in_all |= board.moves_in_columns[column];
        }
    }

    void note(Board &board, int at) const {
        const auto column = std::size_t(at / height), row = std::size_t(at % height);
        const auto &cell = board.cells[std::size_t(at)];
        const auto &moves = board.moves[std::size_t(at)];
        board.in_rows[row] |= cell;
        board.in_columns[column] |= cell;
        board.in_all |= cell;
        board.moves_in_rows[row] |= moves;
        board.moves_in_columns[column] |= moves;
        board.moves_in_all |= moves;
    }

    void apply(Board &board, const std::vector<Group> &groups, bool is_early) const {
        int rounds = 0;
        bool changed = false;
        Seen seen;
        for (std::size_t number = 0; number < groups.size();) {
            const auto &group = groups[number];
            if (!(is_early && !rigid_groups_.empty() && board.banned[number])) changed = apply(board, group) || changed;
            if (changed && group.back_to >= 0) {
                if (++rounds > most_rounds || (rounds > calm && repeats(board, seen, int(number)))) return;
                number = std::size_t(group.back_to);
                changed = false;
            } else {
                ++number;
            }
        }
    }

    bool apply(Board &board, const Group &group) const {
        bool ever = false;
        int idle = -1;
        Seen seen;
        for (int round = 0; round < most_rounds; ++round) {
            bool changed = false;
            for (const auto &rule : group.rules) {
                if (apply(board, rule)) {
                    changed = true;
                    idle = 0;
                } else {
                    ++idle;
                }
                if (idle == int(group.rules.size())) break;
            }
            if (!changed) break;
            ever = true;
            if (round > calm && repeats(board, seen, idle)) break;
            Budget::poll();
        }
        return ever;
    }

    // All that the next round of a group or a loop depends on.
    struct Seen {
        std::vector<Objects> cells;
        std::vector<Moves> moves, rigid_groups, rigid_layers;
        int number = 0;
        bool operator==(const Seen &) const = default;
    };

    // Whether a round only repeated the one before it, so that the rest can be left out.
    bool repeats(const Board &board, Seen &seen, int number) const {
        Seen now{board.cells, board.moves, {}, {}, number};
        if (!rigid_groups_.empty()) {
            now.rigid_groups = board.rigid_groups;
            now.rigid_layers = board.rigid_layers;
        }
        if (now == seen) return true;
        seen = std::move(now);
        return false;
    }

    bool apply(Board &board, const Rule &rule) const {
        if (!board.in_all.has_all(rule.need) || !board.moves_in_all.has_all(rule.moving)) return false;
        if (board.places.size() < rule.rows.size()) board.places.resize(rule.rows.size());
        for (std::size_t i = 0; i < rule.rows.size(); ++i) {
            find(board, rule.rows[i], rule.way, board.places[i]);
            if (board.places[i].empty()) return false;
        }
        const bool changed = rule.changes && change_all(board, rule);
        give(board, rule.commands);
        return changed;
    }

    static void give(Board &board, int commands) {
        if (!commands || (board.commands & cancel) || ((board.commands & restart) && !(commands & cancel))) return;
        if (commands & (cancel | restart)) board.commands = 0;
        board.commands |= commands;
    }

    // Goes through the places of the rows, the first row's changing fastest.
    bool change_all(Board &board, const Rule &rule) const {
        const auto rows = rule.rows.size();
        board.chosen.assign(rows, 0);
        bool changed = false, first = true;
        for (;;) {
            if (first || still_fits(board, rule)) changed = change(board, rule) || changed;
            first = false;
            std::size_t row = 0;
            while (row < rows && ++board.chosen[row] == board.places[row].size()) board.chosen[row++] = 0;
            if (row == rows) return changed;
            if (row > 0) Budget::poll();
        }
    }

    // Calls visit(pattern, cell) for what a row covers at a place, as long as it says so.
    template <class Visit>
    bool each_cell(const Row &row, const Place &place, int step, Visit visit) const {
        int at = place.at;
        std::size_t gap = 0;
        for (const auto &cell : row.cells) {
            if (cell.is_gap) {
                at += step * place.gap[gap++];
                continue;
            }
            if (!visit(cell, at)) return false;
            at += step;
        }
        return true;
    }

    bool still_fits(const Board &board, const Rule &rule) const {
        for (std::size_t i = 0; i < rule.rows.size(); ++i)
            if (!each_cell(rule.rows[i], board.places[i][board.chosen[i]], steps_[std::size_t(rule.way)],
                           [&](const Pattern &cell, int at) { return fits(board, cell, at); }))
                return false;
        return true;
    }

    bool change(Board &board, const Rule &rule) const {
        bool changed = false;
        for (std::size_t i = 0; i < rule.rows.size(); ++i)
            each_cell(rule.rows[i], board.places[i][board.chosen[i]], steps_[std::size_t(rule.way)],
                      [&](const Pattern &cell, int at) {
                          if (cell.changes) changed = change_cell(board, rule, cell.change, at) || changed;
                          return true;
                      });
        return changed;
    }

    bool change_cell(Board &board, const Rule &rule, const Change &change, int at) const {
        auto &cell = board.cells[std::size_t(at)];
        auto &moves = board.moves[std::size_t(at)];
        auto new_cell = cell;
        auto new_moves = moves;
        new_cell.clear(change.clear);
        new_cell |= change.put;
        new_moves.clear(change.stop);
        new_moves |= change.move;
        const bool is_rigid = rule.rigid >= 0 && mark_rigid(board, rule.rigid, change.layers, at);
        if (new_cell == cell && new_moves == moves && !is_rigid) return false;
        cell = new_cell;
        moves = new_moves;
        note(board, at);
        return true;
    }

    bool mark_rigid(Board &board, int group, const Moves &where, int at) const {
        auto &groups = board.rigid_groups[std::size_t(at)];
        auto &applied = board.rigid_layers[std::size_t(at)];
        Moves marks;
        for (int layer = 0; layer < layers; ++layer) add(marks, layer, Word(group + 1));
        marks &= where;
        if (groups.has_all(marks) || applied.has_all(where)) return false;
        groups |= marks;
        applied |= where;
        return true;
    }

    // Matching

    static bool fits(const Board &board, const Pattern &cell, int at) {
        const auto &here = board.cells[std::size_t(at)];
        if (!here.has_all(cell.need) || here.has_any(cell.forbid)) return false;
        const auto &moves = board.moves[std::size_t(at)];
        if (!moves.has_all(cell.moving) || moves.has_any(cell.still)) return false;
        for (const auto &any : cell.any_of)
            if (!here.has_any(any)) return false;
        return true;
    }

    // The places where a row fits: line by line, and along each line from its lower end.
    void find(const Board &board, const Row &row, int way, std::vector<Place> &found) const {
        found.clear();
        const bool across = way >= left, back = way == up || way == left;
        const int lines = across ? height : width, length = across ? width : height;
        const auto &in_lines = across ? board.in_rows : board.in_columns;
        const auto &moves_in_lines = across ? board.moves_in_rows : board.moves_in_columns;
        const int begin = back ? row.span - 1 : 0, end = back ? length : length - row.span + 1;
        const int along = across ? height : 1, step = steps_[std::size_t(way)];
        for (int line = 0; line < lines; ++line) {
            if (!in_lines[std::size_t(line)].has_all(row.need) ||
                !moves_in_lines[std::size_t(line)].has_all(row.moving))
                continue;
            int at = (across ? line : line * height) + begin * along;
            for (int i = begin; i < end; ++i, at += along) {
                if (row.gaps == 0) {
                    if (run_fits(board, row, 0, at, step) >= 0) found.push_back({at, {}});
                } else {
                    find_gaps(board, row, at, step, (back ? i : length - 1 - i) - row.span + 1, found);
                }
            }
        }
    }

    // Whether the cells of a row from one on, up to the next gap, fit from a cell on: the number of the cell behind
    // them in the row, -1 if they do not.
    static int run_fits(const Board &board, const Row &row, int first, int at, int step) {
        const int count = int(row.cells.size());
        for (; first < count && !row.cells[std::size_t(first)].is_gap; ++first, at += step)
            if (!fits(board, row.cells[std::size_t(first)], at)) return -1;
        return first;
    }

    static void find_gaps(const Board &board, const Row &row, int at, int step, int room, std::vector<Place> &found) {
        const int one = run_fits(board, row, 0, at, step);
        if (one < 0) return;
        for (int gap = 0; gap <= room; ++gap) {
            const int behind = at + (one + gap) * step;
            const int two = run_fits(board, row, one + 1, behind, step);
            if (two < 0) continue;
            if (row.gaps == 1) {
                found.push_back({at, {gap, 0}});
                continue;
            }
            for (int other = 0; gap + other <= room; ++other)
                if (run_fits(board, row, two + 1, behind + (two - one - 1 + other) * step, step) >= 0)
                    found.push_back({at, {gap, other}});
        }
    }

    // Moving

    // Moves everything that can move. Returns whether to begin anew without further rigid groups.
    bool move(Board &board) const {
        if (board.moves_in_all.empty()) return false;
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t at = 0; at < board.moves.size(); ++at)
                if (!board.moves[at].empty()) moved = move_cell(board, int(at)) || moved;
        }
        const bool anew = !rigid_groups_.empty() && ban(board);
        std::fill(board.moves.begin(), board.moves.end(), Moves{});
        return anew;
    }

    bool move_cell(Board &board, int at) const {
        bool moved = false;
        for (int layer = 0; layer < layers; ++layer) {
            const auto way = get(board.moves[std::size_t(at)], layer);
            if (!way || !move_layer(board, at, layer_masks_[std::size_t(layer)], way)) continue;
            drop(board.moves[std::size_t(at)], layer);
            moved = true;
        }
        return moved;
    }

    bool move_layer(Board &board, int at, const Objects &layer, Word way) const {
        if (way == action) return true;
        if (!std::has_single_bit(way)) return false;
        const int column = at / height, row = at % height;
        const int rooms[] = {row, height - 1 - row, column, width - 1 - column};
        const auto number = std::size_t(std::countr_zero(way));
        if (rooms[number] == 0) return false;
        const int there = at + steps_[number];
        auto &from = board.cells[std::size_t(at)], &to = board.cells[std::size_t(there)];
        if (to.has_any(layer)) return false;
        auto moving = from;
        moving &= layer;
        from.clear(layer);
        to |= moving;
        board.in_rows[std::size_t(there % height)] |= to;
        board.in_columns[std::size_t(there / height)] |= to;
        return true;
    }

    // Bans the groups whose rigid movements did not come about. Returns whether one of them is new.
    bool ban(Board &board) const {
        bool anew = false;
        for (std::size_t at = 0; at < board.moves.size(); ++at) {
            auto stuck = board.moves[at];
            stuck &= board.rigid_layers[at];
            for (int layer = 0; layer < layers; ++layer) {
                if (!get(stuck, layer)) continue;
                const auto mark = get(board.rigid_groups[at], layer);
                auto &banned = board.banned[std::size_t(rigid_groups_[std::size_t(mark - 1)])];
                anew = anew || !banned;
                banned = 1;
                break;
            }
            board.rigid_groups[at] = {};
            board.rigid_layers[at] = {};
        }
        return anew;
    }

    int settings_ = 0;
    Objects player_;
    bool player_is_whole_ = false;
    std::vector<Objects> layer_masks_;
    std::vector<Win> wins_;
    std::vector<int> rigid_groups_;
    std::vector<Group> early_, late_;
    std::array<int, 4> steps_{};
};

// The machine of a game, with cells of the smallest size that it fits into.
inline std::unique_ptr<Machine> machine(Numbers &in) {
    const int objects = in.number(), moves = in.number();
    if (objects == 1 && moves == 1) return std::make_unique<MachineOf<1, 1>>(in);
    if (objects == 1 && moves == 2) return std::make_unique<MachineOf<1, 2>>(in);
    if (objects == 4 && moves == 7) return std::make_unique<MachineOf<4, 7>>(in);
    throw std::invalid_argument("a game with so many objects or layers has no twin");
}

}  // namespace quandary::puzzlescript
