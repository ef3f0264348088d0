/* The program's version, as --version and file headers print it. */
#ifndef KIBITZER_VERSION_H
#define KIBITZER_VERSION_H

#define KIBITZER_VERSION "0.1.0"

#endif
