#!/usr/bin/env bash
# Every relative link of the documentation leads to a file, every #anchor to a heading; every `docs/x.md, "Heading"` in sources too.
. "$(dirname "$0")/lib.sh"
BUILD=$TOP/${BUILD:-build/release}

cat >links.py <<'END'
import os, re, sys

def anchors(path, seen={}):
    """The names under which headings can be linked, as GitHub makes them, and the headings themselves."""
    if path not in seen:
        text = re.sub(r"(?ms)^```.*?^```", "", open(path).read())
        titles = [t.strip() for t in re.findall(r"(?m)^#+ (.*)$", text)]
        names = {re.sub(r"[^\w\- ]", "", t.lower()).replace(" ", "-") for t in titles}
        seen[path] = names, [t.replace("`", "") for t in titles]
    return seen[path]

def links(path):
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", lambda m: re.sub(r"[^\n]", " ", m.group()), open(path).read())
    for m in re.finditer(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", m.group(1)):
            yield text.count("\n", 0, m.start()) + 1, m.group(1)

def check_page(top, page):
    for line, target in links(os.path.join(top, page)):
        name, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(top, os.path.dirname(page), name)) if name else os.path.join(top, page)
        if not os.path.exists(path):
            print(f"{page}:{line}: no file {target}")
        elif anchor and anchor not in anchors(path)[0]:
            print(f"{page}:{line}: no heading for {target}")

def check_source(top, source):
    text = open(os.path.join(top, source), errors="replace").read()
    for m in re.finditer(r"\b((?:docs|data)/[\w/-]+\.md)(?:, \"([^\"\n]+)\")?", text):
        line, path = text.count("\n", 0, m.start()) + 1, os.path.join(top, m.group(1))
        if not os.path.exists(path):
            print(f"{source}:{line}: no file {m.group(1)}")
        elif m.group(2) and m.group(2) not in anchors(path)[1]:
            print(f"{source}:{line}: no heading \"{m.group(2)}\" in {m.group(1)}")

def files(top):
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(d for d in folders if d not in ("build", ".git", "node_modules", "fixtures", "corpus"))
        yield from (os.path.relpath(os.path.join(folder, n), top) for n in sorted(names))

top, n = sys.argv[1], 0
for name in files(top):
    if name.endswith(".md"):
        check_page(top, name)
        n += 1
    if name != "tests/cli/docs_test.sh" and name.endswith((".md", ".c", ".h", ".inc", ".py", ".sh", ".mk", ".1", ".3", "Makefile")):
        check_source(top, name)
print(n, "pages", file=sys.stderr)
END

test_ "every link of the documentation leads somewhere"
python3 links.py "$TOP" >found 2>pages
equal "$(cat found)" ""
[ "$(cut -d' ' -f1 pages)" -gt 20 ] || wrong "only $(cat pages) were read"

test_ "a link that leads nowhere is found"
mkdir -p made/docs
printf '# A page\n[one](docs/two.md#here) [two](docs/two.md#there) [three](three.md)\n' >made/one.md
printf '# Here\n[one](../one.md#a-page)\n' >made/docs/two.md
printf '/* See docs/two.md, "Here", docs/two.md, "There" and docs/three.md. */\n' >made/source.c
python3 links.py made 2>/dev/null >found
cat >wanted <<'END'
one.md:2: no heading for docs/two.md#there
one.md:2: no file three.md
source.c:1: no heading "There" in docs/two.md
source.c:1: no file docs/three.md
END
same found wanted

test_ "the version is the newest one of CHANGELOG.md"
equal "$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' "$TOP/CHANGELOG.md" | head -1)" "$("$PROGRAM" --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')"

test_ "the manual page lists the options of the tables (after a change: make man)"
python3 "$TOP/tools/man-options.py" "$BUILD/clients/options" "$TOP/docs/kibitzer.1" >page
same page "$TOP/docs/kibitzer.1"
awk '/^\.\\" options of/ { made = 1 } /^\.\\" end of options/ { made = 0 } /^\.It Fl / && !made' "$TOP/docs/kibitzer.1" >written
equal "$(cat written)" ""
sed 's/^How deep: 0ply.*/How deep it looks./' "$TOP/docs/kibitzer.1" >edited
python3 "$TOP/tools/man-options.py" "$BUILD/clients/options" edited >page
same page "$TOP/docs/kibitzer.1"

test_ "types, lists of keys and their manual page are those of the schemas (after a change: make schemas)"
for made in python:python/kibitzer/documents.py typescript:package/documents.d.ts keys:docs/documents.md manual:docs/kibitzer-documents.5; do
    python3 "$TOP/tools/types_of_documents.py" ${made%%:*} "$TOP"/docs/*.schema.json >made-anew
    same made-anew "$TOP/${made#*:}"
done
for name in "$TOP"/docs/*.schema.json; do
    grep -q "^\.Sh $(basename "$name" .schema.json | tr a-z A-Z)$" made-anew || wrong "kibitzer-documents.5 lacks $name"
done

test_ "a number's name has one unit over all documents"
python3 "$TOP/tools/types_of_documents.py" units "$TOP"/docs/*.schema.json 2>found || wrong "$(cat found)"
echo '{"properties": {"error": {"type": "number", "unit": "emg"}}}' >one.schema.json
echo '{"properties": {"error": {"type": ["integer", "null"]}}}' >two.schema.json
python3 "$TOP/tools/types_of_documents.py" units one.schema.json two.schema.json 2>found && wrong "two units of a name are not found"
equal "$(cat found)" "error: emg (one); no unit (two)"

test_ "the stubs of the Python package have the options of the tables (after a change: make man)"
python3 "$TOP/python/tools/stubs.py" "$BUILD/clients/options" >stubs
same stubs "$TOP/python/kibitzer/commands.pyi"

test_ "the manual page names every command in its synopsis"
"$PROGRAM" --help | sed -n '/^usage/,/^`/s/^  \([a-z]*\) .*/\1/p' | sort >commands
sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/s/^\.Cm \([a-z]*\).*/\1/p' "$TOP/docs/kibitzer.1" | sort -u >synopsis
[ "$(wc -l <commands)" -gt 15 ] || wrong "only $(wc -l <commands) commands"
equal "$(comm -23 commands synopsis)" ""

finish
