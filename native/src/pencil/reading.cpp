// Words as Python tells them.
#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "word.hpp"

namespace quandary::pencil {
namespace {

std::unordered_map<std::string, Reader> all_words() {
    std::unordered_map<std::string, Reader> found;
    for (const auto &family : {counting_words(), digit_words(), line_words(), shape_words(), pair_words(), loop_words(),
                               slant_words(), option_words()})
        found.insert(family.begin(), family.end());
    return found;
}

}  // namespace

std::vector<Numbers> lists_of(const Numbers &numbers) {
    std::vector<Numbers> found;
    for (std::size_t at = 0; at < numbers.size(); at += std::size_t(numbers[at]) + 1)
        found.emplace_back(numbers.begin() + std::ptrdiff_t(at) + 1,
                           numbers.begin() + std::ptrdiff_t(at) + 1 + numbers[at]);
    return found;
}

Links links_of(const Numbers &numbers) {
    Links near;
    for (const auto &pair : lists_of(numbers)) {
        near.resize(std::max(near.size(), std::size_t(std::max(pair[0], pair[1])) + 1));
        near[pair[0]].push_back(Spot(pair[1]));
        near[pair[1]].push_back(Spot(pair[0]));
    }
    return near;
}

std::unique_ptr<Word> word_of(const WordTold &told) {
    static const auto readers = all_words();
    const auto reader = readers.find(told.name);
    if (reader == readers.end()) throw std::invalid_argument("the core does not know the word " + told.name);
    return reader->second(told.fields);
}

}  // namespace quandary::pencil
