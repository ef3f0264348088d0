#!/usr/bin/env bash
# Includes go where docs/architecture.md says: each room includes itself and the rooms of its row.
. "$(dirname "$0")/lib.sh"

# rooms DOC: "room: may may ..." for each row of the table.
rooms() {
    awk -F'|' '/^\| `[a-z]+` \|/ && NF == 5 { gsub(/[` ]/, "", $2); gsub(/,/, "", $4); print $2 ":" $4 }' "$1"
}

# includes TREE: "room file included-room header" for each include that leaves its room.
includes() {
    (cd "$1" && grep -rnoE --include='*.[ch]' --include='*.inc' '^#include "[^"]+"' src/*/ |
        sed -E 's|^src/([a-z]+)/([^:]*):[0-9]+:#include "([^"]+)"|\1 \1/\2 \3|' |
        awk '{ to = $3 ~ /\// ? $3 : ($3 ~ /^kibitzer(_[a-z]+)?\.h$/ ? "public" : $1); sub(/\/.*/, "", to); if (to != $1) print $1, $2, to, $3 }')
}

# allowed ROOM OTHER: may it?
allowed() {
    local may
    may=$(sed -n "s/^$1://p" table)
    case $1 in
    library) case $2 in cli | web) false ;; esac ;;
    command) case $2 in library | cli | web) false ;; esac ;;
    cli | web) [ "$2" = base ] || [ "$2" = public ] ;;
    *) case " $may " in *" $2 "*) true ;; *) false ;; esac ;;
    esac
}

# check TREE: prints the includes that are not allowed.
check() {
    includes "$1" | sort -u >found
    while read -r room file other header; do
        allowed "$room" "$other" || echo "src/$file includes $header"
    done <found
}
rooms "$TOP/docs/architecture.md" >table

test_ "the table names every room, and no other"
equal "$(cut -d: -f1 table | sort | tr '\n' ' ')" "$(cd "$TOP/src" && ls -d */ | tr -d / | sort | tr '\n' ' ')"

test_ "no include leaves its room but for those of its row"
check "$TOP" >wrong
[ -s found ] || wrong "no include was found"
[ ! -s wrong ] || wrong "$(cat wrong)"

test_ "the command line includes its own headers, base and the public ones"
equal "$(awk '$1 == "cli" { print $3 }' found | sort -u | tr '\n' ' ')" "base public "

# sql TREE: the files outside sql and collection that hold statements or include a database's header.
sql() {
    (cd "$1" && grep -rlE --include='*.[ch]' '"(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) |^#include <(sqlite3|libpq-fe|mysql)' src |
        grep -vE '^src/(sql|collection)/' | sort)
}

test_ "SQL of collections is in sql and collection alone; the other file is Anki's, which is an SQLite database"
equal "$(sql "$TOP")" src/export/cards_anki.c
mkdir -p bad/src/run
echo 'ask("SELECT id FROM matches");' >bad/src/run/asks.c
equal "$(sql bad)" src/run/asks.c

# json TREE: the files outside document that write JSON, with the writer or by hand. .gva is a format of others that is JSON.
json() {
    (cd "$1" && grep -rlE --include='*.[ch]' '^#include "document/jsonw|(put|print)[a-z]*\([^"]*"[^"]*\\"[a-z_A-Z]+\\": ' src | grep -v '^src/document/\|^src/export/record/gva' | sort)
}

test_ "JSON is written in document alone: elsewhere it is rows"
equal "$(json "$TOP")" ""
mkdir -p bad/src/pages
echo '#include "document/jsonw.h"' >bad/src/pages/writes.c
echo 'strbuf_printf(out, "{\"key\": %d}", 1);' >bad/src/run/prints.c
equal "$(json bad)" "$(printf 'src/pages/writes.c\nsrc/run/prints.c')"

# system TREE: the files that call the operating system.
system() {
    (cd "$1" && grep -rlE --include='*.[ch]' '^#include <(windows|winsock2|dirent|fcntl|poll|netdb|sched|sys/(file|inotify|ioctl|mman|resource|socket|stat|wait))\.h>' src |
        grep -vE '_(posix|windows)\.c$' | sort | tr '\n' ' ')
}

test_ "the operating system is called behind its seams alone"
equal "$(system "$TOP")" "src/base/os.h src/base/processors.c src/run/watch.c src/source/unpacker.c src/sql/mariadb.c "
mkdir -p bad/src/base
echo '#include <sys/stat.h>' >bad/src/base/stats.c
equal "$(system bad)" "src/base/stats.c "

# apart TREE BUILD: what is declared in a header of one room and defined in another. Bodies and comments of headers are left out.
apart() {
    (cd "$2/src" && find . -name '*.o' -exec nm -A --defined-only {} +) | awk '$2 ~ /^[TDRB]$/ { sub(/^\.\//, "", $1); sub(/\/.*/, "", $1); print $3, $1 }' | sort -u >defined
    [ -s defined ] || echo "no object was found"
    (cd "$1/src" && awk '
        FNR == 1 { depth = 0; hidden = 0; room = FILENAME; sub(/\/.*/, "", room) }
        { line = $0 "\n"; kept = ""
          while (line != "") {
              if (hidden) { at = index(line, "*/"); if (!at) break; line = substr(line, at + 2); hidden = 0; continue }
              if (substr(line, 1, 2) == "/*") { hidden = 1; line = substr(line, 3); continue }
              c = substr(line, 1, 1); line = substr(line, 2)
              if (c == "{") depth++
              if (!depth) kept = kept c
              if (c == "}") depth--
          }
          if (kept ~ /^#/) next
          gsub(/(enum|struct|union) [a-z_0-9]+/, "", kept)
          while (match(kept, /[a-z_][a-z_0-9]*[ ]*[([;]/)) {
              name = substr(kept, RSTART, RLENGTH); sub(/[ ]*[([;]$/, "", name); kept = substr(kept, RSTART + RLENGTH)
              print name, room, FILENAME
          } }' */*.h */*/*.h) | sort -u >declared
    join declared defined | awk '{ if ($2 == $4) same[$1 $3] = 1; else apart[$1 $3] = "src/" $3 " declares " $1 ", which is defined in " $4 }
        END { for (each in apart) if (!(each in same)) print apart[each] }' | sort
}

test_ "what a header declares is defined in its room"
equal "$(apart "$TOP" "$(cd "$TOP" && realpath "${BUILD:-build/release}")")" ""
mkdir -p bad/src/match bad/built/src/base
echo 'int elsewhere(int x); /* a comment (of it) */' >bad/src/match/apart.h
mkdir -p bad/src/match/deep && : >bad/src/match/deep/none.h
echo 'int elsewhere(int x); int elsewhere(int x) { return x; }' | ${CC:-cc} -x c -c -o bad/built/src/base/apart.o -
equal "$(apart bad bad/built)" "src/match/apart.h declares elsewhere, which is defined in base"

# Files of one name in several rooms: they are about one thing.
alike="analyze arrow bearoff bgammon board book call collection columns command compare csv cube decisions duel dump engine errors
external find glossary gva gva_notes hyper_make league maps mat mat_cells met ogxm ogxm_notes position record report rollout sgf snowie
statistics stats study transcript turns"

# names TREE: names of files in more than one room.
names() {
    (cd "$1/src" && find . -name '*.[ch]' | sed -E 's|^\./([a-z]+)/(.*/)?([^/]*)\.[ch]$|\3 \1|' | sort -u | cut -d' ' -f1 | uniq -d | tr '\n' ' ')
}

test_ "files of different rooms have different names, unless they are about one thing"
for same in $(names "$TOP"); do
    case " $(echo $alike) " in *" $same "*) ;; *) wrong "$same: in several rooms, and not among those that are about one thing" ;; esac
done
mkdir -p bad/src/report bad/src/sql && : >bad/src/report/same.c && : >bad/src/sql/same.c
equal "$(names bad)" "same "

test_ "what is called said is what an owner says about matches (match/said_options.h), and no list of messages"
equal "$(grep -rnE --include='*.[ch]' '(struct (diags|record|annotation)|char) \*?said\b' "$TOP/src")" ""

test_ "an include that goes up or sideways is found"
mkdir -p bad/src/import bad/src/cli
echo '#include "export/export.h"' >bad/src/import/sideways.c
echo '#include "run/run.h"' >bad/src/cli/inside.c
echo '#include "match/board.h"' >bad/src/import/down.c
equal "$(check bad | sort | tr '\n' ';')" "src/cli/inside.c includes run/run.h;src/import/sideways.c includes export/export.h;"

finish
