"""Spaces of observations and actions: gymnasium's where it is installed, else these, which answer to the same calls."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


class Discrete:
    """The numbers 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self, mask: Any = None) -> int:
        """Any of them, or any that the mask (int8, 1 = allowed) allows."""
        return int(self._random.choice(np.flatnonzero(mask) if mask is not None else self.n))

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n


class Box:
    """Arrays of a shape and kind between two numbers."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self) -> Any:
        return self._random.integers(self.low, self.high, self.shape, self.dtype, True)

    def contains(self, x: Any) -> bool:
        fits = isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
        return fits and bool(((x >= self.low) & (x <= self.high)).all())


class Dict:
    """Several of them by name."""

    def __init__(self, spaces: Mapping[str, Any]) -> None:
        self.spaces = dict(spaces)

    def seed(self, seed: int | None = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        known = isinstance(x, dict) and x.keys() == self.spaces.keys()
        return known and all(space.contains(x[name]) for name, space in self.spaces.items())
