// Sets of small numbers, across the edges of words.
#include <vector>

#include <quandary/bitset.hpp>

#include "check.hpp"

using Set = quandary::BitSet<130>;

int main() {
    Set set;
    CHECK(set.empty());
    for (int i : {0, 63, 64, 127, 128, 129}) set.add(i);
    CHECK(set.count() == 6 && set.first() == 0 && set.has(129) && !set.has(1));
    set.remove(0);
    CHECK(set.first() == 63);
    std::vector<int> members;
    set.each([&](int i) { members.push_back(i); });
    CHECK((members == std::vector<int>{63, 64, 127, 128, 129}));

    Set other;
    other.add(64);
    other.add(5);
    CHECK(set.meets(other) && (set & other).count() == 1);
    CHECK((set | other).count() == 6 && (other - set).first() == 5);
    CHECK(set.hash() != other.hash() && set == (set | (set & other)));
    return check::report();
}
