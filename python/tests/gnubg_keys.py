"""Run by GNU Backgammon (gnubg -t -q -r -p): every key of its description of these matches, a line each."""
import os

import gnubg

keys = set()


def walk(x):
    for value in x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple)) else ():
        walk(value)
    keys.update(x if isinstance(x, dict) else ())


for path in os.environ["MATCHES"].split(":"):
    gnubg.command("load match " + path)
    walk(gnubg.match(analysis=1, boards=1, statistics=1, verbose=1))
print("\n".join("KEY " + key for key in sorted(keys)))
