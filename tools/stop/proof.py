#!/usr/bin/env python3
"""proof.py PROGRAM [N [SEED [NAME]]]: sends SIGTERM or SIGINT N times, each at a random moment of a random command, and
checks that the command is gone within a second, has the exit status of an interrupt (or that of its own end) and leaves
nothing torn: no temporary file, every file whole, every collection sound, and the same command goes on to the same
bytes afterwards.

The second is one of a machine that has nothing else to do: what the slowest thread waited for a processor is taken off
(/proc/PID/task/*/schedstat), and where that is not known the processor time after the signal counts. NAME: only cases
whose name has it."""
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
TRIALS = int(sys.argv[2]) if len(sys.argv) > 2 else 500
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
ONLY = sys.argv[4] if len(sys.argv) > 4 else ""
LONGEST = 4.0  # seconds into a command
TICK = os.sysconf("SC_CLK_TCK")
INTERRUPTED = 130


def match(games, names=("Ann", "Bob"), seed=0):
    """A money session of short games: plays with contact, doubles passed and taken."""
    dice = random.Random(seed)
    text = [" 0 point match\n\n"]
    for game in range(1, games + 1):
        text.append(f" Game {game}\n {names[0]} : 0                             {names[1]} : 0\n")
        text.append("  1) 21: 24/23 13/11                41: 24/23 13/9\n")
        if dice.random() < 0.5:
            text.append("  2)  Doubles => 2                   Drops\n      Wins 1 point\n\n")
        else:
            text.append("  2) 65: 24/18 13/8                 33: 8/5(2) 6/3(2)\n      Wins 1 point\n\n")
    return "".join(text)


class Stock:
    """Inputs, made once."""

    def __init__(self, top, folder):
        self.top, self.folder = top, folder
        self.final = os.path.join(top, "fixtures/demo/club-final.mat")
        self.matches = os.path.join(folder, "matches")
        os.mkdir(self.matches)
        for i in range(60):
            with open(os.path.join(self.matches, f"{i}.mat"), "w") as f:
                f.write(match(12, (f"Ann{i % 7}", "Bob"), i))
        self.session = self.file("session.mat", match(6000))
        self.long = self.file("long.mat", match(400))
        self.ids = [f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{d}:0:0:0:{n}:10" for n in (0, 5, 7, 9, 11)
                    for d in ("00", "31", "64", "55", "21", "42", "66", "53")]
        self.base = os.path.join(folder, "base")
        run("analyze", "-q", "--level", "0ply", "--out", self.base, self.matches, self.final)
        self.other = os.path.join(folder, "other")
        run("analyze", "-q", "--level", "0ply", "--report", "none", "--out", self.other, self.long)
        self.page = next(os.path.join(self.base, n) for n in sorted(os.listdir(self.base)) if n.startswith("club"))
        self.transcript = os.path.join(folder, "open.kbt")
        run("convert", "-q", self.final, self.transcript)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path


def run(*words):
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)


def formats():
    rows = json.loads(run("formats", "--json").stdout)["formats"]
    return [(r["name"], r["extensions"][0]) for r in rows if r["writes"] and r["holds"] not in ("position", "positions")]


def cases(s):
    """(name, words; {out}: a folder of its own that is there, with a copy of the collection as {out}/db)."""
    all_of = [("analyze " + level, ["analyze", "--level", level, "--jobs", jobs, "--report", "html,json,pdf,text", "--out", "{out}/r", of])
              for level in ("0ply", "1ply", "2ply", "3ply", "4ply", "smart", "roller")
              for jobs, of in (("1", s.final), ("2", s.matches))]
    all_of += [("analyze long 0ply", ["analyze", "--level", "0ply", "--out", "{out}/r", s.session]),
               ("analyze json", ["analyze", "--level", "2ply", "--json", s.final]),
               ("analyze maps", ["analyze", "--level", "1ply", "--cube-maps", "--report", "html", "--out", "{out}/r", s.final]),
               ("analyze rollouts", ["analyze", "--level", "0ply", "--rollout-errors", "0.02", "--report", "json", "--out", "{out}/r", s.final]),
               ("analyze known", ["analyze", "--level", "0ply", "--out", "{out}/db", s.matches])]
    all_of += [("convert " + name, ["convert", "--to", name, "--out", "{out}/c", s.session, s.final, s.matches]) for name, _ in formats()]
    all_of += [("report", ["report", "--db", "{out}/db/collection.db", "--out", "{out}/pages"]),
               ("db check", ["db", "check", "--out", "{out}/db"]), ("db duplicates", ["db", "duplicates", "--out", "{out}/db"]),
               ("db merge", ["db", "merge", "--out", "{out}/db", s.other + "/collection.db"]),
               ("db classify", ["db", "classify", "--out", "{out}/db"]),
               ("db forget", ["db", "forget", "--out", "{out}/db", s.matches + "/1.mat"]),
               ("db export", ["db", "export", "--out", "{out}/db", "--decisions", "{out}/d.csv.gz"]),
               ("db export-gnubg", ["db", "export-gnubg", "--out", "{out}/db", "{out}/gnubg.db"]),
               ("stats", ["stats", "--out", "{out}/db", "--by", "theme"]), ("errors", ["errors", "--out", "{out}/db"]),
               ("errors csv", ["errors", "--out", "{out}/db", "-t", "csv"]),
               ("study", ["study", "--out", "{out}/db", "Bob"]), ("find", ["find", "--out", "{out}/db", "--theme", "hit"]),
               ("list", ["list", s.matches, s.session]), ("info", ["info", "--json", s.session, s.matches]),
               ("compare", ["compare", "--set", "1ply", "--set", "2ply", s.final]),
               ("verify", ["verify", s.page]), ("verify folder", ["verify", s.base]),
               ("hint 4ply", ["hint", "--level", "4ply", "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10"]),
               ("hint 3ply", ["hint", "--level", "3ply", *s.ids]), ("eval 4ply", ["eval", "--level", "4ply", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"]),
               ("eval 2ply", ["eval", "--level", "2ply", *s.ids]), ("cube 4ply", ["cube", "--level", "4ply", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"]),
               ("rollout 0ply", ["rollout", "--level", "0ply", "--trials", "100000", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"]),
               ("rollout 2ply", ["rollout", "--level", "2ply", "--trials", "1296", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"]),
               ("rollout 4ply", ["rollout", "--level", "4ply", "--trials", "1296", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"]),
               ("duel 0ply", ["duel", "--a", "0ply", "--b", "1ply", "--games", "2000"]), ("duel 3ply", ["duel", "--a", "2ply", "--b", "3ply", "--games", "20"]),
               ("bearoff one", ["bearoff", "make", "--one-sided", "15x9", "{out}/os.bd"]), ("bearoff two", ["bearoff", "make", "--two-sided", "7x6", "{out}/ts.bd"]),
               ("bearoff hyper", ["bearoff", "make", "--hyper", "2", "{out}/h.bd"]),
               ("tables", ["eval", "--bearoff", "{out}/t", "XGID=--DDDC------------cddd----:0:0:1:00:0:0:0:0:10"]),
               ("transcribe", ["transcribe", s.transcript, "-o", "{out}/t.mat"]), ("bench", ["bench"]),
               ("board", ["board", *s.ids]), ("met", ["met", "show"])]
    return [c for c in all_of if ONLY in c[0]]


# ---- what processes took ----

def read_text(path):
    try:
        with open(path) as f:
            return f.read()
    except OSError:
        return ""


def processor_time(pid):
    fields = read_text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK if len(fields) > 12 else 0.0


def waits(pid):
    """Seconds that each thread was ready to run and had no processor."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return {}
    found = {}
    for t in tasks:
        words = read_text(f"/proc/{pid}/task/{t}/schedstat").split()
        if len(words) == 3:
            found[t] = int(words[1]) / 1e9
    return found


def listens(pid, number):
    """Is it the program yet, and catches the signal? On a busy machine it may take long to get there."""
    try:
        if os.readlink(f"/proc/{pid}/exe") != os.path.realpath(PROGRAM):
            return False
        with open(f"/proc/{pid}/status", encoding="ascii") as f:
            caught = next(line for line in f if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (number - 1) & 1)
    except (OSError, StopIteration):
        return False


def stop(process, number):
    """Sends it; returns (status, wall seconds, processor seconds, fair seconds) until the end."""
    pid, before, waited = process.pid, processor_time(process.pid), waits(process.pid)
    lost = 0.0
    begun = time.monotonic()
    os.kill(pid, number)  # not by Popen, which would take its status first
    while True:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        if ended:
            break
        now = waits(pid)
        lost = max([lost] + [now[t] - waited.get(t, 0) for t in now])
        if time.monotonic() - begun > 60:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
    wall = time.monotonic() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    used = usage.ru_utime + usage.ru_stime - before
    return process.returncode, wall, used, max(0.0, wall - lost)


# ---- what they leave ----

ENDS = {".html": rb"</html>(\n<!-- kibitzer \w+ -->)?", ".pdf": b"%%EOF", ".json": b"}", ".svg": b"</svg>", ".tex": rb"\\end\{document\}"}


def torn(folder):
    """What is not whole below the folder; None if nothing is."""
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if name.endswith(".tmp"):
                return f"{path} is left"
            if name.endswith(".db"):
                with sqlite3.connect(path) as db:
                    found = db.execute("PRAGMA integrity_check").fetchone()[0]
                if found != "ok":
                    return f"{path}: {found}"
            end = ENDS.get(os.path.splitext(name)[1])
            if end is not None:
                with open(path, "rb") as f:
                    if not re.search(end + rb"\s*\Z", f.read()):
                        return f"{path} breaks off"
    return None


def content(folder):
    """Bytes of all files, but of those that hold their own history."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if not name.endswith((".db", ".db-wal", ".db-shm", ".lock")):
                with open(path, "rb") as f:
                    found[os.path.relpath(path, folder)] = f.read()
    return found


class Case:
    """A command, and what it comes to where nobody interrupts it: known once it was asked for and ends in time."""

    def __init__(self, stock, name, words):
        self.stock, self.name, self.words = stock, name, words
        self.seconds, self.status, self.files, self.printed = None, None, None, None

    def folder(self):
        folder = tempfile.mkdtemp(dir=self.stock.folder)
        if any("{out}/db" in w for w in self.words):
            shutil.copytree(self.stock.base, os.path.join(folder, "db"))
        return folder

    def begin(self, folder, printed):
        return subprocess.Popen([PROGRAM] + [w.replace("{out}", folder) for w in self.words], stdin=subprocess.DEVNULL,
                                stdout=printed, stderr=subprocess.DEVNULL)

    def finish(self, folder):
        """(status, output, seconds), or None where it takes too long."""
        with tempfile.TemporaryFile() as printed:
            begun, process = time.monotonic(), self.begin(folder, printed)
            try:
                process.wait(2 * LONGEST)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                return None
            printed.seek(0)
            return process.returncode, printed.read(), time.monotonic() - begun

    def measure(self):
        folder = self.folder()
        came = self.finish(folder)
        self.seconds = LONGEST
        if came is not None:
            self.status, self.printed = came[0], came[1]
            if self.status not in (0, 1):
                sys.exit(f"{self.name}: exit status {self.status} without a signal: the case proves nothing")
            self.seconds = min(came[2], LONGEST)
            self.files = content(folder)
        shutil.rmtree(folder)

    def trial(self, dice):
        """Returns (delays, problem or None)."""
        if self.seconds is None:
            self.measure()
        folder, number = self.folder(), dice.choice((signal.SIGTERM, signal.SIGINT))
        moment = dice.uniform(0.0, self.seconds)
        with tempfile.TemporaryFile() as printed:
            process = self.begin(folder, printed)
            time.sleep(moment)
            heard = listens(process.pid, number)
            status, wall, used, fair = stop(process, number)
        early = status in (-signal.SIGTERM, -signal.SIGINT) and not heard
        problem = None
        own_end = 0 if self.status is None else self.status  # it may have come to it just then
        if status not in (INTERRUPTED, own_end) and not early:
            problem = f"exit status {status}, expected {INTERRUPTED} or {own_end}"
        elif min(fair, max(used, 0.0) if fair > 1 and wall - fair > 0.05 else fair) > 1.0:
            problem = f"took {fair:.2f} s ({wall:.2f} s, {used:.2f} s of processor time)"
        else:
            problem = torn(folder)
        if problem is None and self.files is not None and "{out}" in " ".join(self.words):
            problem = self.goes_on(folder)
        shutil.rmtree(folder)
        return (wall, used, fair), problem and f"after {moment:.2f} s, {signal.Signals(number).name}: {problem}"

    def goes_on(self, folder):
        """The same command once more comes to what it would have come to."""
        came = self.finish(folder)
        if came is None:
            return None
        if came[0] != self.status and self.name != "db forget":  # which has nothing left to do
            return f"once more: exit status {came[0]}, expected {self.status}"
        found = content(folder)
        if "db" not in self.name and found != self.files:
            other = sorted(n for n in set(found) | set(self.files) if found.get(n) != self.files.get(n))
            return f"once more: {other[0]} differs"
        return torn(folder)


def main():
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    dice = random.Random(SEED)
    bad, worst = 0, []
    with tempfile.TemporaryDirectory() as folder:
        stock = Stock(top, folder)
        known = [Case(stock, name, words) for name, words in cases(stock)]
        order = []
        while len(order) < TRIALS:
            order += dice.sample(known, len(known))
        for case in order[:TRIALS]:
            delays, problem = case.trial(dice)
            worst.append((delays[2], delays[0], delays[1], case.name))
            if problem is not None:
                bad += 1
                print(f"{case.name}: {problem}", flush=True)
    worst.sort(reverse=True)
    print(f"{TRIALS} signals over {len(known)} commands, seed {SEED}: {bad} problems")
    print("slowest: fair seconds, wall, processor time, command")
    for fair, wall, used, name in worst[:10]:
        print(f"  {fair:.2f} {wall:.2f} {used:.2f} {name}")
    sys.exit(1 if bad else 0)


main()
