// Large allocations are announced to the budget of the thread, so that a table that doubles does not overshoot the
// memory limit. Everything else is as usual.
#include <cstdlib>
#include <new>

#include <quandary/budget.hpp>

namespace {

constexpr std::size_t large = std::size_t(1) << 20;

}  // namespace

void *operator new(std::size_t size) {
    if (size >= large) quandary::Budget::announce(size);
    while (true) {
        if (void *const made = std::malloc(size ? size : 1)) return made;
        const auto handler = std::get_new_handler();
        if (!handler) throw std::bad_alloc();
        handler();
    }
}

void operator delete(void *made) noexcept { std::free(made); }
void operator delete(void *made, std::size_t) noexcept { std::free(made); }
