#!/usr/bin/env python3
"""The words of the browser page's HTML as lines of C for xgettext: text, and attributes that are read out. What is in an
element with translate="no" is left out. src/web/page/words.js looks them up in the same way. `make pot`."""
import html.parser
import re
import sys

READ_OUT = ("aria-label", "title", "alt")
EMPTY = ("meta", "link", "img", "input", "br")


class Words(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def put(self, words):
        words = re.sub(r"\s+", " ", words).strip().replace("\\", "\\\\").replace('"', '\\"')
        if words and not any(silent for _, silent in self.open):
            print(f'#line {self.getpos()[0]} "{sys.argv[1]}"\nN_("{words}")')

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        silent = given.get("translate") == "no" or tag in ("script", "noscript")
        if not silent:
            for name in READ_OUT:
                self.put(given.get(name, ""))
        if tag not in EMPTY:
            self.open.append((tag, silent))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        self.put(data)


Words().feed(open(sys.argv[1], encoding="utf-8").read())
