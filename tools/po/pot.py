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
    return re.search(r"[^\W\d_]", re.sub(r"\{\d\}|\\n|kibitzer", "", words)) is not None and not words.endswith(".h")


HEAD = r'''# Words of kibitzer for translators: docs/translating.md.
msgid ""
msgstr ""
"Project-Id-Version: kibitzer\n"
"Language: \n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"'''


def main():
    kept = [HEAD]
    for entry in open(sys.argv[1], encoding="utf-8").read().split("\n\n"):
        if "Project-Id-Version" in entry or not is_said(entry + "\n"):
            continue
        files = sorted(set(re.findall(r"(\S+?):\d+", " ".join(re.findall(r"^#: (.*)$", entry, re.M)))))
        entry = re.sub(r"^#[,:] .*\n", "", entry, flags=re.M)
        lead = re.match(r"(?:#\..*\n)*", entry)[0]
        kept.append((lead + "#: " + " ".join(files) + "\n" + entry[len(lead):]).strip("\n"))
    print("\n\n".join(kept))


main()
