/* MD5 (RFC 1321), to compare generated files with published sums. */
#ifndef KIBITZER_TESTS_MD5_H
#define KIBITZER_TESTS_MD5_H

#include <stddef.h>

enum { MD5_HEX = 33 };

void md5_hex(const void *bytes, size_t length, char hex[MD5_HEX]);

#endif
