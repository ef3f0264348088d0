#!/usr/bin/env bash
# Memory is asked for by xmalloc() and given back by xfree(), so that none is lost when it runs out (src/base/attempt.h).
# Exempt is what outlives an attempt, or is held where none may end:
exempt='base/(attempt|xmalloc)
base/call                 frees what functions of libc hand out
base/absent_windows       getline()
base/outputs              which files are inputs, for as long as the run
base/sink                 names of temporary files, which are needed while all that an attempt holds is released
library/(call|options|command|library) handles of the public functions, text that grows while a lock is held
source/(archive|mail|members|unpacker|unpacker_here|unpacking)    allocated beside the attempt, in the process that unpacks or under a lock
assistant/(assistant|errand|shelf)  what waits between threads and outlives the attempts of calls; what vasprintf() hands out
command/external                    frees what getline() hands out
(cli/(client|dropped|main|terminal)|web/web)   outside any attempt'
files=$(sed 's/ .*//' <<<"$exempt" | paste -sd'|')
found=$(grep -nE '(^|[^_.>a-zA-Z])(malloc|calloc|realloc|aligned_alloc|strdup|strndup|free)\(' -r src --include='*.c' |
    grep -vE "^src/($files)\.c:")
[ -z "$found" ] && exit 0
echo "found these, expected xmalloc(), xfree() and the like of src/base/xmalloc.h:"
echo "$found"
exit 1
