#!/usr/bin/env python3
"""bgf-fixture.py FILE: writes fixtures/bgf/club.bgf, a short match as BGBlitz packs it: JSON line, gzip, SMILE.

The encoder is small: shared names and values, small and 32-bit integers, doubles, short and long texts."""
import gzip
import struct
import sys

NAMES, VALUES = {}, {}


def vint(n):
    n = (n << 1) ^ (n >> 63)
    out = [0x80 | n & 0x3F]
    n >>= 6
    while n:
        out.insert(0, n & 0x7F)
        n >>= 7
    return bytes(out)


def text(s):
    raw = s.encode()
    if not raw:
        return b"\x20"
    if len(raw) > 64:
        return (b"\xe0" if raw.isascii() else b"\xe4") + raw + b"\xfc"
    if s in VALUES:
        return bytes([VALUES[s] + 1])
    if len(VALUES) < 31:
        VALUES[s] = len(VALUES)
    if raw.isascii():
        return bytes([0x40 + len(raw) - 1]) + raw
    return bytes([0x80 + len(raw) - 2]) + raw


def name(s):
    if s in NAMES:
        return bytes([0x40 + NAMES[s]])
    NAMES[s] = len(NAMES)
    return bytes([0x80 + len(s) - 1]) + s.encode()


def real(x):
    bits = struct.unpack(">Q", struct.pack(">d", x))[0]
    return b"\x29" + bytes(bits >> shift & 0x7F for shift in range(63, -1, -7))


def value(v):
    if v is None:
        return b"\x21"
    if isinstance(v, bool):
        return b"\x23" if v else b"\x22"
    if isinstance(v, int):
        return bytes([0xC0 + ((v << 1) ^ (v >> 63))]) if -16 <= v <= 15 else b"\x24" + vint(v)
    if isinstance(v, float):
        return real(v)
    if isinstance(v, str):
        return text(v)
    if isinstance(v, list):
        return b"\xf8" + b"".join(map(value, v)) + b"\xf9"
    return b"\xfa" + b"".join(name(k) + value(x) for k, x in v.items()) + b"\xfb"


def play(player, dice, *steps):
    pairs = list(steps) + [(-1, -1)] * (4 - len(steps))
    return {"type": "amove", "player": player, "green": dice[0], "red": dice[1],
            "from": [p[0] for p in pairs], "to": [p[1] for p in pairs], "luck": 0.125, "equity": {"equity": -0.25},
            "moveAnalysis": [{"level": "2-ply", "equity": 0.1}]}


def analysed(move, *entries):
    """Entries: money equity, match winning chance, chances, steps; the first is the play made."""
    move["moveAnalysis"] = []
    for i, (equity, mwc, chances, *steps) in enumerate(entries):
        pairs = list(steps) + [(-1, -1)] * (4 - len(steps))
        names = "myWins", "myGammon", "myBackGammon", "oppWins", "oppGammon", "oppBackGammon"
        move["moveAnalysis"].append({
            "move": {"from": [p[0] for p in pairs], "to": [p[1] for p in pairs]},
            "eq": {"equity": equity, "matchEquity": mwc, **dict(zip(names, chances))}, "played": i == 0, "ply": 2})
    move["equity"]["cubeDecision"] = {"eqNoDouble": 0.31, "eqDoubleTake": 0.195, "eqDoublePass": 0.755}
    return move


def cube(player, what):
    return {"type": what, "player": player}


MATCH = {
    "matchlen": 3, "nameGreen": "Ann", "nameRed": "Bo Bj\u00f6rk", "date": "2026-02-28", "event": "Club", "location": "Ulm",
    "useCube": True, "useCrawford": True, "useJacoby": False, "finalGreen": 2, "finalRed": 1,
    "games": [
        {"scoreGreen": 0, "scoreRed": 0, "wonPoints": 2, "wasResignation": True, "moves": [
            analysed(play(1, (3, 1), (8, 5), (6, 5)),
                     (0.16, 0.541, (0.553, 0.171, 0.008, 0.447, 0.117, 0.006), (8, 5), (6, 5)),
                     (-0.01, 0.502, (0.497, 0.137, 0.008, 0.503, 0.14, 0.007), (24, 23), (13, 10))),
            analysed(play(-1, (4, 2), (8, 4), (6, 4)),
                     (-0.05, 0.47, (0.48, 0.15, 0.01, 0.52, 0.16, 0.01), (8, 4), (6, 4)),
                     (-0.02, 0.48, (0.49, 0.14, 0.01, 0.51, 0.15, 0.01), (1, 3), (12, 16))), cube(1, "adouble"), cube(-1, "atake"),
            play(1, (6, 6), (24, 18), (24, 18), (13, 7), (13, 7))]},
        {"scoreGreen": 2, "scoreRed": 0, "wonPoints": -1, "wasForfeit": False, "moves": [
            play(-1, (6, 1), (13, 7), (8, 7)), play(1, (5, 2), (13, 8), (13, 11)),
            play(-1, (1, 1), (8, 7), (8, 7), (6, 5), (6, 5))]},
    ],
}

with open(sys.argv[1], "wb") as out:
    out.write(b'{"version":"1.0","compression":"gzip","encoding":"smile"}\n')
    out.write(gzip.compress(b":)\n\x03" + value(MATCH), mtime=0))
