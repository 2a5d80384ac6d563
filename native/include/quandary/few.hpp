// A short list that needs no memory of its own, for scratch in the innermost loops.
#pragma once
#include <cstddef>
#include <new>
#include <type_traits>

namespace quandary {

// At most `Most` things that need no destructor; what was not put in costs nothing.
template <class T, int Most>
    requires std::is_trivially_destructible_v<T>
class Few {
  public:
    Few() = default;
    Few(const Few &) = delete;
    Few &operator=(const Few &) = delete;

    void push_back(const T &thing) { new (room_ + sizeof(T) * size_++) T(thing); }
    void clear() { size_ = 0; }
    T *begin() { return std::launder(reinterpret_cast<T *>(room_)); }
    T *end() { return begin() + size_; }

  private:
    std::size_t size_ = 0;
    alignas(T) std::byte room_[sizeof(T) * Most];
};

}  // namespace quandary
