"""What all tests share: the repository's fixtures, a fast engine, an analysed match, a small collection."""
import os
from pathlib import Path

import pytest

import kibitzer

TOP = Path(os.environ.get("KIBITZER_TOP", Path(__file__).resolve().parents[2]))
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"  # 31 to play at the start of a game


@pytest.fixture(scope="session")
def fixtures():
    return TOP / "fixtures"


@pytest.fixture(scope="session")
def demo(fixtures):
    return fixtures / "demo/club-final.mat"


@pytest.fixture(scope="session")
def analysed(demo):
    return kibitzer.read(demo).analyze(level="0ply")


@pytest.fixture(scope="session")
def season(fixtures, tmp_path_factory):
    """A collection of the fixtures' season."""
    collection = kibitzer.Collection(tmp_path_factory.mktemp("season"))
    assert collection.add(fixtures / "season", level="0ply").complete
    return collection
