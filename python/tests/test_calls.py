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
        kibitzer.rollout(OPENING, trials=144, level="0ply")
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


def test_short_calls_start_no_threads():
    for work in (lambda: kibitzer.hint(OPENING, level="0ply"), lambda: kibitzer.Position(OPENING).plays("0ply")):
        work()
        before, names = threading.active_count(), []
        start = threading.Thread.start
        threading.Thread.start = lambda thread: (names.append(thread.name), start(thread))[1]
        try:
            for _ in range(20):
                work()
        finally:
            threading.Thread.start = start
        assert names == [] and threading.active_count() == before


def test_a_call_within_the_progress_of_another(demo):
    inside = []
    kibitzer.read(demo).analyze(level="1ply", progress=lambda f, words: inside.append(kibitzer.hint(OPENING, level="0ply")))
    assert inside and all(h["plays"][0]["play"] == "8/5 6/5" for h in inside)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_was_forked_has_threads_of_its_own():
    kibitzer.hint(OPENING, level="0ply")
    child = os.fork()
    if child == 0:
        os._exit(0 if kibitzer.hint(OPENING, level="0ply")["plays"][0]["play"] == "8/5 6/5" else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_prepared_engine_answers_as_one_that_is_opened():
    engine = kibitzer.Engine(met="woolsey")
    at_score = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:5:0:7:10"
    prepared, named = kibitzer.hint(at_score, engine=engine, level="0ply"), kibitzer.hint(at_score, met="woolsey", level="0ply")
    assert prepared == named != kibitzer.hint(at_score, level="0ply")
    assert kibitzer.commands.hint(at_score, engine=engine, level="0ply") == [named]
    assert kibitzer.Position(at_score).hint(engine=engine, level="0ply")["plays"] == named["plays"]
