// A bit for every vertex of a grid, so that something can be asked of all vertices at once.
//
// Vertex (x, y) has the number x * size + y. The edge to its right and the edge above it have the same
// number on boards of their own.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

#include <quandary/bitset.hpp>
#include <quandary/wide.hpp>

namespace quandary::maze {

using Wide = Wide128;

// Words of 64 bits: one is enough for 8 x 8 vertices, two for 10 x 10.
template <int Words>
using Board = std::conditional_t<Words == 1, std::uint64_t, Wide>;

inline int count(std::uint64_t board) { return std::popcount(board); }
inline int count(Wide board) { return std::popcount(std::uint64_t(board)) + std::popcount(std::uint64_t(board >> 64)); }

// The number of the first vertex on a board, which must not be empty.
inline int first(std::uint64_t board) { return std::countr_zero(board); }
inline int first(Wide board) {
    return std::uint64_t(board) ? first(std::uint64_t(board)) : 64 + first(std::uint64_t(board >> 64));
}

template <class B>
constexpr B bit(int vertex) {
    return B(1) << vertex;
}

// The vertices at which something happens at least once, twice and three times.
template <class B>
struct Times {
    B once = 0, twice = 0, thrice = 0;
    void add(B where) {
        thrice |= twice & where;
        twice |= once & where;
        once |= where;
    }
};

// Some of the edges of a grid.
template <class B>
struct Edges {
    B right, up;  // by the vertex that they leave

    // Counts them at the vertices that they meet.
    void count_into(Times<B> &times, int size) const {
        times.add(right);
        times.add(up);
        times.add(right << size);
        times.add(up << 1);
    }
    B ends(int size) const { return right | up | right << size | up << 1; }
    int number() const { return count(right) + count(up); }

    // The vertices that these edges lead to from some others, those included.
    B flood(B from, int size) const { return flood_until(from, 0, size); }
    // The same, but perhaps no further than to the nearest of some vertices.
    B flood_until(B from, B wanted, int size) const {
        for (B before = 0; before != from && !(from & wanted);) {
            before = from;
            from |= (from & right) << size | (from >> size & right) | (from & up) << 1 | (from >> 1 & up);
        }
        return from;
    }
};

}  // namespace quandary::maze
