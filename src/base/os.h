/* What the operating system does for us: files, folders, locks, memory maps, processes, interrupts. os_posix.c is
 * behind it, or os_windows.c: no other file knows which. Paths are UTF-8 with slashes everywhere. A function that gives
 * false, NULL or -1 has set errno. What close(), getpid() and isatty() do they do everywhere. */
#ifndef KIBITZER_OS_H
#define KIBITZER_OS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/strbuf.h"

/* First in main(): what is printed is UTF-8 and goes out as it is. */
void os_begin(void);

/* The errno for what other libraries report as the system's error. */
int os_error(int code);

/* ---- paths ---- */

extern const char os_null_device[];

/* Slashes in place of what separates folders here; for names that come from outside. */
void os_path_tidy(char *path);
bool os_path_is_absolute(const char *path);
/* The one path of what lies there, without links; what is not there has none. */
bool os_path_real(const char *path, struct strbuf *out);
/* Is it in the folder? Both as os_path_real() gives them. */
static inline bool os_path_is_below(const char *folder, const char *path)
{
    const size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}
/* Of a path that is: what is behind the folder's name. */
static inline const char *os_path_below(const char *folder, const char *path)
{
    return path + (strcmp(folder, "/") == 0 ? 0 : strlen(folder)) + 1;
}
/* The path from the root, as it stands. */
void os_path_absolute(const char *path, struct strbuf *out);

/* kibitzer's folder among the user's for this purpose; false if there is none. */
enum os_folder { OS_CACHE, OS_CONFIG, OS_DATA };
bool os_folder(enum os_folder which, struct strbuf *out);
/* The running program. */
bool os_program(struct strbuf *path);

/* ---- files ---- */

enum os_kind { OS_FILE, OS_FOLDER, OS_DEVICE /* or a pipe */ };

struct os_facts {
    enum os_kind kind;
    uint64_t device, number; /* equal for the names of one file */
    int64_t size, changed; /* bytes; seconds since 1970 */
    bool named; /* false once its last name was removed */
};

bool os_facts(const char *path, struct os_facts *f);
bool os_facts_of_link(const char *path, struct os_facts *f); /* of a link itself */
bool os_facts_of_open(int fd, struct os_facts *f);
bool os_access(const char *path, int mode); /* F_OK, R_OK, W_OK */

/* As open() with 0666: the descriptor is not inherited, bytes are left as they are, and the file can be replaced and
 * removed while it is open. */
int os_open(const char *path, int flags);
/* For reading, without waiting for somebody who writes into a pipe: reads may give EAGAIN. */
int os_open_to_read(const char *path);
/* The same of a path in a folder, both as os_path_real() gives them: a link that was put on the way since then is not
 * followed (on Windows it is). */
int os_open_below(const char *folder, const char *path);
/* Of a pipe or a device, without waiting for somebody who reads from a pipe: ENXIO until then, and writes may give
 * EAGAIN. */
int os_open_to_write(const char *path);
bool os_is_pipe(int fd); /* that somebody may open by its name */
bool os_is_open(int fd);
ssize_t os_read(int fd, void *to, size_t room); /* as read() */
bool os_write(int fd, const void *bytes, size_t length); /* all of it */
ssize_t os_write_some(int fd, const void *bytes, size_t length); /* as write() */
/* A new file among the temporary ones, open for reading and writing. */
int os_open_temporary(struct strbuf *path);
ssize_t os_read_at(int fd, void *to, size_t room, int64_t at); /* fewer at the end of the file alone */
/* Empties the file and takes room on the disk for so many zeros. */
bool os_make_room(int fd, size_t size);
/* On the disk when it returns true. */
bool os_force(int fd);
/* So are the names in the folder of `path`, where the system can do that. */
bool os_force_folder_of(const char *path);
/* For this process alone until the file is closed; EWOULDBLOCK: another one has it. */
bool os_lock(int fd);
bool os_replace(const char *from, const char *to);
bool os_remove(const char *path); /* async-signal-safe */
/* Removes a file that is mapped: at once, or when the process ends. */
void os_remove_later(const char *path);

bool os_make_folder(const char *path);
/* Each name in the folder, in no order, "." and ".." among them. */
bool os_each_name(const char *folder, void (*take)(void *context, const char *name), void *context);

/* ---- memory ---- */

/* The first `size` bytes of the file as memory, > 0; `shared`: what is written there is written to the file. */
void *os_map(int fd, size_t size, bool shared);
void os_unmap(void *at, size_t size);
void os_map_force(void *at, size_t size, int fd); /* to the disk */
void os_map_leave(void *at, size_t size); /* its memory is given back until it is looked at again */

size_t os_memory_held(void); /* bytes of this process; 0 = not known */

/* ---- the process ---- */

struct os_cost {
    double seconds; /* of the processor */
    long megabytes; /* at most */
};
bool os_cost(struct os_cost *c);
bool os_process_lives(long process);
bool os_is_terminal(int fd); /* that understands sequences of ECMA-48 */
int os_terminal_width(void); /* columns; 0 = not known */
/* Does the path lead to a disk of another machine, by a drive's letter or a server's name? Known on Windows alone. */
bool os_is_remote(const char *path);
/* Was the program begun by an icon, so that its window goes when it ends? */
bool os_has_own_window(void);
/* Opens a file in the program that the user has for it. */
bool os_show(const char *path);
/* Waits for something to read, the end included. */
bool os_input_waits(int fd, int milliseconds);
/* Waits for room to write. */
bool os_output_waits(int fd, int milliseconds);
/* Calls `handler` when the user or the system wants the process to end. From then on pipes that nobody reads are errors
 * of who writes (EPIPE). */
void os_on_interrupt(void (*handler)(int number));
/* Ends the process as a pipe that nobody reads would have done before os_on_interrupt(), if it would have. */
void os_end_by_pipe(void);

#endif
