#!/usr/bin/env python3
"""The lists of options in kibitzer.1, from the tables of options.

usage: man-options.py build/release/clients/options PAGE

Prints PAGE with its lists of options made anew. A list stands between these lines, and takes the groups named:

    .\\" options of COMMAND: GROUP; GROUP ...
    .\\" end of options

What a page adds to an option is kept: it stands between a line `.\\" more` and the next option.
"""
import json
import re
import subprocess
import sys
import textwrap

START = re.compile(r'\.\\" options of (\w+): (.*)$')


def roff(text):
    text = text.replace("\\", "\\e")
    text = re.sub(r"`([^`]*)`", r"\\(oq\1\\(cq", text)
    return re.sub(r"(?<!\w)-", r"\\-", text)


def sentence(text):
    """Help is a fragment; a list of words or a "html: ..." stays in small letters."""
    text = " ".join(text.split())
    if re.match(r"likewise|[a-z]+ ", text):
        text = text[0].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def name_of(row):
    return "no-" + row["name"] if row["type"] == "boolean" and row["default"] == "yes" else row["name"]


def entry(row, more):
    letter = f"Fl {row['letter']} , " if row["letter"] else ""
    argument = f" Ar {row['argument']}" if row["argument"] else ""
    if argument.startswith(" Ar ["):
        argument = f" Ns Oo Ns {row['argument'][1:-1]} Oc"
    lines = [f".It {letter}Fl -{name_of(row)}{argument}"]
    help_text = row["help"]
    # the default of a value that only the help can say stands in brackets
    said = re.search(r"\s*\[([^][]+)\]$", help_text)
    default = row["default"] if row["type"] != "boolean" else None
    if said and "=" not in said.group(1):
        help_text, default = help_text[:said.start()], said.group(1)
    text = roff(sentence(help_text))
    span = f"{row.get('least', 0):.0f} to {row.get('most', 1e9):.0f}"
    if row["type"] == "integer" and row.get("most", 1e9) <= 100000 and span not in text:
        text += f" Range: {span}."
    if default:
        text += f" Default: {roff(default)}."
    for one in re.split(r"(?<=[.]) (?=[A-Z])", text):  # a sentence begins a line
        lines += textwrap.wrap(one, 120, break_long_words=False, break_on_hyphens=False)
    return lines + ([r'.\" more'] + more if more else [])


def kept(lines):
    """What the page adds, by the name of the option."""
    found, name, inside = {}, None, False
    for line in lines:
        at = re.match(r"\.It .*Fl -(\S+)", line)
        if at or line.startswith(".El"):
            name, inside = at.group(1) if at else None, False
        elif line == r'.\" more':
            inside = True
        elif inside:
            found.setdefault(name, []).append(line)
    return found


def made(command, titles, options, old):
    more = kept(old)
    lines = [".Bl -tag -width Ds"]
    for title in titles:
        rows = [r for r in options[command] if r["group"] == title]
        if not rows:
            sys.exit(f"{command} has no options of the group \"{title}\"")
        for row in rows:
            lines += entry(row, more.pop(name_of(row), []))
    if more:
        sys.exit(f"{command}: nothing is called {', '.join(more)}")
    return lines + [".El"]


def main():
    lines = open(sys.argv[2], encoding="utf-8").read().splitlines()
    starts = [START.match(line) for line in lines]
    commands = sorted({start.group(1) for start in starts if start})
    tables = json.loads(subprocess.run([sys.argv[1], *commands], check=True, capture_output=True).stdout)
    options = {d["command"]: d["options"] for d in tables}
    at = 0
    while at < len(lines):
        print(lines[at])
        start = starts[at]
        at += 1
        if not start:
            continue
        end = lines.index(r'.\" end of options', at)
        titles = [t.strip() for t in start.group(2).split(";")]
        print("\n".join(made(start.group(1), titles, options, lines[at:end])))
        at = end


main()
