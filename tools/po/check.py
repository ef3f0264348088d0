#!/usr/bin/env python3
"""One catalogue: holes, signs of markup, blanks at the ends, and of a released language that nothing is missing or
fuzzy. usage: check.py NAME PO [--released]"""
import re
import sys


def texts(entry, key):
    return ["".join(re.findall(r'"(.*)"', found)) for found in re.findall(r"^" + key + r' ((?:".*"\n?)+)', entry, re.M)]


def faults(entry, released):
    ids, said = texts(entry, "msgid") + texts(entry, "msgid_plural"), texts(entry, r"msgstr(?:\[\d\])?")
    shown = '"%s"' % ids[0][:60]
    if "fuzzy" in "".join(re.findall(r"^#,.*$", entry, re.M)):
        return [shown + " is fuzzy"]
    if not all(said):
        return [shown + " has no translation"] if released or any(said) else []
    out = []
    holes = set(re.findall(r"\{\d\}", "".join(ids)))
    for text in said:
        own = set(re.findall(r"\{\d\}", text))
        if not own <= holes:
            out.append(f"{shown}: \"{text}\" has a hole that the original has not")
        elif len(ids) == 1 and own != holes:
            out.append(f"{shown}: \"{text}\" lacks {', '.join(sorted(holes - own))}")
        elif len(ids) > 1 and text == said[-1] and own != holes:
            out.append(f"{shown}: \"{text}\" lacks {', '.join(sorted(holes - own))}")
        for sign in '<>&{}"\\':
            if sign in re.sub(r"\{\d\}|\\n", "", text) and sign not in re.sub(r"\{\d\}|\\n", "", "".join(ids)):
                out.append(f"{shown}: \"{text}\" has a {sign}")
        for ends in (str.lstrip, str.rstrip):
            if (ends(text) != text) != (ends(ids[0]) != ids[0]) and not re.search(r"[、。（）]", text):
                out.append(f"{shown}: \"{text}\" begins or ends with a blank where the original does not, or lacks one")
        if text.count("\\n") != ids[0].count("\\n"):
            out.append(f"{shown}: \"{text}\" has another number of lines")
    return out


def main():
    entries = open(sys.argv[2], encoding="utf-8").read().split("\n\n")[1:]
    found = [fault for entry in entries if "msgid" in entry for fault in faults(entry + "\n", "--released" in sys.argv)]
    for fault in found[:20]:
        print(f"{sys.argv[1]}: {fault}", file=sys.stderr)
    if len(found) > 20:
        print(f"{sys.argv[1]}: and {len(found) - 20} more", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
