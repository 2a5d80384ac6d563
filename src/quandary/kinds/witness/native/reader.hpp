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
    // The classes of elements in the order of Type, the colours in the order of their numbers, from 1; and a function
    // from a polyomino to the shapes that it may take.
    Reader(const nb::tuple &types, const nb::tuple &palette, nb::object orientations)
        : types_(types), colours_(palette), orientations_(std::move(orientations)) {}

    Description read(int width, int height, int symmetry, bool pillar, nb::handle rules, nb::handle outside,
                     nb::handle starts, nb::handle exits, nb::handle gaps, nb::handle missing, nb::handle hexagons,
                     nb::handle blue, nb::handle yellow, nb::handle cells) {
        Description panel;
        panel.width = width;
        panel.height = height;
        panel.symmetry = symmetry;
        panel.pillar = pillar;
        panel.rules = read_rules(rules);
        const int stride = pillar ? width : width + 1;
        const auto corner = [&](nb::handle pair) { return number(pair, 1) * stride + number(pair, 0); };
        const auto place = [&](nb::handle pair) {
            const int x = number(pair, 0), y = number(pair, 1);
            return 4 * (y / 2 * stride + x / 2) + x % 2 + 2 * (y % 2);
        };
        for (nb::handle each : outside) panel.outside.push_back(corner(each));
        for (nb::handle each : starts) panel.starts.push_back(corner(each));
        for (nb::handle each : exits) panel.exits.push_back(corner(each));
        for (nb::handle each : gaps) panel.blocked.push_back(place(each));
        for (nb::handle each : missing) panel.blocked.push_back(place(each));
        for (nb::handle each : hexagons) panel.hexagons.push_back(place(each));
        for (nb::handle each : blue) panel.blue.push_back(place(each));
        for (nb::handle each : yellow) panel.yellow.push_back(place(each));
        std::vector<Mark> marks;
        for (nb::handle each : cells) {
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
        for (std::size_t i = 0; i < some.size(); ++i)
            if (some[i].is(which)) return int(i);
        throw std::invalid_argument("a panel has an element that the compiled core does not know");
    }

    static RuleSet read_rules(nb::handle rules) {
        const auto is = [&](const char *name) { return nb::cast<bool>(rules.attr(name)); };
        return {is("suppress"),      is("lose_colour"), is("needless"), is("cancel"),
                is("stay_on_panel"), is("cross"),       is("by_area")};
    }

    Mark read_mark(nb::handle which) {
        const int type = place_in(types_, which.type()), colour = 1 + place_in(colours_, which.attr("colour"));
        if (Type(type) == Type::triangles) return {type, colour, nb::cast<int>(which.attr("count")), 0};
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

    nb::tuple types_, colours_;
    nb::object orientations_;
    nb::dict numbers_;  // by polyomino
    std::vector<std::pair<bool, std::vector<CellSet>>> polyominoes_;
};

}  // namespace quandary::witness
