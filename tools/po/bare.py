#!/usr/bin/env python3
"""Words outside of every message in a page or a text that is in the pseudo language. usage: bare.py FILE..."""
import html
import re
import sys

from said import spell_out

# What stays in every language: names, notations, signs of programs, and what the fixtures' own files say.
STAYS = re.compile(r"""kibitzer|GNUbg\ ID|\bMax\b|GNU\ Backgammon|eXtreme\ Gammon|XGID|OGID|XG|GNU|EMG|MWC|PR|FIBS|Elo|SGF|
    (?:<Bob>\ )?"Bee"|Kazaross\ XG2:.*|Zo[ëe]\ &\ Max|O'Hara|Jörg\ Müller|Çelik|Club\ night,?\ (final|semi-final)?|Sunday\ (money|chouette)|League,\ round|semi-final|Ann|
    (?:net|races)\ [0-9a-f]{16}|\b\d-?ply\b|kazaross-xg2|:\ (mat|sgf)$|tbody\ tr|function\ \w+\(|Backgammon:|Tab|Enter|Escape|Esc|Home|End|Space|Backspace|[a-z]+://\S+|\b\d*x?(bar|off)\b\*?|bar/\S*|\S*/off\S*""", re.X)


def strip_page(text):
    text = re.sub(r'<p class="answers".*?</p>', " ", spell_out(text), flags=re.S)  # for a script
    text = re.sub(r"<(style|code)\b.*?</\1>", " ", text, flags=re.S)
    text = re.sub(r"<bdi\b[^>]*>(?!⟦)[^<⟦]*</bdi>", " ", text)  # names and texts of the record
    text = re.sub(r"<script type=\"[^\"]*\" id=.*?</script>", " ", text, flags=re.S)
    said = re.findall(r"(?:aria-label|title|placeholder|alt|content)=\"([^\"]*)\"", re.sub(r"<meta http[^>]*>|<meta name=\"(?:viewport|generator|color-scheme)\"[^>]*>", " ", text))
    scripts = re.findall(r"<script>(.*?)</script>", text, flags=re.S)
    text = re.sub(r"<script\b.*?</script>", " ", text, flags=re.S)
    for script in scripts:
        if "globalThis.kibitzerBoard =" in script:
            continue  # boards speak English so far
        said += re.findall(r"(?<=[>'])((?:[A-Z][a-z]+|[a-z]+ [a-z]+)[^'<>]*)(?=['<])", re.sub(r"'[^'\n]*(?:use strict|http|\.[a-z]+ |\[[a-z])[^'\n]*'", "''", script))
    return html.unescape(re.sub(r"<[^>]*>", " ", text)) + "\n" + html.unescape("\n".join(word for word in said if word != "no double"))  # a key of the quiz


def without_messages(text, instead=" "):
    before = None
    while before != text:
        before = text
        text = re.sub(r"⟦[^⟦⟧]*⟧", instead, text)
    return text


def strip_help(text):
    """Names in front of what is said of them, examples, and defaults."""
    text = without_messages(text, "¤")
    return re.sub(r"^ +(?:camera \| )?(?:kibitzer|source) .*|¤ kibitzer .*|^ +(?:-\w, +)?--\S+.*|^[\w, -]+ [A-Z|]+$|^[^¤\n]*(?=¤)|\[[^][\n]*\]", " ", text, flags=re.M)


def strip_said(text):
    """Where something is wrong, and the line of the source; an option and its value."""
    text = without_messages(text, "¤")
    return re.sub(r"^    .*|^(?:kibitzer(?: \w+)?|/\S+):(?:\d+:\d+:)? (?:¤: )?(?:--\S+ \S+: |[\w.]+: )?", " ", text, flags=re.M)


def main():
    found = {}
    for name in sys.argv[1:]:
        text = open(name, encoding="utf-8", errors="replace").read()
        if name.endswith(".html"):
            text = strip_page(text)
        elif name.startswith(("help/", "messages/")):
            text = strip_help(text) if name.startswith("help/") else strip_said(text)
        else:
            text = html.unescape(re.sub(r"</?[a-z][^<>\n]*>|\]\([^)\n]*\)", " ", text))
        for line in without_messages(text).split("\n"):
            bare = re.sub(r"\s+", " ", STAYS.sub(" ", line)).strip()
            said = [word for word in bare.split() if re.fullmatch(r"[('\"*:,;·–…-]*[A-Z]?[a-z][a-z'-]+[)'\"*:,;.?!–-]*", word)]
            if said:
                found.setdefault(" ".join(said), (name, line.strip()[:90]))
    for word, (name, line) in sorted(found.items()):
        print(f"{name}: {word}   [{line}]")
    return 1 if found else 0


sys.exit(main())
