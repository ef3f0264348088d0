"""What Python costs beside the library: 100,000 different positions evaluated by kibitzer.evaluate(), and by the function
of the library itself with the same arrays; the same again with cube and score. Best of five, with an engine of its own
each time, so that no cache has seen the positions. Then single questions with the engine that is open, and the rows of a
collection (argument: its folder; else one of fixtures/season) as frames."""
import sys
import tempfile
import time

import numpy as np

import kibitzer
from kibitzer import arrays
from kibitzer._native import ffi, lib

N = 100_000


def positions(n):
    """Boards that random play leads to."""
    random = np.random.default_rng(1)
    board, found = kibitzer.start(), {}
    while len(found) < n:
        after = kibitzer.legal_plays(board, tuple(random.integers(1, 7, 2)))
        board = kibitzer.flip(after[random.integers(len(after))] if len(after) else board)
        if board[board > 0].sum() == 0 or board[board < 0].sum() == 0:
            board = kibitzer.start()
        found[board.tobytes()] = board
    return np.stack(list(found.values()))


def by_library(boards, engine):
    out = np.empty((len(boards), 5), np.float32)
    lib.kibitzer_evaluate(engine.handle, arrays.pointer(boards, "int8_t"), len(boards), arrays.pointer(out, "float"), 1, ffi.NULL)


def seconds(work):
    best = float("inf")
    for _ in range(5):
        engine = kibitzer.Engine()
        kibitzer.evaluate(kibitzer.start(), engine=engine)
        begun = time.process_time()
        work(engine)
        best = min(best, time.process_time() - begun)
    return best


boards = positions(N)
for name, work in (
    ("kibitzer_evaluate() itself", lambda e: by_library(boards, e)),
    ("kibitzer.evaluate()", lambda e: kibitzer.evaluate(boards, engine=e, threads=1)),
    ("kibitzer.evaluate_states()", lambda e: kibitzer.evaluate_states(boards, engine=e, threads=1)),
):
    took = seconds(work)
    print(f"{name:28} {took:.3f} s of one core, {N / took:,.0f} positions a second")


# ---- single questions ----

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"


def milliseconds(ask, times=200):
    ask()
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(times // 5):
            ask()
        best = min(best, time.perf_counter() - begun)
    return 1000 * best / (times // 5)


position = kibitzer.Position(OPENING)
for name, ask in (
    ("hint(), 0ply", lambda: kibitzer.hint(OPENING, level="0ply")),
    ("evaluate() of an ID, 0ply", lambda: kibitzer.evaluate(OPENING.replace(":31:", ":00:"), level="0ply")),
    ("Position.plays(), 0ply", lambda: position.plays("0ply")),
    ("Position.evaluate(), 0ply", lambda: position.evaluate("0ply")),
):
    print(f"{name:28} {milliseconds(ask):.3f} ms")

# ---- frames ----

with tempfile.TemporaryDirectory() as folder:
    club = kibitzer.Collection(sys.argv[1] if len(sys.argv) > 1 else folder)
    if len(sys.argv) < 2:
        club.add("fixtures/season", level="0ply")
    for name, make in (
        ("decisions(forced=True)", lambda: club.decisions(forced=True).frame()),
        ('table("decisions")', lambda: club.table("decisions").frame()),
    ):
        best, rows = float("inf"), len(make())
        for _ in range(3):
            begun = time.process_time()
            make()
            best = min(best, time.process_time() - begun)
        print(f"{name:28} {rows:,} rows in {best:.2f} s of one core, {rows / best:,.0f} rows a second")
