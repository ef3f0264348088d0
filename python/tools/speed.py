"""What Python costs beside the library: 100,000 different positions evaluated by kibitzer.evaluate(), and by the function
of the library itself with the same arrays; the same again with cube and score. Best of five, with an engine of its own
each time, so that no cache has seen the positions."""
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
