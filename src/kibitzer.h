/* kibitzer as a library. The facade is small on purpose and the only thing exported from the shared library. */
#ifndef KIBITZER_H
#define KIBITZER_H

#define KIBITZER_VERSION "0.1.0"

#endif
