#!/usr/bin/env python3
"""English in reports and tables of other languages, missing letters, and rows that 80 columns break. usage: english.py LANGUAGE... (folders, each of one language)"""
import html
import os
import re
import sys
import unicodedata

from said import spell_out

STOP_WORDS = "the of and with is for to from are was were by not this that these you your has have or than which at it if in an as on be no each every after before when there".split()
# Words of the language itself.
OWN = {
    "cs": "to by a on no",
    "da": "for at have to by der in",
    "de": "was in an not",
    "es": "has no",
    "fi": "on no",
    "fr": "or on an as",
    "it": "in no on",
    "tr": "on at an of in",
}
# What stays in every language: options, notations, IDs, paths, keys and states for scripts, notes on match equity tables, and terms as players have them.
STAYS = re.compile(r"""--[a-z-]+|\b(?:XGID|key|no\ double)=\S*|\S+:\S*:\S*:\S+|\S+/\S+|Kazaross\ XG2:.*|Equivalent\ to\ [Mm]oney\ [Gg]ame|\bbear-in\b""", re.X)


def words_of_page(text):
    text = re.sub(r"<(style|code|script)\b.*?</\1>", " ", spell_out(text), flags=re.S)
    text = re.sub(r"<bdi\b[^>]*>[^<]*</bdi>", " ", text)
    said = re.findall(r"(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"", text)
    return html.unescape("\n".join([re.sub(r"<[^>]*>", " ", text)] + said))


def columns(line):
    return sum(0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def wrong_in(language, name, text):
    stops = set(STOP_WORDS) - set(OWN.get(language, "").split())
    for line in (words_of_page(text) if name.endswith(".html") else text).split("\n"):
        english = [word for word in re.findall(r"[^\W\d_]+", STAYS.sub(" ", line)) if word.lower() in stops]
        if english:
            yield f"English: {' '.join(english)}", line
        if "U+" in line or "\ufffd" in line:
            yield "a letter is missing", line
        if name.endswith(".text") and columns(line) > 80:
            yield f"{columns(line)} columns", line


def main():
    found = read = 0
    for language in sys.argv[1:]:
        for folder, _, names in os.walk(language):
            for name in sorted(names):
                if not name.endswith((".html", ".text", ".txt")):
                    continue
                read += 1
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text = file.read()
                for what, line in wrong_in(language, name, text):
                    found += 1
                    print(f"{folder}/{name}: {what}   [{line.strip()[:110]}]")
    if not found:
        print(f"no English, no letter missing and no row too wide, in {read} reports of {len(sys.argv) - 1} languages")
    return 1 if found or not read else 0


sys.exit(main())
