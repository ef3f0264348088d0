"""Rows of cursors as types for mypy and editors; the kinds of their columns come from here too (_rows.py). None = not known."""
from __future__ import annotations

from typing import TypedDict

Category = str  # a text of few values


class DecisionRow(TypedDict):
    """A decision of a match (`Match.decisions()`)."""

    game: int
    move: int
    player: int
    kind: Category
    xgid: str
    gnubg_id: str
    dice: Category | None
    played: str | None
    best: str | None
    error: float | None
    error_mwc: float | None
    luck: float | None
    luck_mwc: float | None
    mark: Category | None
    score: int
    opponent_score: int
    cube: int
    cube_owner: int | None
    candidates: int | None
    equity: float | None
    best_equity: float | None
    win: float | None
    win_g: float | None
    win_bg: float | None
    lose_g: float | None
    lose_bg: float | None
    no_double: float | None
    double_take: float | None
    double_pass: float | None
    level: Category | None
    illegal: bool
    comment: str | None
    themes: str | None
    why: str | None


class GameRow(TypedDict):
    """A game of a match."""

    game: int
    score_0: int
    score_1: int
    crawford: bool
    winner: int | None
    points: int | None
    ending: Category | None
    events: int
    comment: str | None


class EventRow(TypedDict):
    """What happened in a match."""

    game: int
    move: int
    kind: Category
    player: int
    dice: Category | None
    play: str | None
    value: int | None
    illegal: bool
    implied: bool
    comment: str | None
    xgid: str
    line: int | None


class CandidateRow(TypedDict):
    """A play that the analysis weighed."""

    game: int
    move: int
    player: int
    rank: int
    play: str
    equity: float
    behind: float
    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float
    level: Category
    played: bool


class MatchRow(TypedDict):
    """A match of a collection."""

    id: int
    date: str | None
    player_0: str | None
    player_1: str | None
    score_0: int
    score_1: int
    length: int
    winner: int
    games: int
    event: str | None
    round: str | None
    place: str | None
    engine: Category | None
    level: Category | None
    page: str | None
    file: str | None


class CollectionDecisionRow(TypedDict):
    """A decision of a collection."""

    match: int
    game: int
    move: int
    side: int
    player: Category | None
    opponent: Category | None
    kind: Category
    position_id: str
    gnubg_match_id: str
    dice: int
    action: str | None
    best: str | None
    error: float | None
    error_mwc: float | None
    luck: float | None
    luck_mwc: float | None
    counted: bool
    phase: Category | None
    plan: Category | None
    away: int
    opponent_away: int
    cube: int
    cube_side: int
    level: Category | None
    themes: str | None
    date: Category | None
    event: Category | None
    length: int
    close: bool | None
    engine: Category | None


class PlayerRow(TypedDict):
    """A name in a collection."""

    name: str
    counted_as: str | None
    matches: int


class PlayRow(TypedDict):
    """A legal play (`Position.plays()`)."""

    play: str
    cubeful: float | None
    equity: float | None
    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float
    plies: int


class RolloutRow(TypedDict):
    """A play or an action that was rolled out."""

    play: str
    equity: float
    error: float
    cubeless: float
    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float
    trials: int
    behind: float | None
    behind_error: float | None
