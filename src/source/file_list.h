/* Lists of files, made once by `kibitzer list` so that each of many tasks need read only its own share.
 *
 * A list of `kibitzer list` has one line for each file, without a heading, so that grep, sort, split and cat may be
 * used on it:
 *
 *     5316 9c1185a5c5e9fc54612808977ee8f548b2258d31f5... matches/final.mat
 *
 * the bytes, their SHA-256, the name up to the end of the line, one blank between them. In the name \n stands for a
 * line feed, \r for a carriage return, \\ for a backslash; all other bytes stand for themselves. A member of an archive
 * is called archive.tar/name, an object or a page by its URL.
 *
 * Any other list has names alone, one a line as they are, or with a zero byte after each, as find -print0 writes them.
 */
#ifndef KIBITZER_FILE_LIST_H
#define KIBITZER_FILE_LIST_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"
#include "format/keys.h"

struct listed {
    const char *name; /* valid until the next one is read */
    long long size; /* where the list has_hashes, as the hash */
    char hash[HASH_LENGTH + 1]; /* bytes_hash(), in small letters */
};

struct file_list { /* a list that is being read */
    struct span rest;
    int line;
    bool has_hashes;
    char separator;
    bool dos; /* lines end in CR LF */
    struct strbuf name;
};

void file_list_begin(struct file_list *l, struct span text);
void file_list_end(struct file_list *l);

/* The next file: 1, nothing more: 0, a line that makes no sense: -1 with the reason in *why; l->line is its number. */
int file_list_next(struct file_list *l, struct listed *out, const char **why);

/* Appends a line. */
void file_list_put(struct strbuf *out, const char *name, long long size, const char *hash);

#endif
