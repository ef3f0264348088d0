"""Every function of the public headers with NULL for each of its pointers, one at a time and all at once, each time in a
process of its own. Names those that end it. Usage: null.py LIBRARY
COLLECTION HEADER..."""
import ctypes
import os
import re
import sys

lib = ctypes.CDLL(sys.argv[1])
for name in ("call_new", "options_new", "read", "engine_new", "position_new", "decisions", "collection_open"):
    getattr(lib, "kibitzer_" + name).restype = ctypes.c_void_p


def pointer(found):
    assert found, "a handle cannot be made"
    return ctypes.c_void_p(found)


match = b" 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 21: 24/23 13/11   41: 24/23 13/9\n"
room = ctypes.create_string_buffer(1 << 20)
words = (ctypes.c_char_p * 2)(b"4HPwATDgc/ABMA", None)
call = pointer(lib.kibitzer_call_new())
file = pointer(lib.kibitzer_read(match, ctypes.c_size_t(len(match)), None, None, call))
start = (ctypes.c_int8 * 26)()
lib.kibitzer_board_start(start)
THERE = {
    "struct kibitzer_call *": call,
    "struct kibitzer_file *": file,
    "struct kibitzer_engine *": pointer(lib.kibitzer_engine_new(pointer(lib.kibitzer_options_new(b"analyze", call)), call)),
    "struct kibitzer_position *": pointer(lib.kibitzer_position_new(b"4HPwATDgc/ABMA:cAkAAAAAAAAA", call)),
    "struct kibitzer_cursor *": pointer(lib.kibitzer_decisions(file, ctypes.c_size_t(0), call)),
    "struct kibitzer_collection *": pointer(lib.kibitzer_collection_open(sys.argv[2].encode(), None, call)),
    "struct kibitzer_message *": None,  # a hook alone has these
    "struct kibitzer_progress *": None,
    "char *const *": words,
    "char **": room, "double *": room, "float *": room, "size_t *": room, "int32_t *": room, "void *": room,
    "int8_t *": start, "struct ArrowArrayStream *": room,
}
COMMANDS = {"kibitzer_collection": b"find", "kibitzer_position": b"rollout", "kibitzer_write": b"convert", "kibitzer_run": b"eval",
            "kibitzer_document": b"eval"}
WORDS = {"command": b"eval", "format": b"sgf", "level": b"0ply", "kind": b"xgid", "id": b"4HPwATDgc/ABMA", "path": b"/nowhere",
         "where": b"/nowhere", "action": b"31", "table": b"games", "name": b"level", "text": b"0ply",
         "code": b"de", "english": b"yes"}


def value(function, declared):
    """Of one parameter: whether it is a pointer, and what there may be."""
    declared = re.sub(r"\[.*?\]", "*", declared) if "[" in declared else declared
    kind, name = re.match(r"(.*?)(\w+)(\*?)$", declared).group(1, 2)
    kind = re.sub(r"\bconst (?=(char|void|int|struct|float|double))", "", kind).strip() + (" *" if declared.endswith("*") else "")
    if kind == "char *":
        return True, ctypes.c_char_p(WORDS[name])
    if kind == "struct kibitzer_options *":
        command = next((c for f, c in COMMANDS.items() if function.startswith(f)), b"analyze")
        options = pointer(lib.kibitzer_options_new(command, call))
        for name, word in ((b"level", b"0ply"), (b"trials", b"36")):  # where there are such: what is in order is done, and soon
            lib.kibitzer_options_set(options, name, word, call)
        return True, options
    if kind.endswith("_hook *"):
        return True, ctypes.cast(lib.kibitzer_matches, ctypes.c_void_p)  # takes what it is given and looks at nothing of it
    if kind in THERE:
        return True, THERE[kind]
    if kind == "double":
        return False, ctypes.c_double(1)
    assert kind == "size_t" or kind == "int" or kind.startswith("enum "), f"{function}: what is a \"{kind}\"?"
    return False, ctypes.c_size_t(1 if name not in ("match", "which", "index", "column") else 0)


def ends(function, arguments):
    """The signal that ends the process, or 0."""
    child = os.fork()
    if child == 0:
        getattr(lib, function)(*arguments)
        os._exit(0)
    return os.WTERMSIG(os.waitpid(child, 0)[1])


lib.kibitzer_call_limit(call, ctypes.c_size_t(0), ctypes.c_double(0.2))
headers = "".join(re.sub(r"(?s)/\*.*?\*/", "", open(h).read()) for h in sys.argv[3:])
calls = 0
for function, parameters in re.findall(r"KIBITZER_API [^;(]*?(\w+)\(([^;]*)\);", headers):
    named = [] if parameters == "void" else [re.sub(r"\s+", " ", p).strip() for p in parameters.split(",")]
    values = [value(function, p) for p in named]
    pointers = [i for i, (is_one, _) in enumerate(values) if is_one]
    for null in [{i} for i in pointers] + [set(pointers)]:
        signal = ends(function, [None if i in null else v for i, (_, v) in enumerate(values)])
        calls += 1
        if signal:
            print(f"{function}: signal {signal} with NULL for {', '.join(named[i] for i in sorted(null))}")
print(calls, "calls")
