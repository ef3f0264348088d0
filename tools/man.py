#!/usr/bin/env python3
"""Manual pages of the library from the comments of its headers.

usage: man.py FOLDER HEADER...

kibitzer.3 is what stands at the top of the first header, and a list of the others; every `/* ---- group ---- */` of a
header becomes kibitzer_GROUP.3. A declaration is followed by the comment that stands above it. On stdout: a line
"FUNCTION PAGE" for each function.
"""
import os
import re
import sys

GROUP = re.compile(r"^/\* ---- (.*) ---- \*/$")
NOISE = re.compile(r'^(#if|#endif|#include|extern "C"|}$|#ifndef|#define KIBITZER_(API|H|[A-Z]*_PUBLIC_H)\b)')


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def blocks(lines):
    """Pairs (comment, code): what stands at the margin as a comment, and the lines below it."""
    found, comment, code, inside = [], [], [], False

    def end():
        if comment or code:
            found.append((" ".join(comment), list(code)))
        comment.clear()
        code.clear()

    for line in lines:
        if inside or line.startswith("/*"):
            if not inside:
                end()
            inside = "*/" not in line
            comment.append(re.sub(r"^/\*+|^ \*(?!/)|\*/$", "", line.rstrip()).rstrip() if line.strip() else "")
        elif not line.strip():
            end()
        elif not NOISE.match(line):
            code.append(line.replace("KIBITZER_API ", ""))
    end()
    return found


def paragraphs(comment):
    return roff(re.sub(r"\s+", " ", comment).strip())


def description(lines):
    out = []
    for comment, code in blocks(lines):
        if code:
            out += [".PP", ".nf", ".ft B", roff("\n".join(aligned(code))), ".ft R", ".fi"]
            out += [".RS 4", paragraphs(comment), ".RE"] if comment else []
        elif comment:
            out += [".PP", paragraphs(comment)]
    return out


def aligned(code):
    """The lines of one declaration hung below each other, wherever the removed KIBITZER_API had put them."""
    return [re.sub(r"^ {8,}", "        ", line.rstrip()) for line in code]


def top(header):
    """The first comment: its lines, of which those further in are an example."""
    text = header[: header.index("*/")]
    out = []
    for line in text.replace("/*", " *", 1).split("\n"):
        body = line[3:].rstrip() if len(line) > 3 else ""
        if body.startswith("    "):
            out.append(("code", body[4:]))
        else:
            out.append(("text" if body else "gap", body))
    return out


def intro(header):
    out, kind_before = [], "gap"
    for kind, body in top(header):
        if kind != kind_before and "code" in (kind, kind_before):
            out += [".PP", ".nf", ".RS 4"] if kind == "code" else [".RE", ".fi", ".PP"]
        body = re.sub(r"(?<![A-Z_])([A-Z]{4,})\. ", r"\n.PP\n\\fB\1.\\fR ", roff(body)) if kind == "text" else roff(body)
        if kind != "gap":
            out += [line.strip() if kind == "text" else line for line in body.split("\n") if line.strip()]
        out += [".PP"] if kind == "gap" and kind_before == "text" else []
        kind_before = kind
    return out + ([".RE", ".fi"] if kind_before == "code" else [])


def functions(lines):
    text = " ".join(line.strip() for line in lines)
    text = re.sub(r"/\*.*?\*/", " ", text)
    return re.findall(r"KIBITZER_API [^;(]*?(kibitzer_\w+)\(", text)


def page(name, title, include, body, others):
    head = ['.\\" Made by tools/man.py from the headers: do not edit.', f".TH {name.upper()} 3 \"\" kibitzer", ".nh", ".SH NAME",
            f"{name} \\- {roff(title)}", ".SH SYNOPSIS", ".nf", f".B #include <{include}>", ".fi", ".SH DESCRIPTION"]
    see = ", ".join(f"\\fB{other}\\fR(3)" for other in others)
    return "\n".join(head + body + [".SH SEE ALSO", see]) + "\n"


def groups(header):
    """What stands above the first group, and [(title, lines)]."""
    found = [("", [])]
    for line in header[header.index("*/") + 2 :].split("\n"):
        match = GROUP.match(line)
        if match:
            found.append((match.group(1), []))
        else:
            found[-1][1].append(line)
    return found[0][1], found[1:]


def main(folder, paths):
    headers = [(os.path.basename(p), open(p, encoding="utf-8").read()) for p in paths]
    pages = []
    for name, header in headers:
        for title, lines in groups(header)[1]:
            pages.append(("kibitzer_" + re.match(r"\w+", title).group(), title, name, lines))
    names = [p[0] for p in pages]
    assert len(set(names)) == len(names), "two groups have one name"
    body = []
    for name, header in headers:
        body += [f".SS {name}"] + intro(header) + description(groups(header)[0])
    with open(os.path.join(folder, "kibitzer.3"), "w", encoding="utf-8") as f:
        f.write(page("kibitzer", "backgammon matches: reading, analysing, asking, writing", headers[0][0], body, names))
    for name, title, include, lines in pages:
        with open(os.path.join(folder, name + ".3"), "w", encoding="utf-8") as f:
            f.write(page(name, title, include, description(lines), ["kibitzer"] + [n for n in names if n != name]))
        for function in functions(lines):
            print(function, name)
    for _, header in headers:
        for function in functions(groups(header)[0]):
            print(function, "kibitzer")


if len(sys.argv) < 3:
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2:])
