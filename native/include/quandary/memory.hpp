// How much memory this process holds.
#pragma once
#include <cstdint>
#if defined(__linux__)
#include <fcntl.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <mach/mach.h>
#endif

namespace quandary {

// The bytes that are in memory now, or 0 where the system does not say.
inline std::int64_t resident_bytes() {
#if defined(__linux__)
    char text[64] = {};
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const auto length = ::read(file, text, sizeof text - 1);
    ::close(file);
    std::int64_t pages = 0;
    const char *at = text, *const end = text + (length < 0 ? 0 : length);
    while (at != end && *at != ' ') ++at;  // skip what was only asked for
    while (at != end && *++at >= '0' && *at <= '9') pages = 10 * pages + (*at - '0');
    return pages * ::sysconf(_SC_PAGESIZE);
#elif defined(__APPLE__)
    mach_task_basic_info info;
    mach_msg_type_number_t size = MACH_TASK_BASIC_INFO_COUNT;
    if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&info), &size) != KERN_SUCCESS)
        return 0;
    return std::int64_t(info.resident_size);
#else
    return 0;
#endif
}

}  // namespace quandary
