#!/usr/bin/env bash
# Memory is asked for by xmalloc() and given back by xfree(), so that none is lost when it runs out (src/base/attempt.h).
# terminal.c, inputs.c and library.c free what functions of libc hand out.
found=$(grep -nE '(^|[^_.>a-zA-Z])(malloc|calloc|realloc|aligned_alloc|strdup|strndup|free)\(' -r src --include='*.c' |
    grep -vE '^src/(base/(attempt|xmalloc)|cli/(terminal|inputs)|library/library)\.c:')
[ -z "$found" ] && exit 0
echo "found these, expected xmalloc(), xfree() and the like of src/base/xmalloc.h:"
echo "$found"
exit 1
