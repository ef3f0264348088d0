#!/usr/bin/env python3
"""A template without what no reader sees: names of files and single signs, and without places and dates, which change
for nothing. `make pot`."""
import re
import sys


def text_of(entry, key):
    found = re.search(r'^' + key + r' ((?:".*"\n?)+)', entry, re.M)
    return "".join(re.findall(r'"(.*)"', found[1])) if found else ""


def is_said(entry):
    words = text_of(entry, "msgid")
    if text_of(entry, "msgctxt") or not words:
        return True
    if words in (", ", "; "):
        return True  # between things of a list
    if re.fullmatch(r"[A-Za-z]+_[A-Za-z]+", words):
        return False
    return re.search(r"[^\W\d_]", re.sub(r"\{\d\}|\\n|%[-+0-9.*]*[a-z]+|kibitzer", "", words)) is not None and not words.endswith(".h")


HEAD = r'''# Words of kibitzer for translators: docs/translating.md.
msgid ""
msgstr ""
"Project-Id-Version: kibitzer\n"
"Language: \n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"'''


# Messages by how often they are met.
MET = (("1", r"src/(base|cli|command|run|source|storage|pages|library|report|document)/"), ("2", r"src/(import|match|export|format|analyze)/"), ("3", ""))


def place_of(name, is_message):
    return "messages-%s/%s" % (next(n for n, where in MET if re.match(where, name)), name) if is_message else name


def main():
    kept, files, plurals = {}, {}, set()
    for name in sys.argv[1:]:
        is_message = re.search(r"(messages|holes)\.pot$", name)
        entries = [entry.strip("\n") + "\n" for entry in open(name, encoding="utf-8").read().split("\n\n")]
        plurals |= {text_of(entry, "msgid_plural") for entry in entries}
        for entry in entries:
            key = text_of(entry, "msgctxt"), text_of(entry, "msgid")
            if "Project-Id-Version" in entry or not is_said(entry) or is_message and key in kept:
                continue
            files.setdefault(key, set()).update(place_of(place, is_message) for place in re.findall(r"(\S+?):\d+", " ".join(re.findall(r"^#: (.*)$", entry, re.M))))
            flags = "#, c-format\n" if name.endswith("/messages.pot") and "c-format" in entry else ""
            kept.setdefault(key, flags + re.sub(r"^#[,:] .*\n", "", entry, flags=re.M).strip("\n"))
    # the other half of a pair
    kept = {key: entry for key, entry in kept.items() if key[1] not in plurals or text_of(entry, "msgid_plural")}
    order = sorted(kept, key=lambda key: min(files[key]))
    print("\n\n".join([HEAD] + ["#: " + " ".join(sorted(files[key])) + "\n" + kept[key] for key in order]))


main()
