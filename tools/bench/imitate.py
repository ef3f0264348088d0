#!/usr/bin/env python3
"""Fills a collection up with matches as if the files of many_matches.py had been analysed into it: file i holds the match
of file i - SOURCES, i - 2 x SOURCES ... by other names and another date, so its rows are those of that file's match with other
names, date, keys and ids. Only keys by record are no hashes of one. Usage: imitate.py DB FOLDER SOURCES N

Matches of DB must be those of the first files of FOLDER, at least SOURCES of them. Importing them takes hours
at 100,000, this takes minutes; what importing costs is measured by importing.
"""
import hashlib
import pathlib
import re
import sqlite3
import sys

game = re.compile(rb'^ Game \d+\r?\n (.*?) : \d+ +(.*?) : \d+', re.M)
FILES_AT_ONCE = 2000

day = re.compile(rb'^; \[EventDate "([0-9.]*)"\]', re.M)


def key_of(text):
    return hashlib.sha256(text).hexdigest()[:32]


def columns(db, table, *but):
    return ', '.join(row[1] for row in db.execute(f'PRAGMA table_info({table})') if row[1] not in but)


class Collection:
    def __init__(self, path, sources):
        self.db = sqlite3.connect(path, isolation_level=None)
        self.sources = sources
        self.players = {name: i for i, name in self.db.execute('SELECT id, CAST(name AS BLOB) FROM players')}
        self.known = {p for p, in self.db.execute('SELECT path FROM sources')}
        self.next = [1 + self.db.execute(f'SELECT MAX(id) FROM {table}').fetchone()[0] for table in ('matches', 'analyses')]
        self.db.executescript('CREATE TEMP TABLE map (new INTEGER PRIMARY KEY, old INTEGER, new_analysis INTEGER, old_analysis INTEGER,'
                              ' record_key, stem, player0, player1, date); PRAGMA synchronous = off; PRAGMA cache_size = -200000')

    def player(self, name):
        if name not in self.players:
            self.players[name] = len(self.players) + 1
            self.db.execute('INSERT INTO players (id, name_key, name) VALUES (?, ?, ?)',
                            (self.players[name], key_of(name), name.decode()))
        return self.players[name]

    def model(self, path):
        return self.db.execute('SELECT m.id, a.id FROM sources s JOIN holds h ON h.hash = s.hash JOIN matches m ON m.id ='
                               ' h.match_id JOIN analyses a ON a.match_id = m.id WHERE s.path = ?', (path,)).fetchone()

    def add(self, path, model):
        text = path.read_bytes()
        found = self.model(model)
        if found is None:
            return
        digest, stem = hashlib.sha256(text).hexdigest(), path.stem
        names = game.search(text)
        self.db.execute('INSERT INTO contents (hash, size, stem, stem_fold, n_matches, n_errors, n_warnings)'
                        ' VALUES (?, ?, ?, ?, 1, 0, 0)', (digest, len(text), stem, stem))
        self.db.execute('INSERT INTO sources (path_key, hash, path) VALUES (?, ?, ?)',
                        (key_of(str(path).encode()), digest, str(path)))
        self.db.execute('INSERT INTO holds (hash, number, match_id) VALUES (?, 1, ?)', (digest, self.next[0]))
        self.db.execute('INSERT INTO map VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
                        (self.next[0], found[0], self.next[1], found[1], digest[:32], stem, self.player(names[1]),
                         self.player(names[2]), day.search(text)[1].decode().replace('.', '-')))
        self.next = [n + 1 for n in self.next]

    def copy(self):
        """The rows of the matches in the map."""
        own = 'id', 'record_key', 'stem', 'player0', 'player1', 'date'
        rest = columns(self.db, 'matches', *own)
        self.db.execute(f'INSERT INTO matches ({", ".join(own)}, {rest}) SELECT p.new, p.record_key, p.stem, p.player0,'
                        f' p.player1, p.date, {", ".join("m." + c for c in rest.split(", "))} FROM map p CROSS JOIN matches m ON m.id = p.old')
        rest = columns(self.db, 'analyses', 'id', 'match_id')
        self.db.execute(f'INSERT INTO analyses (id, match_id, {rest}) SELECT p.new_analysis, p.new, {rest}'
                        ' FROM map p CROSS JOIN analyses a ON a.id = p.old_analysis')
        for table in 'games', 'turns':
            rest = columns(self.db, table, 'match_id')
            self.db.execute(f'INSERT INTO {table} (match_id, {rest}) SELECT p.new, {rest} FROM map p CROSS JOIN {table} t ON'
                            ' t.match_id = p.old ORDER BY p.new')
        for table in 'results', 'assessments', 'sums', 'extracts':
            rest = columns(self.db, table, 'analysis_id')
            self.db.execute(f'INSERT INTO {table} (analysis_id, {rest}) SELECT p.new_analysis, {rest} FROM map p CROSS JOIN'
                            f' {table} t ON t.analysis_id = p.old_analysis ORDER BY p.new')
        self.db.execute('DELETE FROM map')


def main():
    folder, sources, n = pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), int(sys.argv[4])
    files = sorted(folder.rglob('*.mat'))[:n]
    c = Collection(sys.argv[1], sources)
    # an index over all positions is made in one go
    c.db.execute('DROP INDEX IF EXISTS turns_position')
    for begin in range(0, len(files), FILES_AT_ONCE):
        c.db.execute('BEGIN')
        for i in range(begin, min(begin + FILES_AT_ONCE, len(files))):
            if str(files[i]) not in c.known:
                c.add(files[i], str(files[i % sources]))
        c.copy()
        c.db.execute('COMMIT')
    c.db.execute('CREATE INDEX turns_position ON turns (position)')


main()
