#!/usr/bin/env python3
"""Makes the OGXM files of fixtures/ogxm and fixtures/bad/ogxm: make.py FOLDER-OF-FIXTURES. Written from the description
of the format, like decode.py."""
import hashlib
import os
import struct
import sys
import zlib

ROLLS = [(a, b) for a in range(1, 7) for b in range(a, 7)]


def v(n):
    out = b""
    while n >= 128:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def s(text): return v(len(text.encode())) + text.encode()
def equity(x): return struct.pack("<i", round(x * 1e6))
def probs(*p): return b"".join(struct.pack("<H", round(x * 1e4)) for x in p)


def record(must=b"", may=None, unknown=None):
    """`may`: bit -> data; `unknown`: the same above the known bits."""
    fields = {**(may or {}), **(unknown or {})}
    body = v(sum(1 << bit for bit in fields)) + must + b"".join(fields[b] for b in sorted(fields))
    return v(len(body)) + body


def section(kind, payload, flags=0):
    return kind.encode() + struct.pack("<IB", len(payload), flags) + payload


def roll(seat, a, b, *steps, short=False):
    byte = ROLLS.index((min(a, b), max(a, b))) | seat << 6
    most = 4 if a == b else 2
    return bytes([byte, *(pips << 5 | at for at, pips in steps)]) + (b"\0" if len(steps) < most else b"")


def act(action, seat, extras=None):
    return bytes([action | seat << 6 | (128 if extras is not None else 0)]) + (extras or b"")


def whole(sections, minor=0, least=0, sha=False):
    body = b"".join(sections)
    size = 16 + len(body) + 9 + (36 if sha else 8) + 4
    head = b"OGXM" + struct.pack("<HHHHI", 2, minor, 2, least, size)
    covered = head + body
    if sha:
        sum_ = record(v(1) + v(32) + hashlib.sha256(covered).digest())
    else:
        sum_ = record(v(0) + v(4) + struct.pack("<I", zlib.crc32(covered)))
    return covered + section("CSUM", sum_, 1) + b"END!"


def digest(*payloads):
    h = hashlib.sha256()
    for p in payloads:
        h.update(struct.pack("<I", len(p)) + p)
    return h.digest()


def clock(times, low=8, unit=10, reserve=120000):
    """Readings in ms, without the first, which is 0."""
    at = [(t + unit // 2) // unit for t in times]
    differences = [b - a for a, b in zip([0] + at, at)]
    words, bits = [], ""
    for i, d in enumerate(differences):
        if i % (64 // low) == 0:
            words.append(0)
        words[-1] |= (d & (1 << low) - 1) << i % (64 // low) * low
        bits += "1" * (d >> low) + "0"
    bits += "0" * (-len(bits) % 8)
    unary = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
    head = struct.pack("<IIII", reserve, 12000, 0, 1767894240) + bytes([0, 0, 0, 0])
    return head + struct.pack("<IBI", len(at), low, unit) + struct.pack("<%dQ" % len(words), *words) + unary


OPENING = [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0]


def board(b): return struct.pack("26b", *b)


def played(b, seat, *steps):
    b, sign = list(b), 1 if seat == 0 else -1
    for at, pips in steps:
        b[at] -= sign
        b[at + sign * pips] += sign
    return b


def match_of_two_engines():
    """Five points, two games: analysed by two programs, one of which counts in winning chances."""
    mtch = record(v(5) + v(0), {0: s("Ann"), 1: s("Bob"), 2: v(1), 3: v(64), 7: v(3), 8: v(1767894240000),
                                9: v(1767897840000), 10: v(0), 12: s("Club evening"), 13: v(2026), 15: s("Final"),
                                16: v(3), 17: s("A1"), 18: s("Oslo"), 19: s("NO"), 20: s("https://club.example/final"),
                                21: s("club.example"), 22: s("m-1.7"),
                                23: record(b"", {0: s("ann_s"), 1: v(181250), 2: s("elo"), 3: s("NO"), 4: v(0)}),
                                25: b""})
    first = (roll(0, 3, 1, (17, 3), (19, 1)) + roll(1, 5, 6, (24, 6), (18, 5)) + act(21, 0) + act(22, 1) +
             roll(0, 4, 2, (12, 4), (16, 2)) + act(27, 1, record(b"", {1: v(1)})))
    second = roll(1, 1, 2, (13, 2), (24, 1)) + roll(0, 6, 4, (1, 6), (7, 4)) + act(21, 1) + act(23, 0) + act(26, 0)
    g1 = record(b"", {0: v(0), 1: v(2), 7: v(2)}) + first
    g2 = record(b"", {0: v(1), 1: v(1), 7: v(1)}) + second

    def alternative(steps, e, p=None, played=False, level=None, se=None):
        may = {}
        if p:
            may[0] = probs(*p)
        if level:
            may[1] = level
        if played:
            may[2] = b""
        if se is not None:
            may[3] = equity(se)
        return record(v(len(steps)) + bytes(pips << 5 | at for at, pips in steps) + equity(e), may)

    def checker(ref, list_, level=None):
        may = {0: v(len(list_)) + b"".join(list_)}
        if level:
            may[4] = level
        return record(v(ref) + v(0), may)

    ours = b"".join([
        checker(0, [alternative([(17, 3), (19, 1)], 0.1591, (0.5512, 0.1734, 0.0123, 0.1241, 0.0049), True),
                    alternative([(12, 3), (19, 1)], -0.0121, (0.5012, 0.1434, 0.0101, 0.1341, 0.0061))]),
        record(v(0) + v(3) + equity(0.0712), {0: record(b"", {1: v(1)})}),
        checker(1, [alternative([(24, 6), (18, 5)], -0.0712, (0.4812, 0.1234, 0.0051, 0.1541, 0.0059), True)]),
        record(v(2) + v(1) + v(0), {0: equity(0.2711), 1: equity(0.0413), 2: equity(1),
                                    3: probs(0.5412, 0.1634, 0.0063, 0.1142, 0.0041), 4: struct.pack("<I", 229800)}),
        record(v(3) + v(1) + v(2), {0: equity(0.2711), 1: equity(0.0413), 2: equity(1),
                                    3: probs(0.4588, 0.1142, 0.0041, 0.1634, 0.0063)}),
        record(v(4) + v(9) + b"later kind", {}),
    ])
    rolled = record(b"", {0: s("3ply rollout"), 3: record(b"", {0: v(1296), 1: v(11), 2: v(1), 3: v(1),
                                                                4: struct.pack("<Q", 7)})})
    theirs = b"".join([
        checker(0, [alternative([(17, 3), (19, 1)], 0.5431, None, True, se=0.0021),
                    alternative([(12, 3), (19, 1)], 0.4981, None, level=record(b"", {0: s("2ply"), 4: b""}))], rolled),
        record(v(2) + v(1) + v(0), {0: equity(0.5731), 1: equity(0.5544), 2: equity(0.6013), 4: struct.pack("<I", 18700),
                                    11: v(2)}),
    ])
    id1, id2 = bytes(range(16)), bytes(range(16, 32))
    of = digest(mtch, g1, g2)
    anal1 = record(id1, {0: of, 2: record(b"", {0: s("2ply"), 1: v(2)}), 3: b"", 6: s("Hedge 3"), 8: s("3.1"), 9: v(1),
                         11: s("kazaross-xg2"), 13: record(b"", {0: b"", 9: v(1)})})
    anal2 = record(id2, {0: of, 1: v(1), 4: v(2) + v(0) + v(1), 9: v(2)})
    notes = b"".join([
        record(v(0) + v(0) + s("2"), {0: s("x-club-table")}),
        record(v(0) + v(0) + s("A good match")),
        record(v(1) + v(1) + s("The second game")),
        record(v(2) + v(0) + s(""), {6: v(2) + record(v(1) + bytes([6]), {0: bytes([3]), 1: v(1)}) +
                                     record(v(0) + bytes([20]), {})}),
        record(v(2) + v(2) + s("Too early?")),
        record(v(3) + v(0) + s("the play"), {1: v(0), 4: s("Cy"), 7: id1}),
    ])
    video = struct.pack("<BBHiQHI", 1, 1, 1, -500, 1767894240000, 28, 2) + b"https://video.example/w?v=12" + \
        struct.pack("<BHBIIH", 0, 0, 1, 1000, 2000, 0xFFFF) + struct.pack("<BHBIIH", 1, 2, 0, 65000, 0xFFFFFFFF, 3)
    sign = record(v(1) + v(64) + bytes(64), {0: v(4) + b"key1"})
    return whole([section("MTCH", mtch, 1), section("GAME", g1, 1), section("GAME", g2, 1),
                  section("ANAL", anal1), section("DECS", ours), section("SIGN", sign), section("NEWS", b"a later one"),
                  section("ANAL", anal2), section("DECS", theirs), section("CLCK", clock([4000, 9300, 30120, 31000])),
                  section("VIDO", video), section("ANNO", notes),
                  section("MSIG", record(v(1) + v(64) + bytes(64), {2: v(1767894240000)}))], 1)


def oddities():
    """Money: what a record has no word for."""
    illegal = played(OPENING, 0, (1, 6), (12, 6))
    mtch = record(v(0) + v(0), {0: s("Ann"), 2: v(2 | 4 | 8 | 64), 7: v(3), 14: v(2), 8: v(1767225600000)},
                  {40: b"later"})
    plies = (act(37, 0) + roll(1, 5, 5, (13, 5), (13, 5), (8, 5), (8, 5)) +
             act(31, 1, record(b"", {0: bytes([6, 6]), 3: b"", 6: board(illegal)})) + act(40, 1, b"\x03\x80\x04x") +
             act(63, 0, record(b"", {7: v(70)})) + act(36, 0, record(b"", {2: v(4), 8: v(0)})) +
             roll(1, 2, 1, (24, 2), short=True) + act(30, 0) + act(21, 0) + act(32, 1) + act(33, 0) +
             roll(0, 2, 1) + act(34, 0, record(b"", {4: equity(3)})))
    set_up = [0] * 26
    set_up[24], set_up[22], set_up[1], set_up[3] = 2, 1, -2, -1
    ends = roll(0, 6, 5, (24, 1), (24, 1)) + roll(1, 2, 1, (1, 1), (1, 1)) + roll(0, 4, 3, (22, 4))
    return whole([section("MTCH", mtch, 1), section("GAME", record(b"", {0: v(0), 1: v(3), 7: v(3)}) + plies, 1),
                  section("GAME", record(b"", {0: v(0), 1: v(2), 2: b"", 3: board(set_up), 4: v(2), 5: v(1), 6: v(1)},
                                         {9: b"z"}) + ends, 1)], 2, 1, sha=True)


def raccoons():
    """Money: after a raccoon the cube is the raccooner's, unless it is set for the beaverer."""
    begun = (roll(0, 3, 1, (17, 3), (19, 1)) + roll(1, 6, 4, (24, 6), (13, 4)) + roll(0, 2, 1, (12, 2), (1, 1)) +
             act(21, 1) + act(32, 0) + act(33, 1))
    goes_on = roll(1, 5, 4, (13, 5), (13, 4)) + roll(0, 4, 3, (12, 4), (12, 3))
    mtch = record(v(0) + v(0), {0: s("Ann"), 1: s("Bob"), 2: v(4 | 8)})
    his = act(36, 0, record()) + begun + goes_on + act(21, 1) + act(23, 0)
    hers = begun + act(36, 0, record(b"", {2: v(8), 8: v(0)})) + goes_on + roll(1, 6, 5, (13, 6), (18, 5)) + act(21, 0) + act(23, 1)
    return whole([section("MTCH", mtch, 1), section("GAME", record(b"", {0: v(1), 1: v(8), 4: v(2), 7: v(1)}) + his, 1),
                  section("GAME", record(b"", {0: v(0), 1: v(8), 7: v(1)}) + hers, 1)])


def longgammon():
    mtch = record(v(3) + v(3), {0: s("Ann"), 1: s("Bob"), 4: v(1) + v(2), 2: v(1)})
    return whole([section("MTCH", mtch, 1), section("GAME", record(b"") + roll(0, 6, 5, (1, 6), (1, 5)), 1)])




def timed():
    """Seven points: readings of the clock, places in the video, two signatures."""
    mtch = record(v(7) + v(0), {0: s("Iris"), 1: s("Jade"), 2: v(1)})
    game = record(b"", {0: v(1), 1: v(1), 7: v(1)}) + bytes.fromhex("02713351d8920ac1475517")
    video = struct.pack("<BBHiQHI", 1, 1, 0, 1500, 0, 27, 2) + b"https://video.example/w?v=7" + \
        struct.pack("<BHBIIH", 0, 0, 1, 754000, 0xFFFFFFFF, 0xFFFF) + struct.pack("<BHBIIH", 0, 3, 0, 790000, 0xFFFFFFFF, 0xFFFF)
    signed = [section("MSIG", record(v(1) + v(64) + bytes(range(64)), may)) for may in
              ({0: s("club key"), 1: v(32) + bytes(32), 2: v(1790442000000), 3: v(1)}, {3: v(0)})]
    return whole([section("MTCH", mtch, 1), section("GAME", game, 1), section("CLCK", clock([4200, 31870, 36010, 61500], 10, reserve=840000)),
                  section("VIDO", video), *signed])


def year_beyond():
    """A match that began in the year 10000, with a remark."""
    mtch = record(v(3) + v(0), {0: s("Ann"), 1: s("Bo"), 2: v(1), 7: v(5), 8: v(253402300800000)})
    game = record(b"", {0: v(0), 1: v(1), 7: v(1)}) + bytes.fromhex("02713343388d1557")
    remark = record(v(2) + v(1) + s("why not 24/23 13/9?"))
    return whole([section("MTCH", mtch, 1), section("GAME", game, 1), section("ANNO", remark)])


def version_1():
    """Three points, one game, analysed."""
    def chunk(kind, payload, flags=0):
        return kind.encode() + struct.pack("<IHH", len(payload), flags, 0) + payload

    def text(t):
        return bytes([len(t.encode())]) + t.encode()

    def tenth(*values):
        return b"".join(struct.pack("<h", round(x * 1e4)) for x in values)

    mhdr = struct.pack("<HBBHHBBIHH", 3, 1, 1, 1, 0, 0, 1, 1767894240, 5, 64) + bytes(6) + text("Ann") + text("Bob")
    mhdr += text("Club evening") + text("club.example")
    game = struct.pack("<BHBBBBB", 0, 5, 0, 1, 0, 0, 0) + b"\xff\xff"
    game += bytes([0x22, 1 << 5 | 19, 3 << 5 | 17, 0x11, 6 << 5 | 24, 4 << 5 | 18, 0x35, 0x17, 0x18])
    anal = struct.pack("<BBHHIIH", 2, 0, 1, 2, 1767894240, 10, 0) + bytes(8) + text("hedge/1")
    eval_ = struct.pack("<BH", 0, 0) + tenth(0.55, 0.17, 0.01, 0.12, 0.005, 0.16) + struct.pack("<HBBB", 0, 2, 2, 0)
    alts = bytes([3 << 5 | 17, 1 << 5 | 19, 0, 0]) + tenth(0.16, 0.55, 0.17, 0.01, 0.12, 0.005) + b"\1"
    alts += bytes([3 << 5 | 12, 1 << 5 | 19, 0, 0]) + tenth(-0.01, 0.5, 0.14, 0.01, 0.13, 0.006) + b"\0"
    cube = b"".join(struct.pack("<BHB", 0, ply, kind) + tenth(0.61, 0.66, 0.64, 0.6, 0.2, 0.01, 0.1, 0.004) +
                    struct.pack("<HBBB", 0, 1 + kind, 1 + 2 * kind, 2) + bytes(3) for ply, kind in ((2, 0), (3, 1)))
    body = (chunk("MHDR", mhdr, 1) + chunk("GAME", game, 1) + chunk("ANAL", anal) + chunk("EVAL", eval_) +
            chunk("ALTS", alts) + chunk("CUBE", cube) + chunk("CLCK", b"x"))
    size = 20 + len(body) + 8
    return b"OGXM" + struct.pack("<HHHHII", 1, 4, 1, 0, size, 1) + body + b"END!" + struct.pack("<I", size)


def main():
    good, bad = os.path.join(sys.argv[1], "ogxm"), os.path.join(sys.argv[1], "bad", "ogxm")
    two = match_of_two_engines()
    files = {os.path.join(good, "two-engines.ogxm"): two, os.path.join(good, "oddities.ogxm"): oddities(),
             os.path.join(good, "longgammon.ogxm"): longgammon(), os.path.join(good, "raccoons.ogxm"): raccoons(),
             os.path.join(good, "timed.ogxm"): timed(),
             os.path.join(good, "stream.ogxms"): raccoons() + version_1() + longgammon(),
             os.path.join(good, "stream-cut-off.ogxms"): longgammon() + raccoons()[:-30],
             os.path.join(good, "stream-and-more.ogxms"): longgammon() + b"JUNK" + raccoons(),
             os.path.join(good, "stream-damaged.ogxms"): longgammon() + timed().replace(b"\x51\xd8\x92", b"\x51\xd8\xff") + longgammon(),
             os.path.join(good, "v1.ogxm"): version_1(), os.path.join(good, "year-beyond.ogxm"): year_beyond(),
             os.path.join(bad, "v1-cut-off.ogxm"): version_1()[:150],
             os.path.join(bad, "cut-off.ogxm"): two[:700],
             os.path.join(bad, "later-reader.ogxm"): two[:10] + b"\3" + two[11:],
             os.path.join(bad, "damaged.ogxm"): two.replace(b"Ann", b"Anm"),
             os.path.join(bad, "no-match.ogxm"): whole([section("ANAL", record(bytes(16)))]),
             os.path.join(bad, "critical.ogxm"): whole([section("MTCH", record(v(5) + v(0)), 1), section("NEWS", b"", 1)]),
             os.path.join(bad, "overlong.ogxm"): whole([section("MTCH", b"\x04\x00\x85\x00\x00", 1),
                                                        section("GAME", record(b""), 1)]),
             os.path.join(bad, "variant.ogxm"): whole([section("MTCH", record(v(5) + v(9)), 1),
                                                       section("GAME", record(b""), 1)]),
             os.path.join(bad, "step.ogxm"): whole([section("MTCH", record(v(5) + v(0)), 1),
                                                    section("GAME", record(b"") + b"\x02\xff\xff", 1)])}
    for path, data in files.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)


if __name__ == "__main__":
    main()
