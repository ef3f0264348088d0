/* How many processors this process may use; see threads.h. */
#include <windows.h>

#include "base/threads.h"

int threads_available(void)
{
    DWORD_PTR mine = 1, all;
    GetProcessAffinityMask(GetCurrentProcess(), &mine, &all);
    const int n = __builtin_popcountll(mine);
    return n < 1 ? 1 : n; /* of 64 at most */
}
