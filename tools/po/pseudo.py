#!/usr/bin/env python3
"""A catalogue in no language, for tests: every message between brackets and a third longer. usage: pseudo.py POT"""
import re
import sys

SIGNS = {".": "¸", "{0}%": "{0}¤", "{0}–{1}": "{0}÷{1}"}


def value(entry, key):
    found = re.search(r"^" + key + r' ((?:".*"\n?)+)', entry, re.M)
    return "".join(re.findall(r'"(.*)"', found[1])) if found else None


def longer(words):
    end = "\\n" if words.endswith("\\n") else ""
    body = words[:len(words) - len(end)]
    return "⟦" + body + "~" * max(1, len(body) // 3) + "⟧" + end


def translated(entry):
    context, one, many = (value(entry, key) for key in ("msgctxt", "msgid", "msgid_plural"))
    lines = ['msgctxt "%s"' % context] if context else []
    lines.append('msgid "%s"' % one)
    if many is not None:
        lines += ['msgid_plural "%s"' % many, 'msgstr[0] "%s"' % longer(one), 'msgstr[1] "%s"' % longer(many)]
    else:
        sign = SIGNS.get(one) or (one.replace("-", "·") if (context or "").startswith("date") else None)
        lines.append('msgstr "%s"' % (sign or longer(one)))
    return "\n".join(lines)


def main():
    entries = open(sys.argv[1], encoding="utf-8").read().split("\n\n")
    head = entries[0].replace("INTEGER; plural=EXPRESSION", "2; plural=n != 1")
    print("\n\n".join([head] + [translated(entry) for entry in entries[1:]]))


main()
