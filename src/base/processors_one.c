/* Where there are no threads. */
#include "base/threads.h"

int threads_available(void)
{
    return 1;
}
