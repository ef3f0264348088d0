#!/usr/bin/env python3
"""Many different matches out of few: each file of SOURCES (.mat as `kibitzer convert` writes it) again and again, with
other names and another date. The same arguments give the same bytes. Usage: many_matches.py N OUT SOURCES

One player, Ann Archer, plays all of them, on either side; opponents and days go round. No two files have the same
source and the same opponent, so that no two hold the same record.
"""
import datetime
import pathlib
import re
import sys

HERO = "Ann Archer"
FIRST_DAY = datetime.date(2010, 1, 1)
DAYS = 15 * 365
OPPONENTS_A_ROUND = 7  # names of one round over all sources
FILES_A_FOLDER = 1000

head = re.compile(rb'^; \[Player ([12]) "[^"]*"\]', re.M)
rating = re.compile(rb'^; \[Player [12] Elo .*\n', re.M)
day = re.compile(rb'^; \[(EventDate|EventTime|Match ID) .*\n', re.M)
game = re.compile(rb'^( Game \d+\r?\n) (.*?) : (\d+) +(.*?) : (\d+)(\r?)$', re.M)


def with_names(text, names, date):
    text = day.sub(b'', rating.sub(b'', text))
    text = head.sub(lambda m: b'; [Player %s "%s"]' % (m[1], names[int(m[1]) - 1]), text)
    text = game.sub(lambda m: b'%s %-30s %s : %s%s' % (m[1], names[0] + b' : ' + m[3], names[1], m[5], m[6]), text)
    return b'; [EventDate "%s"]\n' % date.strftime('%Y.%m.%d').encode() + text.lstrip(b'\n')


def main():
    n, out = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    sources = [p.read_bytes() for p in sorted(pathlib.Path(sys.argv[3]).iterdir())]
    for i in range(n):
        opponent = b'Opponent %d' % (i // len(sources) * OPPONENTS_A_ROUND + i % OPPONENTS_A_ROUND)
        names = [HERO.encode(), opponent]
        if i % 2:
            names.reverse()
        folder = out / f'{i // FILES_A_FOLDER:03}'
        folder.mkdir(parents=True, exist_ok=True)
        date = FIRST_DAY + datetime.timedelta(days=i * 37 % DAYS)
        (folder / f'{i:06}.mat').write_bytes(with_names(sources[i % len(sources)], names, date))


main()
