#!/usr/bin/env python3
"""How fast the service is: a hint alone, hints while all processors analyse for others, matches a second on one and two
processors. bench.py [SECONDS [FOLDER]], PROGRAM says which program. No match is asked twice of one service: they are those
of the folder, or games that are played first."""
import http.client
import os
import queue
import sys
import threading
import time

from client import Service, percentile, positions, timed
from games import ask, play_matches, read_folder

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 10
FOLDER = sys.argv[2] if len(sys.argv) > 2 else None
MATCHES_A_SECOND = 4  # that two processors may analyse at 0 plies


def hints(service, ids, level, seconds):
    connection = service.connect()
    times, until = [], time.time() + seconds
    while time.time() < until:
        took, (status, _, body) = timed(service.hint, next(ids), level, connection)
        assert status == 200, body
        times.append(took * 1000)
    return times


def analyse(service, matches, level, over, done):
    """One client after another match, until there are none, or it is over."""
    try:
        while not over.is_set():
            done.append(ask(service, "POST", f"/v1/matches?level={level}&wait=25", matches.get_nowait())[0] == 200)
    except (queue.Empty, OSError, http.client.HTTPException):  # all are done, or the service is gone
        pass


def clients(service, matches, level, n, over, done):
    waiting = queue.Queue()
    for match in matches:
        waiting.put(match)
    threads = [threading.Thread(target=analyse, args=(service, waiting, level, over, done)) for _ in range(n)]
    [t.start() for t in threads]
    return threads


def show(name, times, bar=None):
    print(f"{name:46} median {percentile(times, .5):7.2f} ms  p99 {percentile(times, .99):7.2f} ms  of {len(times)}"
          + (f"  (bar {bar})" if bar else ""), flush=True)


def all_matches(matches, jobs, level="0ply"):
    """Seconds of the clock and of processors that a new service takes for all of them; and how many it read."""
    service = Service("--jobs", str(jobs), wrapper=("taskset", "-c", ",".join(map(str, range(jobs)))))
    begin, done = time.perf_counter(), []
    [t.join() for t in clients(service, matches, level, 2 * jobs, threading.Event(), done)]
    took, spent = time.perf_counter() - begin, service.processor_seconds()
    assert service.stop() == 0
    assert len(done) == len(matches)
    return took, spent, sum(done)


def played():
    service = Service()
    matches = list(play_matches(service, int(MATCHES_A_SECOND * SECONDS)))
    assert service.stop() == 0
    return matches


def main():
    ids = positions()
    service = Service()
    hints(service, ids, "2ply", 1)  # warm
    show("hint, 0 plies, alone", hints(service, ids, "0ply", SECONDS / 2), "2 ms")
    alone = hints(service, ids, "2ply", SECONDS)
    show("hint, 2 plies, alone", alone, "20 ms")
    matches, over = read_folder(FOLDER) if FOLDER else played(), threading.Event()
    busy = clients(service, matches, "3ply", 2 * os.cpu_count(), over, [])
    time.sleep(1)
    loaded = hints(service, ids, "2ply", SECONDS)
    assert any(b.is_alive() for b in busy), "they were all analysed before the hints were over"
    over.set()
    show("hint, 2 plies, all processors busy for others", loaded)
    print(f"p99 {percentile(loaded, .99) / percentile(alone, .5):.1f} times a lone call's median, {percentile(loaded, .99) / percentile(alone, .99):.1f} times its p99 (bar 3)")
    service.process.kill()
    [b.join() for b in busy]
    (one, one_spent, n), (two, two_spent, as_many) = all_matches(matches, 1), all_matches(matches, 2)
    assert n == as_many > 0
    print(f"{n} of {len(matches)} matches at 0 plies, each once: {one:.1f} s on one processor, {two:.1f} s on two: {one / two:.2f} times (bar 1.9)")
    print(f"of processors: {one_spent:.1f} s, {two_spent:.1f} s: {2 * one_spent / two_spent:.2f} times where nobody else uses the two")


main()
