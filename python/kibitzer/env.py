"""Backgammon for those who train players: gymnasium's interface, with dice, cube, matches and the Crawford rule.

    env = kibitzer.env.Backgammon(length=5)
    seen, info = env.reset(seed=1)
    while True:
        action = env.action_space.sample(info["action_mask"])
        seen, reward, terminated, truncated, info = env.step(action)
        if terminated:
            break
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _spaces, arrays
from ._commands import run
from .arrays import Boards
from .position import Position

try:
    from gymnasium import Env as _Base, spaces
except ImportError:
    _Base, spaces = object, _spaces

CUBE, ANSWER, PLAY = 0, 1, 2
"""What is decided: to roll (0) or to double (1); to pass (0) or to take (1); which of info["after"] is played."""
MAX_CUBE = 4096

Seen = dict[str, Any]
Agent = Callable[[Seen, dict[str, Any]], int]
"""A player: what is seen, and info, to an action."""


class Backgammon(_Base):  # type: ignore[misc]
    """One money game, or a whole match of `length` points, is an episode.

    An observation is seen by the player who decides: `board` (int8[26], as everywhere here), `dice` (int8[2]; 0 = not
    rolled), `state` (int32[8], arrays.STATE) and `phase` (CUBE, ANSWER or PLAY). info has the `player` who decides
    (0 or 1), the `action_mask` (int8), in PLAY `after`, the boards after each play as the mover sees them, and after the
    end of a game its `result`: (winner, points). A play is one action, that of a double too; who cannot move, may not
    double or has a dead cube is not asked.

    The reward is the acting player's: in money play the points won or lost, in a match 1 or -1 at its end. With an
    `opponent`, who plays for player 1, the player who acts is always 0.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        length: int = 0,
        *,
        cube: bool = True,
        crawford: bool = True,
        jacoby: bool = True,
        opponent: Agent | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.length, self.cube_in_use, self.crawford, self.jacoby = length, cube, crawford, jacoby and length == 0
        self.opponent = opponent
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(arrays.PLAYS_MAX)
        self.observation_space = spaces.Dict(
            {
                "board": spaces.Box(-15, 15, (arrays.POINTS,), np.int8),
                "dice": spaces.Box(0, 6, (2,), np.int8),
                "state": spaces.Box(-1, 32767, (len(arrays.STATE),), np.int32),
                "phase": spaces.Discrete(3),
            }
        )
        self._over = True
        self._result: tuple[int, int] | None = None
        self._owner: int | None = None
        self._dice: tuple[int, int] | None = None

    # ---- gymnasium's calls ----

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new episode. The same seed and actions give the same dice. `options["position"]`: an ID to begin from, whose
        player on roll is player 0."""
        if _Base is not object:
            super().reset(seed=seed)
        elif seed is not None or not hasattr(self, "np_random"):
            self.np_random = np.random.default_rng(seed)
        self._over, self._result = False, None
        self._score, self._after_crawford = [0, 0], False
        position = (options or {}).get("position")
        self._new_game() if position is None else self._begin_from(Position(position))
        self._settle(0)
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """One decision; see the class."""
        if self._over:
            raise RuntimeError("the episode is over: call reset()")
        player, self._result = self._turn, None
        if not 0 <= int(action) < self._choices():
            raise ValueError(f"found action {action}, expected one below {self._choices()}: see action_mask")
        reward = self._settle(player, self._act(int(action), player))
        return self._seen(), reward, self._over, False, self._info()

    def render(self) -> str | None:
        """The board in letters, where render_mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        return run("board", self.position().xgid, to="txt").output.decode()

    def close(self) -> None:
        """Nothing is open."""

    @property
    def unwrapped(self) -> Backgammon:
        return self

    def position(self) -> Position:
        """The position, seen by the player on roll: in ANSWER the one who has doubled."""
        answers = self._phase == ANSWER
        board, on_roll = (arrays.flip(self._board), 1 - self._turn) if answers else (self._board, self._turn)
        return Position(board, dice=self._dice, **dict(zip(arrays.STATE, map(int, self._state(on_roll)))))

    # ---- what is seen ----

    def _state(self, player: int) -> Any:
        owner = 0 if self._owner is None else 1 if self._owner == player else -1
        mine, theirs = self._score[player], self._score[1 - player]
        values = (self._cube, owner, self.length, mine, theirs, self._is_crawford, self.jacoby, False)
        return np.array(values, np.int32)

    def _seen(self) -> Seen:
        dice = np.array(self._dice or (0, 0), np.int8)
        return {"board": self._board.copy(), "dice": dice, "state": self._state(self._turn), "phase": self._phase}

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(arrays.PLAYS_MAX, np.int8)
        mask[: 0 if self._over else self._choices()] = 1
        info: dict[str, Any] = {"player": self._turn, "action_mask": mask}
        if self._phase == PLAY:
            info["after"] = self._after
        if self._result is not None:
            info["result"] = self._result
        return info

    def _choices(self) -> int:
        return len(self._after) if self._phase == PLAY else 2

    # ---- games ----

    def _new_game(self) -> None:
        """The first roll, in which both throw a die: never a double, the higher one begins."""
        self._is_crawford = self._next_is_crawford()
        self._cube, self._owner = 1, None
        self._board = arrays.start()
        a, b = self.np_random.choice(6, 2, replace=False) + 1
        self._turn = 0 if a > b else 1
        self._play_with((int(a), int(b)))

    def _next_is_crawford(self) -> bool:
        """The first game, and no other, in which a player needs one point."""
        one_away = self.length > 1 and self.length - 1 in self._score
        first, self._after_crawford = one_away and not self._after_crawford, self._after_crawford or one_away
        return self.crawford and first

    def _begin_from(self, p: Position) -> None:
        self._board, self._turn, self._cube = p.board, 0, p.cube_value
        self._owner = {0: None, 1: 0, -1: 1}[p.cube_owner]
        self.length, self._score, self._is_crawford = p.length, [p.score, p.opponent_score], bool(p.crawford)
        self._after_crawford = self.length > 1 and self.length - 1 in self._score
        self.jacoby = bool(p.jacoby)
        self._play_with(p.dice) if p.dice else self._before_roll()

    def _before_roll(self) -> None:
        self._dice = None
        self._phase = CUBE
        if not self._may_double():
            self._roll()

    def _may_double(self) -> bool:
        useful = self.length == 0 or self._score[self._turn] + self._cube < self.length
        in_use = self.cube_in_use and not self._is_crawford and self._cube < MAX_CUBE
        return in_use and useful and self._owner in (None, self._turn)

    def _roll(self) -> None:
        a, b = self.np_random.integers(1, 7, 2)
        self._play_with((int(a), int(b)))

    def _play_with(self, dice: tuple[int, int]) -> None:
        self._dice, self._phase = dice, PLAY
        self._after: Boards = arrays.legal_plays(self._board, dice)
        if len(self._after) == 0:
            self._pass_dice(self._board)

    def _pass_dice(self, board: Boards) -> None:
        self._board, self._turn = arrays.flip(board), 1 - self._turn
        self._before_roll()

    # ---- decisions ----

    def _act(self, action: int, rewarded: int) -> float:
        """Does it for the player who decides; returns what it is worth at once to the one who is rewarded."""
        player = self._turn
        if self._phase == PLAY:
            after = self._after[action]
            if (after > 0).any():
                self._pass_dice(after)
                return 0.0
            self._board = after
            return self._end_game(player, self._cube * self._stake(after), rewarded)
        if self._phase == CUBE and action == 0:
            self._roll()
            return 0.0
        if self._phase == ANSWER and action == 0:
            self._turn_round()
            return self._end_game(1 - player, self._cube, rewarded)
        if self._phase == ANSWER:  # a take: the doubler rolls
            self._cube, self._owner = 2 * self._cube, player
            self._turn_round()
            self._roll()
            return 0.0
        self._turn_round()
        self._phase = ANSWER
        return 0.0

    def _turn_round(self) -> None:
        """The other player decides, and sees the board."""
        self._board, self._turn = arrays.flip(self._board), 1 - self._turn

    def _stake(self, after: Boards) -> int:
        """1, or 2 for a gammon, or 3 for a backgammon, of a board whose own chequers are all off."""
        if after.sum() != -15 or (self.jacoby and self._owner is None):
            return 1
        return 3 if (after[:7] < 0).any() else 2

    def _end_game(self, winner: int, points: int, rewarded: int) -> float:
        self._result = (winner, points)
        self._score[winner] += points
        sign = 1.0 if winner == rewarded else -1.0
        if self.length == 0 or self._score[winner] >= self.length:
            self._over = True
            return sign * (points if self.length == 0 else 1)
        self._new_game()
        return 0.0

    def _settle(self, rewarded: int, reward: float = 0.0) -> float:
        """Lets the opponent act until player 0 has to decide or the episode is over."""
        while self.opponent is not None and not self._over and self._turn == 1:
            action = int(self.opponent(self._seen(), self._info()))
            if not 0 <= action < self._choices():
                raise ValueError(f"the opponent's action {action} is not below {self._choices()}")
            reward += self._act(action, rewarded)
        return reward
