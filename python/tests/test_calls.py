"""Cancelling, progress, limits, threads."""
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import OPENING, TOP

import kibitzer

LONG = {"trials": 1_000_000, "level": "2ply"}  # hours


def test_progress_rises_on_the_thread_that_asked(demo):
    seen = []
    kibitzer.read(demo).analyze(level="1ply", progress=lambda f, words: seen.append((f, threading.get_ident())))
    assert seen and [f for f, _ in seen] == sorted(f for f, _ in seen) and 0 < seen[-1][0] <= 1
    assert {thread for _, thread in seen} == {threading.get_ident()}


def test_what_progress_raises_ends_the_call(demo):
    match = kibitzer.read(demo)

    def stop(fraction, words):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        kibitzer.rollout(OPENING, progress=stop, **LONG)
    with pytest.raises(LookupError, match="enough"):
        match.analyze(level="3ply", progress=stop)
    assert match.sets == 0  # as it was


INTERRUPTED = """
import kibitzer, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what starts the tests may ignore it
print("ready", flush=True)
try:
    while True:
        {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "work",
    [
        f"kibitzer.rollout({OPENING!r}, trials=1000000, level='2ply')",
        f"kibitzer.Position({OPENING!r}).rollout(trials=1000000, level='2ply')",
        "kibitzer.read_all('fixtures/season')[0].analyze(level='3ply')",
        "kibitzer.evaluate(__import__('numpy').tile(kibitzer.start(), (5000000, 1)))",
    ],
)
def test_ctrl_c_arrives_as_keyboard_interrupt_in_time(work):
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(work=work)], stdout=subprocess.PIPE, text=True, cwd=TOP) as child:
        try:
            assert child.stdout.readline() == "ready\n"
            time.sleep(0.7)
            os.kill(child.pid, signal.SIGINT)
            assert child.communicate(timeout=20)[0] == "interrupted\n"
        finally:
            child.kill()


def test_python_goes_on_while_the_library_works():
    ended = threading.Event()

    def work():
        kibitzer.rollout(OPENING, trials=432, level="0ply")
        ended.set()

    worker, turns = threading.Thread(target=work), 0
    worker.start()
    while not ended.is_set():
        turns += 1
        time.sleep(0.001)
    worker.join()
    assert turns > 10


def test_limits_end_a_call_and_no_other():
    with kibitzer.limits(seconds=0.3), pytest.raises(kibitzer.LimitError):
        kibitzer.Position(OPENING).rollout(**LONG)
    assert kibitzer.Position(OPENING).plays("0ply")[0]["play"] == "8/5 6/5"


def test_threads_share_an_engine():
    position = kibitzer.Position(OPENING)
    wanted, found = position.plays("1ply"), []
    threads = [threading.Thread(target=lambda: found.append(kibitzer.Position(OPENING).plays("1ply"))) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert found == [wanted] * 4
