#!/usr/bin/env python3
"""What a service goes through: many clients, slow ones, broken ones, bodies that are too large or end in the middle, jobs
that are cancelled, a service that is killed. check.py [SECONDS], PROGRAM says which program. Prints TAP."""
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time

from client import Service, percentile, positions, timed

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 60
CLIENTS = 200
HERE = os.path.dirname(os.path.abspath(__file__))
MATCH = open(os.path.join(HERE, "../../fixtures/demo/club-final.mat"), "rb").read()
PROGRAM = os.environ.get("PROGRAM", "build/release/kibitzer")
done = []


def check(name, fault=""):
    done.append(not fault)
    print(("ok" if not fault else "not ok"), len(done), "-", name, flush=True)
    if fault:
        print("#", str(fault).replace("\n", "\n# "), flush=True)


def printed(position, level):
    return subprocess.run([PROGRAM, "hint", "--json", "--level", level, position], capture_output=True).stdout


class Crowd:
    """Clients of many kinds, until their time is over; what went wrong is in faults."""

    def __init__(self, service, expected):
        self.service, self.expected, self.faults, self.counts, self.lock = service, expected, [], {}, threading.Lock()
        self.until = time.time() + SECONDS

    def goes_on(self):
        return time.time() < self.until and len(self.faults) < 10

    def count(self, what):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def asks(self, chance):
        """A client that behaves: what it gets is what the command prints."""
        connection = self.service.connect()
        while self.goes_on():
            position, level, document = chance.choice(self.expected)
            status, _, body = self.service.hint(position, level, connection)
            while status == 202:
                time.sleep(0.2)
                status, _, body = self.service.hint(position, level, connection)
            if status not in (200, 503) or (status == 200 and body != document):
                self.faults.append(f"hint {position}: {status} {body[:200]}")
            self.count(f"hint {status}")
            time.sleep(chance.random() * 0.2)

    def raw(self, *parts, pause=0.0, then=0.0):
        with socket.create_connection((self.service.host, self.service.port), 20) as s:
            for part in parts:
                s.sendall(part)
                time.sleep(pause)
            time.sleep(then)

    def breaks(self, chance):
        """One that sends half of a body, or of a head, or more than it said, or nonsense, and goes."""
        head = b"POST /v1/matches?level=0ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
        while self.goes_on():
            kind = chance.randrange(5)
            try:
                if kind == 0:
                    self.raw(head % len(MATCH), MATCH[: len(MATCH) // 2])
                elif kind == 1:
                    self.raw((head % 4)[: chance.randrange(1, 80)])
                elif kind == 2:
                    self.raw(chance.randbytes(chance.randrange(1, 2000)))
                elif kind == 3:
                    self.raw(b"POST /v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n" + chance.randbytes(9))
                else:
                    self.raw(b"POST /v1/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"%x\r\n" % chance.randrange(1 << 40))
            except OSError:
                pass
            self.count("broken")
            time.sleep(0.05)

    def drips(self, chance):
        """A byte now and then, for ever."""
        while self.goes_on():
            begin = time.time()
            try:
                self.raw(b"POST /v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n", *([b"x"] * 300), pause=0.1)
                if time.time() - begin > 20:
                    self.faults.append("a client dripped for %.0f seconds" % (time.time() - begin))
            except OSError:
                pass
            self.count("dripping")

    def swells(self, chance):
        """Bodies that are too large, announced or not."""
        while self.goes_on():
            connection = self.service.connect()
            try:
                if chance.random() < 0.5:
                    connection.request("POST", "/v1/matches", b"x" * (3 << 20))
                else:
                    connection.request("POST", "/v1/matches", iter([b"x" * 65536] * 30), {"Transfer-Encoding": "chunked"}, encode_chunked=True)
                status = connection.getresponse().status
                if status != 413:
                    self.faults.append(f"too large: {status}")
                self.count("too large")
            except OSError:
                pass
            connection.close()
            time.sleep(0.2)

    def cancels(self, chance):
        """Jobs that nobody wants any more, some of them heard by events."""
        while self.goes_on():
            body = MATCH.replace(b"Club", b"%d" % chance.randrange(1 << 60))
            status, head, _ = self.service.ask("POST", "/v1/matches?level=2ply&wait=0", body)
            if status == 202:
                place = head["location"]
                if chance.random() < 0.5:
                    events = self.service.connect()
                    events.request("GET", place + "/events")
                    answer = events.getresponse()
                    answer.readline()
                time.sleep(chance.random())
                status, _, body = self.service.ask("DELETE", place)
                state = json.loads(body)["state"] if status == 200 else status
                for _ in range(100):
                    if state not in ("running", "waiting"):
                        break
                    time.sleep(0.1)
                    status, _, body = self.service.ask("GET", place)
                    state = json.loads(body)["state"] if status == 200 else status
                if state not in ("cancelled", "done", 404):
                    self.faults.append(f"a cancelled job is {state}")
                self.count(f"job {state}")
            elif status not in (429, 503):
                self.faults.append(f"a match: {status}")

    def run(self):
        kinds = [self.asks] * (CLIENTS - 40) + [self.breaks] * 15 + [self.drips] * 10 + [self.swells] * 5 + [self.cancels] * 10
        threads = [threading.Thread(target=self.guarded, args=(kind, random.Random(i))) for i, kind in enumerate(kinds)]
        [t.start() for t in threads]
        [t.join() for t in threads]

    def guarded(self, kind, chance):
        try:
            kind(chance)
        except Exception as fault:  # pylint: disable=broad-except
            self.faults.append(f"{kind.__name__}: {fault!r}")


def flat(service, crowd):
    """The memory in use, measured through the run: the second half may not need more than the first, but for a tenth."""
    seen = []
    while crowd.goes_on():
        seen.append(service.megabytes())
        time.sleep(0.5)
    print("# megabytes:", *("%.0f" % m for m in seen[:: max(1, len(seen) // 20)]))
    middle = max(seen[: len(seen) // 2])
    return seen[0], middle, max(seen[len(seen) // 2:])


def crowd_check():
    service = Service("--max-body", "1", "--request-seconds", "5", "--keep-memory", "8", "--connections", "400")
    ids = positions()
    expected = [(p, level, printed(p, level)) for level in ("0ply", "1ply") for p in (next(ids) for _ in range(20))]
    for position, level, _ in expected:
        service.hint(position, level)
    crowd = Crowd(service, expected)
    runner = threading.Thread(target=crowd.run)
    runner.start()
    memory = flat(service, crowd)
    runner.join()
    print("#", dict(sorted(crowd.counts.items())), "memory MB: %.0f at first, %.0f, %.0f" % memory)
    check(f"{CLIENTS} clients, good, slow and broken ones: the good ones get what the command prints", "\n".join(crowd.faults))
    check("memory stays flat", "" if memory[2] <= 1.1 * memory[1] + 8 else memory)
    for _ in range(100):  # who reads slowly has four times as long as who asks
        counts = service.metrics()
        if counts["kibitzer_connections"] == 1:
            break
        time.sleep(0.3)
    check("nobody stays connected, nothing stays at work",
          "" if counts["kibitzer_connections"] == 1 and counts['kibitzer_jobs_running{lane="long"}'] == 0 else counts)
    status = service.stop()
    check("it stops in order", "" if status == 0 else f"exit status {status}")


def kill_check():
    """A killed service leaves nothing behind that the next one minds, and its clients see a broken connection."""
    faults = []
    folder = f"/tmp/kibitzer-service-{os.getpid()}"
    os.mkdir(folder)
    for i in range(5):
        service = subprocess.Popen([PROGRAM, "serve", "--listen", f"unix:{folder}/socket"], stderr=subprocess.PIPE, text=True)
        if "listening" not in service.stderr.readline():
            faults.append(f"start {i}: {service.stderr.read()}")
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(f"{folder}/socket")
            s.sendall(b"GET /v1/rollout?position=4HPwATDgc/ABMA&trials=46656&wait=25 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.2)
            service.kill()
            if s.recv(100) != b"":
                faults.append("an answer came from a killed service")
        service.wait()
    os.unlink(f"{folder}/socket")
    os.rmdir(folder)
    check("a service that is killed in the middle of work is followed by another at the same socket file", "\n".join(faults))


def main():
    crowd_check()
    kill_check()
    print(f"1..{len(done)}")
    sys.exit(not all(done))


main()
