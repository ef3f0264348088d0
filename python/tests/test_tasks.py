"""asyncio: calls that are awaited, and cancelled."""
import asyncio
import threading
import time

import pytest
from conftest import OPENING

import kibitzer

LONG = {"trials": 1_000_000, "level": "2ply"}  # hours


def test_calls_are_awaited_side_by_side(demo):
    async def ask():
        return await asyncio.gather(
            kibitzer.to_thread(kibitzer.hint, OPENING, level="0ply"),
            kibitzer.to_thread(kibitzer.read, demo),
            kibitzer.to_thread(kibitzer.Position(OPENING).plays, "0ply"),
        )

    hint, match, plays = asyncio.run(ask())
    assert hint["plays"][0]["play"] == plays[0]["play"] == "8/5 6/5" and match.length == 7


def test_progress_is_called_on_the_thread_of_the_loop(demo):
    seen = []

    async def ask():
        match = kibitzer.read(demo)
        await kibitzer.to_thread(match.analyze, level="1ply", progress=lambda f, words: seen.append(threading.get_ident()))

    asyncio.run(ask())
    assert seen and set(seen) == {threading.get_ident()}


@pytest.mark.parametrize(
    "work",
    [
        lambda match: kibitzer.to_thread(kibitzer.rollout, OPENING, **LONG),
        lambda match: kibitzer.to_thread(kibitzer.Position(OPENING).rollout, **LONG),
        lambda match: kibitzer.to_thread(match.analyze, level="4ply"),
        lambda match: kibitzer.to_thread(kibitzer.rollout, OPENING, progress=lambda f, words: None, **LONG),
    ],
)
def test_a_task_that_is_cancelled_ends_when_its_work_has_ended(demo, work):
    match = kibitzer.read(demo)

    async def ask():
        task = asyncio.create_task(work(match))
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - begun

    assert asyncio.run(ask()) < 20
    assert match.sets == 0 and kibitzer.Position(OPENING).plays("0ply")


def test_a_time_limit_of_asyncio_stops_the_work():
    async def ask():
        await asyncio.wait_for(kibitzer.to_thread(kibitzer.rollout, OPENING, **LONG), 0.3)

    with pytest.raises((asyncio.TimeoutError, TimeoutError)):
        asyncio.run(ask())


def test_what_is_raised_arrives():
    async def ask():
        await kibitzer.to_thread(kibitzer.hint, "nonsense")

    with pytest.raises(kibitzer.Error, match="neither a Position ID"):
        asyncio.run(ask())


def test_a_cursor_goes_on_after_a_frame_that_was_cancelled(season):
    cursor = season.decisions()

    async def ask():
        task = asyncio.create_task(kibitzer.to_thread(cursor.frame))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    pytest.importorskip("pandas", reason="pandas is not installed")
    asyncio.run(ask())
    assert len(list(cursor)) > 0


def test_what_is_said_in_tasks_is_heard_by_who_listens(fixtures):
    async def ask(path):
        with kibitzer.messages() as said:
            await kibitzer.to_thread(kibitzer.read_all, path)
        return said

    async def both():
        return await asyncio.gather(*(ask(fixtures / name) for name in ("bad/mat/absurd.mat", "mat/two-matches.mat")))

    absurd, two = asyncio.run(both())
    assert {m.file for m in absurd} == {str(fixtures / "bad/mat/absurd.mat")} != {m.file for m in two} and two
