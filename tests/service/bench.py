#!/usr/bin/env python3
"""How fast the service is: a hint alone, hints while all processors analyse for others, matches a minute on one and two
processors. bench.py [SECONDS], PROGRAM says which program."""
import itertools
import os
import sys
import threading
import time

from client import Service, percentile, positions, timed

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 10
MATCH = open(os.path.join(os.path.dirname(__file__), "../../fixtures/demo/club-final.mat"), "rb").read()
seeds = itertools.count(1)


def match_like(n):
    """A match that is like no other one: the answer is not there already."""
    return MATCH.replace(b"Club", b"club%d" % n, 1) + b"\n; %d\n" % n


def hints(service, ids, level, seconds):
    connection = service.connect()
    times, until = [], time.time() + seconds
    while time.time() < until:
        took, (status, _, body) = timed(service.hint, next(ids), level, connection)
        assert status == 200, body
        times.append(took * 1000)
    return times


def analyse_until(service, over, level, done):
    try:
        while not over.is_set():
            done.append(service.ask("POST", f"/v1/matches?level={level}&wait=25", match_like(next(seeds)))[0] == 200)
    except OSError:
        assert over.is_set()  # the service is gone


def show(name, times, bar=None):
    print(f"{name:46} median {percentile(times, .5):7.2f} ms  p99 {percentile(times, .99):7.2f} ms  of {len(times)}"
          + (f"  (bar {bar})" if bar else ""), flush=True)


def matches(jobs, level="0ply"):
    service = Service("--jobs", str(jobs), wrapper=("taskset", "-c", ",".join(map(str, range(jobs)))))
    over, done = threading.Event(), []
    clients = [threading.Thread(target=analyse_until, args=(service, over, level, done)) for _ in range(2 * jobs)]
    [c.start() for c in clients]
    time.sleep(SECONDS)
    n, spent = sum(done), service.processor_seconds()
    over.set()
    [c.join() for c in clients]
    assert service.stop() == 0
    return n / SECONDS, n / spent


def main():
    ids = positions()
    service = Service()
    hints(service, ids, "2ply", 1)  # warm
    show("hint, 0 plies, alone", hints(service, ids, "0ply", SECONDS / 2), "2 ms")
    alone = hints(service, ids, "2ply", SECONDS)
    show("hint, 2 plies, alone", alone, "20 ms")
    over = threading.Event()
    busy = [threading.Thread(target=analyse_until, args=(service, over, "2ply", [])) for _ in range(2 * os.cpu_count())]
    [b.start() for b in busy]
    time.sleep(1)
    loaded = hints(service, ids, "2ply", SECONDS)
    over.set()
    show("hint, 2 plies, all processors busy for others", loaded)
    print(f"p99 {percentile(loaded, .99) / percentile(alone, .5):.1f} times a lone call's median, {percentile(loaded, .99) / percentile(alone, .99):.1f} times its p99 (bar 3)")
    service.process.kill()
    [b.join() for b in busy]
    (one, one_spent), (two, two_spent) = matches(1), matches(2)
    print(f"matches a second at 0 plies: {one:.2f} on one processor, {two:.2f} on two: {two / one:.2f} times (bar 1.9)")
    print(f"matches a second of a processor's time: {one_spent:.2f}, {two_spent:.2f}: "
          f"{2 * two_spent / one_spent:.2f} times where nobody else uses the two")


main()
