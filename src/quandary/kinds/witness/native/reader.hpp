// Reads panels out of Python's own objects, which is several times as quick as a call for every element.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "panel.hpp"

namespace quandary::witness {

namespace nb = nanobind;

class Reader {
  public:
    // The classes of elements in the order of Type, the colours in the order of their numbers, from 1, the symmetries
    // in the order of Symmetry; and a function from a polyomino to the shapes that it may take.
    Reader(const nb::tuple &types, const nb::tuple &palette, const nb::tuple &symmetries, nb::object orientations)
        : types_(types), colours_(palette), symmetries_(symmetries), orientations_(std::move(orientations)) {}

    // The panel with these starts, without the cells outside; `cells` are the others with what they hold. None of
    // starts or cells stands for all of them.
    Description read(nb::handle whole, nb::handle starts, nb::handle outside, nb::handle cells) {
        Description panel;
        panel.width = nb::cast<int>(get(whole, names_.width));
        panel.height = nb::cast<int>(get(whole, names_.height));
        panel.symmetry = place_in(symmetries_, get(whole, names_.symmetry));
        panel.pillar = nb::cast<bool>(get(whole, names_.pillar));
        panel.rules = read_rules(get(whole, names_.rules));
        const int stride = panel.pillar ? panel.width : panel.width + 1;
        const auto corner = [&](nb::handle pair) { return number(pair, 1) * stride + number(pair, 0); };
        const auto place = [&](nb::handle pair) {
            const int x = number(pair, 0), y = number(pair, 1);
            return 4 * (y / 2 * stride + x / 2) + x % 2 + 2 * (y % 2);
        };
        const auto put = [](std::vector<int> &numbers, nb::handle some, auto number_of) {
            for (nb::handle each : some) numbers.push_back(number_of(each));
        };
        put(panel.outside, outside, corner);
        put(panel.starts, starts.is_none() ? get(whole, names_.entrances) : nb::borrow(starts), corner);
        std::sort(panel.starts.begin(), panel.starts.end(),
                  [&](int a, int b) { return std::pair(a % stride, a / stride) < std::pair(b % stride, b / stride); });
        put(panel.exits, get(whole, names_.exits), corner);
        put(panel.blocked, get(whole, names_.gaps), place);
        put(panel.blocked, get(whole, names_.missing), place);
        put(panel.hexagons, get(whole, names_.hexagons), place);
        put(panel.blue, get(whole, names_.blue), place);
        put(panel.yellow, get(whole, names_.yellow), place);
        std::vector<Mark> marks;
        const auto held = cells.is_none() ? get(whole, names_.cells) : nb::borrow(cells);
        for (nb::handle each : held) {
            const auto mark = read_mark(item(each, 1));
            auto at = std::find(marks.begin(), marks.end(), mark);
            if (at == marks.end()) {
                panel.elements.push_back(element(mark));
                at = marks.insert(at, mark);
            }
            panel.cells.emplace_back(corner(item(each, 0)), int(at - marks.begin()));
        }
        return panel;
    }

    // Adds an element that no cell holds yet.
    void add(Description &panel, nb::handle which) { panel.elements.push_back(element(read_mark(which))); }

  private:
    // What tells an element from others: type, colour, count of triangles, number of a polyomino.
    using Mark = std::tuple<int, int, int, int>;

    static nb::object get(nb::handle whole, const nb::str &name) {
        PyObject *found = PyObject_GetAttr(whole.ptr(), name.ptr());
        if (!found) throw nb::python_error();
        return nb::steal(found);
    }
    static nb::handle item(nb::handle pair, Py_ssize_t i) {
        PyObject *found = PyTuple_GetItem(pair.ptr(), i);
        if (!found) throw nb::python_error();
        return found;
    }
    static int number(nb::handle pair, Py_ssize_t i) {
        const long value = PyLong_AsLong(item(pair, i).ptr());
        if (value == -1 && PyErr_Occurred()) throw nb::python_error();
        return int(value);
    }
    static int place_in(const nb::tuple &some, nb::handle which) {
        const auto size = Py_ssize_t(some.size());
        for (Py_ssize_t i = 0; i < size; ++i)
            if (item(some, i).is(which)) return int(i);
        throw std::invalid_argument("a panel has an element that the compiled core does not know");
    }

    // Most panels have the rules of the one before.
    const RuleSet &read_rules(nb::object rules) {
        if (rules.is(last_rules_)) return rules_;
        const auto is = [&](const char *name) { return nb::cast<bool>(rules.attr(name)); };
        rules_ = {is("suppress"),      is("lose_colour"), is("needless"), is("cancel"),
                  is("stay_on_panel"), is("cross"),       is("by_area")};
        last_rules_ = std::move(rules);
        return rules_;
    }

    Mark read_mark(nb::handle which) {
        const int type = place_in(types_, which.type()), colour = 1 + place_in(colours_, get(which, names_.colour));
        if (Type(type) == Type::triangles) return {type, colour, nb::cast<int>(get(which, names_.count)), 0};
        return {type, colour, 0, Type(type) == Type::polyomino ? polyomino_number(which) : 0};
    }

    int polyomino_number(nb::handle which) {
        if (numbers_.contains(which)) return nb::cast<int>(numbers_[which]);
        std::vector<CellSet> shapes;
        for (nb::handle shape : orientations_(which)) {
            shapes.emplace_back();
            for (nb::handle cell : shape) shapes.back().emplace_back(number(cell, 0), number(cell, 1));
            std::sort(shapes.back().begin(), shapes.back().end());
        }
        polyominoes_.emplace_back(nb::cast<bool>(which.attr("hollow")), std::move(shapes));
        numbers_[which] = polyominoes_.size() - 1;
        return int(polyominoes_.size() - 1);
    }

    Element element(const Mark &mark) const {
        const auto &[type, colour, count, polyomino] = mark;
        Element result{Type(type), colour, count};
        if (result.type == Type::polyomino)
            std::tie(result.hollow, result.orientations) = polyominoes_[std::size_t(polyomino)];
        return result;
    }

    // Attributes by names that are made once.
    struct Names {
        static nb::str name(const char *text) { return nb::steal<nb::str>(PyUnicode_InternFromString(text)); }
        nb::str width = name("width"), height = name("height"), symmetry = name("symmetry"), pillar = name("pillar"),
                rules = name("rules"), entrances = name("entrances"), exits = name("exits"), gaps = name("gaps"),
                missing = name("missing"), hexagons = name("hexagons"), blue = name("blue"), yellow = name("yellow"),
                cells = name("cells"), colour = name("colour"), count = name("count");
    };

    Names names_;
    nb::tuple types_, colours_, symmetries_;
    nb::object last_rules_;
    RuleSet rules_;
    nb::object orientations_;
    nb::dict numbers_;  // by polyomino
    std::vector<std::pair<bool, std::vector<CellSet>>> polyominoes_;
};

}  // namespace quandary::witness
