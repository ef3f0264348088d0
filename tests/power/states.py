#!/usr/bin/env python3
"""states.py LOG FOLDER SEED: makes in FOLDER what a disk may hold when the power fails at some moment of LOG.

LOG: see journal.c. What was written to a file and not yet forced to the disk (fsync) may be there or not, write by write
and sector by sector, in any order; so may the file's length. What names a folder holds is certain only once the folder
was forced to the disk; of what was done to them since, by half of the seeds all up to some step is there (a file system
with a journal), by the others any part of it, so that for each name the order stays. A file that was forced to the disk
may still lack its name. Folders themselves are there.

A file that got its name by a rename must be whole: one of the contents that were renamed to it. Exit status 1, and a
line for each file that is not. With FORGET=1 in the environment nothing was ever forced to the disk: files must then be
found torn, or this proves nothing."""
import os
import random
import struct
import sys

SECTOR = 512
HEAD = struct.Struct("<cbxxiqII")


def records(path):
    data = open(path, "rb").read()
    at = 0
    while at < len(data):
        kind, made, file, offset, n0, n1 = HEAD.unpack_from(data, at)
        at += HEAD.size
        yield kind.decode(), made, file, offset, data[at:at + n0], data[at + n0:at + n0 + n1]
        at += n0 + n1


class Inode:
    def __init__(self):
        self.durable = b""
        self.pending = []  # (offset, bytes), or (length, None) for a truncation

    def whole(self):
        now = bytearray(self.durable)
        for change in self.pending:
            apply(now, *change)
        return bytes(now)

    def sync(self):
        self.durable, self.pending = self.whole(), []

    def after_failure(self, chance):
        now = bytearray(self.durable)
        share = chance.choice([0, 0.1, 0.5, 0.9, 1])
        kept = [c for c in self.pending if chance.random() < share] if chance.random() < 0.7 \
            else self.pending[:chance.randrange(len(self.pending) + 1)]
        if chance.random() < 0.3:
            chance.shuffle(kept)
        for offset, data in kept:
            if data is None or chance.random() < 0.7:
                apply(now, offset, data)
                continue
            for start in range(offset - offset % SECTOR, offset + len(data), SECTOR):
                first, last = max(start, offset), min(start + SECTOR, offset + len(data))
                if chance.random() < 0.5:
                    apply(now, first, data[first - offset:last - offset])
        return bytes(now)


def apply(now, offset, data):
    if data is None:
        del now[offset:]
        now.extend(bytes(offset - len(now)))
    else:
        now.extend(bytes(max(0, offset - len(now))))
        now[offset:offset + len(data)] = data


class Disk:
    def __init__(self):
        self.names, self.durable = {}, {}  # path: inode
        self.steps = []  # (path, inode or None) since the folder was forced to the disk
        self.open = {}
        self.versions = {}  # path: contents that were renamed to it

    def step(self, path, inode):
        self.steps.append((path, inode))
        if inode is None:
            self.names.pop(path, None)
        else:
            self.names[path] = inode

    def take(self, kind, made, file, offset, first, second):
        if kind == "o":
            path = first.decode()
            if made or path not in self.names:
                self.step(path, Inode())
            self.open[file] = self.names[path]
        elif kind == "f":
            self.open[file] = os.path.normpath(first.decode())
        elif kind == "w":
            self.open[file].pending.append((offset, first))
        elif kind == "t":
            self.open[file].pending.append((offset, None))
        elif kind == "s":
            self.open[file].sync()
        elif kind == "d":
            self.sync_folder(self.open[file])
        elif kind == "r":
            inode = self.names[first.decode()]
            self.step(first.decode(), None)
            self.step(second.decode(), inode)
            self.versions.setdefault(second.decode(), []).append(inode.whole())
        elif kind == "u":
            self.step(first.decode(), None)

    def sync_folder(self, folder):
        def lies_there(path):
            return os.path.normpath(os.path.dirname(path) or ".") == folder
        for path in [p for p in self.durable if lies_there(p) and p not in self.names]:
            del self.durable[path]
        self.durable.update((p, inode) for p, inode in self.names.items() if lies_there(p))
        self.steps = [step for step in self.steps if not lies_there(step[0])]

    def after_failure(self, chance):
        names = dict(self.durable)
        steps, n = [], 0
        while n < len(self.steps):  # a rename is one step
            path, inode = self.steps[n]
            pair = inode is None and n + 1 < len(self.steps) and self.steps[n + 1][1] is not None
            steps.append(self.steps[n:n + 1 + pair])
            n += 1 + pair
        if chance.random() < 0.5:
            steps = steps[:chance.randrange(len(steps) + 1)]
        else:
            missing = set()
            kept = []
            for step in steps:
                if any(path in missing for path, _ in step) or chance.random() < 0.5:
                    missing.update(path for path, _ in step)
                else:
                    kept.append(step)
            steps = kept
        for path, inode in (change for step in steps for change in step):
            names.pop(path, None) if inode is None else names.__setitem__(path, inode)
        return {path: inode.after_failure(chance) for path, inode in names.items()}


def main():
    log, folder, seed = sys.argv[1:4]
    all_records = [r for r in records(log) if not (os.environ.get("FORGET") and r[0] in "sd")]
    chance = random.Random(int(seed))
    moment = chance.randrange(len(all_records) + 1)
    torn = False
    disk = Disk()
    for record in all_records[:moment]:
        disk.take(*record)
    for path, data in sorted(disk.after_failure(chance).items()):
        if path.endswith("-shm"):
            continue  # of shared memory; who opens the collection first makes it anew
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(folder, path), "wb") as f:
            f.write(data)
        if path in disk.versions and data not in disk.versions[path]:
            print(f"{path} is torn: {len(data)} bytes, moment {moment} of {len(all_records)}, seed {seed}")
            torn = True
    sys.exit(torn)


main()
