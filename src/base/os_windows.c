/* The operating system is Windows; see os.h. Its functions get UTF-16, and paths that are long in the form that knows
 * no limit. Every handle lets others read, write, replace and remove the file. */
#define PSAPI_VERSION 2
#include <windows.h>

#include <errno.h>
#include <io.h>
#include <psapi.h>
#include <shellapi.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/os.h"

enum { PATH_ROOM = 32768, LONG_FROM = 240 };

extern int _dowildcard;
int _dowildcard = 1; /* the start files expand patterns of names: no shell does */

/* ---- errors ---- */

int os_error(int code)
{
    static const struct {
        int code, is;
    } errors[] = {{ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
                  {ERROR_INVALID_NAME, ENOENT},        {ERROR_BAD_NETPATH, ENOENT},
                  {ERROR_BAD_NET_NAME, ENOENT},        {ERROR_INVALID_DRIVE, ENOENT},
                  {ERROR_NOT_READY, ENOENT},           {ERROR_DELETE_PENDING, ENOENT},
                  {ERROR_ACCESS_DENIED, EACCES},       {ERROR_SHARING_VIOLATION, EBUSY},
                  {ERROR_USER_MAPPED_FILE, EBUSY},     {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
                  {ERROR_IO_PENDING, EWOULDBLOCK},     {ERROR_FILE_EXISTS, EEXIST},
                  {ERROR_ALREADY_EXISTS, EEXIST},      {ERROR_DISK_FULL, ENOSPC},
                  {ERROR_HANDLE_DISK_FULL, ENOSPC},    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                  {ERROR_OUTOFMEMORY, ENOMEM},         {ERROR_COMMITMENT_LIMIT, ENOMEM},
                  {ERROR_DIRECTORY, ENOTDIR},          {ERROR_WRITE_PROTECT, EROFS},
                  {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                  {ERROR_NOT_SUPPORTED, ENOTSUP},      {ERROR_INVALID_HANDLE, EBADF}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code)
            return errors[i].is;
    return EIO;
}

/* `good`; where it is false errno says why. */
static bool checked(BOOL good)
{
    if (!good)
        errno = os_error((int)GetLastError());
    return good;
}

/* ---- names ---- */

void os_path_tidy(char *path)
{
    for (; *path != '\0'; path++)
        if (*path == '\\')
            *path = '/';
}

bool os_path_is_absolute(const char *path)
{
    return path[0] == '/' || (path[0] != '\0' && path[1] == ':' && path[2] == '/');
}

static bool add_utf8(const wchar_t *text, struct strbuf *out)
{
    char utf8[4 * MAX_PATH], *at = utf8;
    const int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    struct strbuf room = {0};
    if (n > (int)sizeof utf8) {
        strbuf_fill(&room, '\0', (size_t)n);
        at = room.at;
    }
    const bool good = n > 0 && WideCharToMultiByte(CP_UTF8, 0, text, -1, at, n, NULL, NULL) == n;
    if (good)
        strbuf_puts(out, at);
    strbuf_done(&room);
    return good;
}

static bool add_path(const wchar_t *text, struct strbuf *out)
{
    const size_t from = out->length;
    const bool server = wcsncmp(text, L"\\\\?\\UNC\\", 8) == 0;
    if (server)
        strbuf_puts(out, "//");
    const bool good = add_utf8(text + (server ? 8 : wcsncmp(text, L"\\\\?\\", 4) == 0 ? 4 : 0), out);
    if (good)
        os_path_tidy(out->at + from);
    return good;
}

/* What Windows' functions take for `path`. */
static bool widen(const char *path, wchar_t room[PATH_ROOM])
{
    wchar_t full[PATH_ROOM];
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, room, PATH_ROOM) <= 0) {
        errno = ENOENT;
        return false;
    }
    if (wcslen(room) < LONG_FROM)
        return true;
    const DWORD length = GetFullPathNameW(room, PATH_ROOM, full, NULL); /* which has backslashes alone */
    if (length == 0 || length > PATH_ROOM - 8) {
        errno = ENAMETOOLONG;
        return false;
    }
    const bool server = full[0] == L'\\' && full[1] == L'\\';
    wcscpy(room, server ? L"\\\\?\\UNC\\" : L"\\\\?\\");
    wcscat(room, full + (server ? 2 : 0));
    return true;
}

static HANDLE open_handle(const char *path, DWORD access, DWORD how, DWORD flags)
{
    wchar_t name[PATH_ROOM];
    if (!widen(path, name))
        return INVALID_HANDLE_VALUE;
    HANDLE h =
        CreateFileW(name, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how, flags, NULL);
    (void)checked(h != INVALID_HANDLE_VALUE);
    return h;
}

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* ---- paths ---- */

const char os_null_device[] = "NUL";

bool os_path_real(const char *path, struct strbuf *out)
{
    wchar_t name[PATH_ROOM];
    HANDLE h = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (h == INVALID_HANDLE_VALUE)
        return false;
    const DWORD length = GetFinalPathNameByHandleW(h, name, PATH_ROOM, 0);
    const bool good = checked(length > 0 && length < PATH_ROOM);
    CloseHandle(h);
    return good && add_path(name, out);
}

void os_path_absolute(const char *path, struct strbuf *out)
{
    wchar_t here[PATH_ROOM];
    if (!os_path_is_absolute(path) && GetCurrentDirectoryW(PATH_ROOM, here) != 0 && add_path(here, out))
        strbuf_putc(out, '/');
    strbuf_puts(out, path);
}

/* XDG's variables, for those who have them set; else what Windows gives every user. */
bool os_folder(enum os_folder which, struct strbuf *out)
{
    static const struct {
        const wchar_t *own, *windows;
        const char *below;
    } folders[] = {/* ORDER os_folder */
                   {L"XDG_CACHE_HOME", L"LOCALAPPDATA", "/kibitzer/cache"},
                   {L"XDG_CONFIG_HOME", L"APPDATA", "/kibitzer"},
                   {L"XDG_DATA_HOME", L"LOCALAPPDATA", "/kibitzer/data"}};
    const wchar_t *own = _wgetenv(folders[which].own), *windows = _wgetenv(folders[which].windows);
    if (own != NULL && *own != L'\0' && add_path(own, out))
        strbuf_puts(out, "/kibitzer");
    else if (windows != NULL && *windows != L'\0' && add_path(windows, out))
        strbuf_puts(out, folders[which].below);
    return out->length > 0;
}

bool os_program(struct strbuf *path)
{
    wchar_t name[PATH_ROOM];
    const DWORD length = GetModuleFileNameW(NULL, name, PATH_ROOM);
    return length > 0 && length < PATH_ROOM && add_path(name, path);
}

/* ---- files ---- */

static int64_t joined(DWORD high, DWORD low)
{
    return (int64_t)((uint64_t)high << 32 | low);
}

static bool take_facts(HANDLE h, struct os_facts *f)
{
    enum { SECOND = 10000000 }; /* in steps of its clock, which begins in 1601 */
    BY_HANDLE_FILE_INFORMATION i;
    *f = (struct os_facts){.kind = OS_DEVICE, .named = true};
    if (GetFileType(h) != FILE_TYPE_DISK)
        return true;
    if (!checked(GetFileInformationByHandle(h, &i)))
        return false;
    f->kind = (i.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? OS_FOLDER : OS_FILE;
    f->device = i.dwVolumeSerialNumber;
    f->number = (uint64_t)joined(i.nFileIndexHigh, i.nFileIndexLow);
    f->size = joined(i.nFileSizeHigh, i.nFileSizeLow);
    f->changed = joined(i.ftLastWriteTime.dwHighDateTime, i.ftLastWriteTime.dwLowDateTime) / SECOND - 11644473600;
    f->named = i.nNumberOfLinks != 0;
    return true;
}

/* Does a file stand where `path` has a folder? Windows says of it only that there is no such path. */
static bool goes_through_a_file(const char *path)
{
    wchar_t name[PATH_ROOM];
    if (!widen(path, name))
        return false;
    for (wchar_t *at = name + wcslen(name); --at > name;)
        if (*at == L'/' || *at == L'\\') {
            *at = L'\0';
            const DWORD found = GetFileAttributesW(name);
            if (found != INVALID_FILE_ATTRIBUTES)
                return (found & FILE_ATTRIBUTE_DIRECTORY) == 0;
        }
    return false;
}

static bool facts_of(const char *path, DWORD flags, struct os_facts *f)
{
    HANDLE h = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags);
    if (h == INVALID_HANDLE_VALUE) {
        if (errno == ENOENT)
            errno = goes_through_a_file(path) ? ENOTDIR : ENOENT;
        return false;
    }
    const bool good = take_facts(h, f);
    CloseHandle(h);
    return good;
}

bool os_facts(const char *path, struct os_facts *f)
{
    return facts_of(path, 0, f);
}

bool os_facts_of_link(const char *path, struct os_facts *f)
{
    return facts_of(path, FILE_FLAG_OPEN_REPARSE_POINT, f);
}

bool os_facts_of_open(int fd, struct os_facts *f)
{
    return take_facts(handle_of(fd), f);
}

bool os_access(const char *path, int mode)
{
    wchar_t name[PATH_ROOM];
    if (!widen(path, name))
        return false;
    const DWORD found = GetFileAttributesW(name);
    if (!checked(found != INVALID_FILE_ATTRIBUTES))
        return false;
    errno = EACCES;
    return (mode & W_OK) == 0 || (found & FILE_ATTRIBUTE_READONLY) == 0;
}

int os_open(const char *path, int flags)
{
    const int kind = flags & (O_WRONLY | O_RDWR);
    const DWORD write = (flags & O_APPEND) != 0 ? FILE_APPEND_DATA | SYNCHRONIZE | FILE_READ_ATTRIBUTES : GENERIC_WRITE;
    const DWORD access = (kind != O_WRONLY ? GENERIC_READ : 0) | (kind != O_RDONLY ? write : 0);
    const DWORD how = (flags & O_CREAT) == 0 ? OPEN_EXISTING : (flags & O_EXCL) != 0 ? CREATE_NEW : OPEN_ALWAYS;
    struct os_facts f;
    HANDLE h = open_handle(path, access, how, FILE_ATTRIBUTE_NORMAL);
    if (h == INVALID_HANDLE_VALUE && errno == EACCES && os_facts(path, &f) && f.kind == OS_FOLDER)
        errno = EISDIR;
    else if (h == INVALID_HANDLE_VALUE && errno == ENOENT && os_facts(path, &f))
        errno = EACCES;
    const int fd = h != INVALID_HANDLE_VALUE ? _open_osfhandle((intptr_t)h, flags | O_BINARY | O_NOINHERIT) : -1;
    if (h != INVALID_HANDLE_VALUE && fd < 0)
        CloseHandle(h);
    return fd;
}

int os_open_to_read(const char *path)
{
    return os_open(path, O_RDONLY);
}

int os_open_below(const char *folder, const char *path)
{
    struct strbuf whole = {0};
    strbuf_printf(&whole, "%s/%s", folder, path);
    const int fd = os_open_to_read(strbuf_text(&whole));
    strbuf_done(&whole);
    return fd;
}

int os_open_to_write(const char *path)
{
    return os_open(path, O_WRONLY);
}

bool os_is_pipe(int fd) /* none has a name among files */
{
    (void)fd;
    return false;
}

/* The C library keeps the numbers of the standard streams for them, with a file or without. */
bool os_is_open(int fd)
{
    return fd >= STDIN_FILENO && fd <= STDERR_FILENO;
}

int os_open_temporary(struct strbuf *path)
{
    static atomic_uint number;
    wchar_t folder[PATH_ROOM];
    int fd = -1;
    if (!checked(GetTempPathW(PATH_ROOM, folder) != 0))
        return -1;
    do {
        strbuf_clear(path);
        (void)add_path(folder, path);
        strbuf_printf(path, "/kibitzer-%lu-%u", GetCurrentProcessId(), atomic_fetch_add(&number, 1));
        fd = os_open(path->at, O_RDWR | O_CREAT | O_EXCL);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

/* How many bytes a call may take. */
static DWORD at_once(size_t length)
{
    enum { MOST = 1 << 30 };
    return length < MOST ? (DWORD)length : MOST;
}

/* A line as it was typed. Ctrl-D ends it at once, as elsewhere, Ctrl-Z as Windows has it; Ctrl-C interrupts. */
static ssize_t read_console(HANDLE h, char *to, size_t room)
{
    enum { CTRL_D = 4, CTRL_Z = 26, MOST = 512, UTF8_OF_ONE = 3 };
    wchar_t text[MOST];
    CONSOLE_READCONSOLE_CONTROL until = {.nLength = sizeof until, .dwCtrlWakeupMask = 1 << CTRL_D};
    const size_t most = room / UTF8_OF_ONE < MOST ? room / UTF8_OF_ONE : MOST;
    DWORD got = 0, n = 0;
    SetLastError(ERROR_SUCCESS);
    if (!checked(ReadConsoleW(h, text, (DWORD)most, &got, &until)))
        return -1;
    if (got == 0 && GetLastError() == ERROR_OPERATION_ABORTED) {
        errno = EINTR;
        return -1;
    }
    while (n < got && text[n] != CTRL_D && (n != 0 || text[n] != CTRL_Z))
        n++;
    return n != 0 ? WideCharToMultiByte(CP_UTF8, 0, text, (int)n, to, (int)(most * UTF8_OF_ONE), NULL, NULL) : 0;
}

ssize_t os_read(int fd, void *to, size_t room)
{
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) ? read_console(handle_of(fd), to, room) : read(fd, to, at_once(room));
}

ssize_t os_write_some(int fd, const void *bytes, size_t length)
{
    return write(fd, bytes, at_once(length));
}

bool os_write(int fd, const void *bytes, size_t length)
{
    for (const char *at = bytes; length != 0;) {
        const ssize_t n = os_write_some(fd, at, length);
        if (n < 0)
            return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

static OVERLAPPED place(int64_t at)
{
    return (OVERLAPPED){.Offset = (DWORD)(at & 0xffffffff), .OffsetHigh = (DWORD)(at >> 32)};
}

/* Reading at a place moves the pointer of the file, which others go on from. */
ssize_t os_read_at(int fd, void *to, size_t room, int64_t at)
{
    const int64_t before = _lseeki64(fd, 0, SEEK_CUR);
    size_t done = 0;
    bool good = true;
    for (DWORD n = 1; good && n > 0 && done < room; done += n) {
        OVERLAPPED o = place(at + (int64_t)done);
        n = 0;
        good = ReadFile(handle_of(fd), (char *)to + done, at_once(room - done), &n, &o) ||
               GetLastError() == ERROR_HANDLE_EOF || checked(FALSE);
    }
    (void)_lseeki64(fd, before, SEEK_SET);
    return good ? (ssize_t)done : -1;
}

static bool set_end(int fd, size_t size)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (int64_t)size};
    return checked(SetFileInformationByHandle(handle_of(fd), FileEndOfFileInfo, &end, sizeof end));
}

bool os_make_room(int fd, size_t size)
{
    return set_end(fd, 0) && set_end(fd, size);
}

bool os_force(int fd)
{
    return checked(FlushFileBuffers(handle_of(fd)));
}

/* os_replace() has it written through. */
bool os_force_folder_of(const char *path)
{
    (void)path;
    return true;
}

/* Locks keep others from reading, too: the byte is one that no file has. */
bool os_lock(int fd)
{
    OVERLAPPED o = place(INT64_MAX - 1);
    return checked(LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &o));
}

/* Somebody who looks at every new file, as scanners do, lets go of it soon. */
bool os_replace(const char *from, const char *to)
{
    enum { TRIES = 50, PAUSE_MS = 10 };
    wchar_t old[PATH_ROOM], new[PATH_ROOM];
    if (!widen(from, old) || !widen(to, new))
        return false;
    for (int i = 0; i < TRIES; i++) {
        if (MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            return true;
        const DWORD code = GetLastError(), found = GetFileAttributesW(new);
        if (found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) != 0) {
            errno = EISDIR;
            return false;
        }
        errno = os_error((int)code);
        if (code != ERROR_ACCESS_DENIED && code != ERROR_SHARING_VIOLATION)
            return false;
        Sleep(PAUSE_MS);
    }
    return false;
}

bool os_remove(const char *path)
{
    wchar_t name[PATH_ROOM];
    return widen(path, name) && checked(DeleteFileW(name));
}

static wchar_t *_Atomic left_over[16]; /* to be removed at the end; what there is no room for stays */

static void remove_left_over(void)
{
    for (size_t i = 0; i < sizeof left_over / sizeof *left_over; i++)
        if (left_over[i] != NULL)
            DeleteFileW(left_over[i]);
}

void os_remove_later(const char *path)
{
    wchar_t name[PATH_ROOM], *copy = NULL;
    if (os_remove(path) || !widen(path, name) || (copy = _wcsdup(name)) == NULL)
        return;
    for (size_t i = 0; i < sizeof left_over / sizeof *left_over; i++) {
        wchar_t *none = NULL;
        if (!atomic_compare_exchange_strong(&left_over[i], &none, copy))
            continue;
        if (i == 0)
            (void)atexit(remove_left_over);
        return;
    }
}

/* A server, as in //server/share, is no folder that can be made or looked at. */
static bool is_server(const char *path)
{
    return path[0] == '/' && (path[1] == '\0' || (path[1] == '/' && strchr(path + 2, '/') == NULL));
}

bool os_make_folder(const char *path)
{
    wchar_t name[PATH_ROOM];
    return is_server(path) || (widen(path, name) && checked(CreateDirectoryW(name, NULL)));
}

static void close_search(void *search)
{
    FindClose(search);
}

bool os_each_name(const char *folder, void (*take)(void *context, const char *name), void *context)
{
    wchar_t pattern[PATH_ROOM];
    WIN32_FIND_DATAW found;
    struct strbuf all = {0}, name = {0};
    struct os_facts f;
    strbuf_printf(&all, "%s/*", folder);
    HANDLE h = widen(all.at, pattern) ? FindFirstFileW(pattern, &found) : INVALID_HANDLE_VALUE;
    const bool there = checked(h != INVALID_HANDLE_VALUE);
    strbuf_done(&all);
    if (!there)
        return os_facts(folder, &f) && f.kind == OS_FOLDER && errno == ENOENT; /* the root of an empty disk */
    attempt_hold(h, close_search);
    do {
        strbuf_clear(&name);
        if (add_utf8(found.cFileName, &name))
            take(context, name.at);
    } while (FindNextFileW(h, &found));
    attempt_release(h, close_search);
    strbuf_done(&name);
    return true;
}

/* ---- memory ---- */

void *os_map(int fd, size_t size, bool shared)
{
    HANDLE mapping = CreateFileMappingW(handle_of(fd), NULL, shared ? PAGE_READWRITE : PAGE_READONLY,
                                        (DWORD)(size >> 32), (DWORD)(size & 0xffffffff), NULL);
    if (!checked(mapping != NULL))
        return NULL;
    void *at = MapViewOfFile(mapping, shared ? FILE_MAP_WRITE : FILE_MAP_READ, 0, 0, size);
    (void)checked(at != NULL);
    CloseHandle(mapping);
    return at;
}

void os_unmap(void *at, size_t size)
{
    (void)size;
    UnmapViewOfFile(at);
}

void os_map_force(void *at, size_t size, int fd)
{
    FlushViewOfFile(at, size);
    FlushFileBuffers(handle_of(fd));
}

void os_map_leave(void *at, size_t size)
{
    VirtualUnlock(at, size); /* pages that are not locked leave the working set */
}

static PROCESS_MEMORY_COUNTERS memory(void)
{
    PROCESS_MEMORY_COUNTERS m = {.cb = sizeof m};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &m, sizeof m))
        m = (PROCESS_MEMORY_COUNTERS){0};
    return m;
}

size_t os_memory_held(void)
{
    return memory().WorkingSetSize;
}

/* ---- the process ---- */

bool os_cost(struct os_cost *c)
{
    FILETIME began, ended, kernel, user;
    if (!checked(GetProcessTimes(GetCurrentProcess(), &began, &ended, &kernel, &user)))
        return false;
    c->seconds = 1e-7 * (double)(joined(kernel.dwHighDateTime, kernel.dwLowDateTime) +
                                 joined(user.dwHighDateTime, user.dwLowDateTime));
    c->megabytes = (long)(memory().PeakWorkingSetSize >> 20);
    return true;
}

bool os_process_lives(long process)
{
    HANDLE h = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)process);
    if (h == NULL)
        return GetLastError() != ERROR_INVALID_PARAMETER;
    const bool lives = WaitForSingleObject(h, 0) == WAIT_TIMEOUT;
    CloseHandle(h);
    return lives;
}

/* ---- the console ---- */

static UINT code_page, code_page_read; /* of the console, before */

static void restore_console(void)
{
    SetConsoleOutputCP(code_page);
    SetConsoleCP(code_page_read);
}

/* A letter that is written byte by byte, as mingw's printf() does, is torn apart; the terminal's own functions flush
 * what they print. An answer, which is written at once, is not cut where it has room. */
void os_begin(void)
{
    enum { AN_ANSWER = 1 << 16 };
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        (void)_setmode(fd, O_BINARY);
    (void)setvbuf(stdout, NULL, _IOFBF, AN_ANSWER);
    (void)setvbuf(stderr, NULL, _IOFBF, BUFSIZ);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
    code_page = GetConsoleOutputCP();
    code_page_read = GetConsoleCP();
    if (code_page != 0 && SetConsoleOutputCP(CP_UTF8) && SetConsoleCP(CP_UTF8))
        (void)atexit(restore_console);
}

bool os_is_terminal(int fd)
{
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) &&
           (fd == STDIN_FILENO || SetConsoleMode(handle_of(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING));
}

int os_terminal_width(void)
{
    CONSOLE_SCREEN_BUFFER_INFO i;
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &i) ? i.srWindow.Right - i.srWindow.Left + 1 : 0;
}

bool os_is_remote(const char *path)
{
    wchar_t name[PATH_ROOM], full[PATH_ROOM];
    if (!widen(path, name) || GetFullPathNameW(name, PATH_ROOM, full, NULL) == 0)
        return false;
    const wchar_t *at = wcsncmp(full, L"\\\\?\\", 4) == 0 ? full + 4 : full;
    if (at[0] != L'\0' && at[1] == L':')
        return GetDriveTypeW((wchar_t[]){at[0], L':', L'\\', L'\0'}) == DRIVE_REMOTE;
    return wcsncmp(at, L"\\\\", 2) == 0 || wcsncmp(at, L"UNC\\", 4) == 0;
}

bool os_has_own_window(void)
{
    DWORD processes[2];
    return GetConsoleProcessList(processes, 2) == 1;
}

bool os_show(const char *path)
{
    enum { GOOD_ABOVE = 32 };
    wchar_t name[PATH_ROOM];
    return widen(path, name) && (INT_PTR)ShellExecuteW(NULL, L"open", name, NULL, NULL, SW_SHOWNORMAL) > GOOD_ABOVE;
}

/* A key that is pressed and says more than Shift, or a letter whose number was typed while Alt was down. */
static bool is_typed(const INPUT_RECORD *r)
{
    const KEY_EVENT_RECORD *key = &r->Event.KeyEvent;
    if (r->EventType != KEY_EVENT)
        return false;
    return key->bKeyDown ? key->wVirtualKeyCode < VK_SHIFT || key->wVirtualKeyCode > VK_MENU
                         : key->wVirtualKeyCode == VK_MENU && key->uChar.UnicodeChar != 0;
}

/* Whoever reads from a console waits for the end of a line: only what makes one counts. */
static bool console_waits(HANDLE console, int milliseconds)
{
    INPUT_RECORD r;
    DWORD n = 0;
    while (WaitForSingleObject(console, (DWORD)milliseconds) == WAIT_OBJECT_0) {
        if (!PeekConsoleInputW(console, &r, 1, &n) || (n != 0 && is_typed(&r)))
            return true; /* what is no console says so when it is read */
        if (n != 0)
            ReadConsoleInputW(console, &r, 1, &n);
    }
    return false;
}

bool os_input_waits(int fd, int milliseconds)
{
    enum { STEP = 10 };
    HANDLE in = handle_of(fd);
    DWORD bytes = 0;
    if (GetFileType(in) != FILE_TYPE_PIPE)
        return GetFileType(in) == FILE_TYPE_DISK || console_waits(in, milliseconds);
    while (PeekNamedPipe(in, NULL, 0, NULL, &bytes, NULL) && bytes == 0 && milliseconds > 0) {
        Sleep(STEP);
        milliseconds -= STEP;
    }
    return bytes > 0 || !PeekNamedPipe(in, NULL, 0, NULL, &bytes, NULL); /* which fails at its end */
}

bool os_output_waits(int fd, int milliseconds)
{
    (void)fd;
    (void)milliseconds;
    return true;
}

static void (*volatile on_interrupt)(int number);

/* In a thread of its own. When the window is closed, the process ends as soon as this returns. */
static BOOL WINAPI interrupted(DWORD why)
{
    on_interrupt(SIGINT);
    if (why != CTRL_C_EVENT && why != CTRL_BREAK_EVENT)
        Sleep(INFINITE);
    return TRUE;
}

void os_on_interrupt(void (*handler)(int number))
{
    if (on_interrupt == NULL)
        SetConsoleCtrlHandler(interrupted, TRUE);
    on_interrupt = handler;
}

void os_end_by_pipe(void)
{
}
