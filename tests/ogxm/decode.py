#!/usr/bin/env python3
"""An OGXM decoder of its own, written from the description of the format and sharing nothing with the program: it reads
files of version 2 and checks the rules a writer has to keep. decode.py [--show] FILE...: one line for each fault; exit
status 1 if there is any."""
import hashlib
import struct
import sys
import zlib

ROLLS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
OPENING = {0: {1: 2, 12: 5, 17: 3, 19: 5}, 1: {1: 2, 2: 2, 12: 4, 17: 3, 19: 4}, 2: {1: 1, 2: 1, 3: 1}, 3: {1: 15}}


class Fault(Exception):
    pass


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if self.at + n > len(self.data):
            raise Fault("runs over its end")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def varint(self, bits=32):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            if value >> bits:
                raise Fault("varint too wide")
            if byte < 128:
                if byte == 0 and shift:
                    raise Fault("overlong varint")
                return value
            shift += 7

    def text(self):
        raw = self.take(self.varint())
        if b"\0" in raw:
            raise Fault("zero in a string")
        return raw.decode("utf-8")

    def end(self):
        return self.at == len(self.data)


def v(c): return c.varint()
def v64(c): return c.varint(64)
def s(c): return c.text()
def flag(c): return True
def equity(c): return c.number("i") / 1e6
def loss(c): return c.number("I") / 1e6
def prob(c): return c.number("H") / 1e4
def uuid(c): return c.take(16).hex()
def digest(c): return c.take(32).hex()
def board(c): return list(struct.unpack("26b", c.take(26)))
def pair(c): return (c.varint(), c.varint())
def steps(c): return [step(c.take(1)[0]) for _ in range(c.varint())]
def blob(c): return c.take(c.varint()).hex()


def probs(c):
    p = [prob(c) for _ in range(5)]
    if not (1 >= p[0] >= p[1] >= p[2] and 1.00011 - p[0] >= p[3] >= p[4]):
        raise Fault("chances that do not contain each other: %s" % p)
    return p


def step(byte):
    if byte & 31 > 25 or not 1 <= byte >> 5 <= 6:
        raise Fault("step %02x" % byte)
    return (byte & 31, byte >> 5)


def coverage(c):
    refs, last = [], -1
    for _ in range(c.varint()):
        last += c.varint() + 1
        refs.append(last)
    return refs


def record(c, fields, mandatory=()):
    inner = Cursor(c.take(c.varint()))
    mask = inner.varint(64)
    out = {name: read(inner) for name, read in mandatory}
    for bit, (name, read) in enumerate(fields):
        if mask >> bit & 1:
            out[name] = read(inner)
    if not inner.end():
        if not mask >> len(fields):
            raise Fault("bytes are left in a record")
        out["unknown"] = inner.data[inner.at:].hex()
    return out


def of(fields, mandatory=()): return lambda c: record(c, fields, mandatory)


PLAYER = [("user_id", s), ("rating", v), ("rating_system", s), ("country", s), ("kind", v)]
MTCH = [("white_name", s), ("black_name", s), ("rules", v), ("cube_limit", v), ("score_start", pair),
        ("score_final", pair), ("result", v), ("source", v), ("started_at", v64), ("completed_at", v64),
        ("player_seat", v), ("crawford_before_start", flag), ("event", s), ("event_year", v), ("date_precision", v),
        ("stage", s), ("round", v), ("table", s), ("city", s), ("country", s), ("event_url", s), ("site", s),
        ("match_ref", s), ("white_player", of(PLAYER)), ("black_player", of(PLAYER)), ("rated", flag)]
GAME = [("winner", v), ("points_won", v), ("is_last_game", flag), ("initial_board", board), ("initial_cube_value", v),
        ("initial_cube_owner", v), ("auto_doubles", v), ("termination", v)]
EXTRAS = [("dice", lambda c: tuple(c.take(2))), ("resign_value", v), ("cube_value", v), ("illegal", flag),
          ("settle_value", equity), ("steps", steps), ("board", board), ("action_ext", v), ("cube_owner", v)]
ROLLOUT = [("trials", v), ("truncation_depth", v), ("move_ply", v), ("variance_reduction", v),
           ("seed", lambda c: c.number("Q")), ("budget_ms", v), ("match_policy", v)]
LEVEL = [("preset", s), ("checker_ply", v), ("cube_ply", v), ("rollout", of(ROLLOUT)), ("no_rollout", flag)]
DIALS = [("jacoby_resolved", flag), ("jacoby_mode", v), ("cube_limit_resolved", v), ("cube_limit_mode", v),
         ("exact_bearoff", flag), ("race_order", flag), ("top_deep", flag), ("top_deep_threshold", loss),
         ("rollout_budget_on", flag), ("cube_rule", v), ("top_deep_keep", v), ("top_deep_accept", v)]
ANAL = [("match_digest", digest), ("producer", v), ("level", of(LEVEL)), ("complete", flag), ("coverage", coverage),
        ("model_id", s), ("model_name", s), ("model_digest", digest), ("engine_build", s), ("currency", v),
        ("cube_efficiency", prob), ("met_id", s), ("tables", s), ("dials", of(DIALS)), ("started_at", v64),
        ("completed_at", v64), ("duration_ms", v), ("sources", lambda c: [uuid(c) for _ in range(c.varint())])]
ALTERNATIVE = [("probs", probs), ("level", of(LEVEL)), ("is_played", flag), ("rollout_se", equity),
               ("cubeless_equity", equity)]
ALTERNATIVES = lambda c: [record(c, ALTERNATIVE, [("steps", steps), ("equity", equity)]) for _ in range(c.varint())]
DECISION = {
    0: ([], [("alternatives", ALTERNATIVES), ("alternatives_total", v), ("best_equity", equity), ("equity_loss", loss),
             ("level", of(LEVEL)), ("rollouts_done", v), ("deep_searched", v), ("position_tags", v),
             ("producer_ref", v), ("source_band", v)]),
    1: ([("verdict", v)], [("no_double", equity), ("double_take", equity), ("double_pass", equity), ("probs", probs),
                           ("equity_loss", loss), ("take_point", prob), ("window_searched", flag),
                           ("level", of(LEVEL)), ("is_optional", flag), ("is_free_cube", flag),
                           ("cubeful_take_value", equity), ("currency", v), ("producer_ref", v)]),
    2: ([], [("correct_value", v), ("resign_error", equity), ("take_resign_error", equity), ("probs", probs),
             ("equity_loss", loss), ("level", of(LEVEL)), ("producer_ref", v)]),
    3: ([("luck", equity)], [("level", of(LEVEL)), ("producer_ref", v)]),
}
DRAWING = of([("to", lambda c: c.take(1)[0]), ("color", v)], [("shape", v), ("at", lambda c: c.take(1)[0])])
ANNO = [("key", s), ("kind", v), ("alt_index", v), ("lang", s), ("author", s), ("at", v64),
        ("drawings", lambda c: [DRAWING(c) for _ in range(c.varint())]), ("analysis_id", uuid)]


def decision(c):
    inner = Cursor(c.take(c.varint()))
    mask, ref, kind = inner.varint(64), inner.varint(), inner.varint()
    out = {"ply_ref": ref, "kind": kind}
    if kind in DECISION:
        mandatory, fields = DECISION[kind]
        for name, read in mandatory:
            out[name] = read(inner)
        for bit, (name, read) in enumerate(fields):
            if mask >> bit & 1:
                out[name] = read(inner)
        if not inner.end() and not mask >> len(fields):
            raise Fault("bytes are left in a decision")
    return out


def ply(c):
    byte = c.take(1)[0]
    p = {"action": byte & 63, "seat": byte >> 6 & 1}
    if p["action"] <= 20:
        a, b = p["dice"] = ROLLS[p["action"]]
        p["steps"], most = [], 4 if a == b else 2
        while len(p["steps"]) < most:
            one = c.take(1)[0]
            if one == 0:
                break
            p["steps"].append(step(one))
    if byte & 128:
        p["extras"] = record(c, EXTRAS)
        if p["action"] == 63:
            p["action"] = p["extras"]["action_ext"]
    if p["action"] == 35:
        raise Fault("action 35")
    return p


class Board:
    """Index 0 is White's bar, 25 Black's; White's chequers are positive and go up."""

    def __init__(self, variant):
        self.p = [0] * 26
        for at, n in OPENING[variant].items():
            self.p[at], self.p[25 - at] = self.p[at] + n, self.p[25 - at] - n

    def move(self, seat, at, pips):
        sign = 1 if seat == 0 else -1
        if self.p[at] * sign <= 0:
            raise Fault("no chequer to move from %d" % at)
        if self.p[0 if seat == 0 else 25] and at != (0 if seat == 0 else 25):
            raise Fault("a chequer on the bar is left there")
        to = at + sign * pips
        self.p[at] -= sign
        if 1 <= to <= 24:
            if self.p[to] * sign < -1:
                raise Fault("the point %d is held" % to)
            if self.p[to] == -sign:
                self.p[to] = 0
                self.p[25 if seat == 0 else 0] -= sign
            self.p[to] += sign
        elif any(self.p[i] * sign > 0 for i in (range(0, 19) if seat == 0 else range(7, 26))):
            raise Fault("borne off with chequers outside the home board")


def home_distance(seat, at):
    return 25 - at if seat == 0 else at


def check_dice(p):
    left = [p["dice"][0]] * 4 if p["dice"][0] == p["dice"][1] else list(p["dice"])
    for at, pips in p["steps"]:
        exact = home_distance(p["seat"], at) == pips
        usable = [d for d in left if d == pips] or [d for d in sorted(left) if exact and d > pips]
        if not usable:
            raise Fault("a step of %d pips does not fit the roll %d%d" % (pips, *p["dice"]))
        left.remove(usable[0])


class Game:
    def __init__(self, head, variant):
        self.board = Board(variant)
        if "initial_board" in head:
            if head["initial_board"] == self.board.p:
                raise Fault("initial_board is the opening")
            self.board.p = list(head["initial_board"])
        self.cube = head.get("initial_cube_value", 1) << head.get("auto_doubles", 0)
        self.owner = head.get("initial_cube_owner", 2)
        self.offered, self.raised, self.over, self.winner = 0, False, False, None

    def play(self, p):
        action, seat, extras = p["action"], p["seat"], p.get("extras", {})
        if action <= 21:
            self.raised = False
        if action <= 20:
            if self.offered:
                raise Fault("a roll while a double waits for its answer")
            check_dice(p)
            for at, pips in p["steps"]:
                self.board.move(seat, at, pips)
        elif action == 21:
            if self.owner == 1 - seat:
                raise Fault("a double by the player who has not the cube")
            self.offered = 2
        elif action in (22, 23, 32, 33) and not self.offered and not (self.raised and action in (23, 33)):
            raise Fault("an answer to no double")
        elif action == 22:
            self.cube, self.owner, self.offered = self.cube * 2, seat, 0
        elif action == 32:
            self.cube, self.owner, self.offered, self.raised = self.cube * 4, seat, 0, True
        elif action == 33:
            self.cube, self.owner, self.offered = self.cube * 2, seat, 0
        elif action == 23:
            self.winner, self.offered = 1 - seat, 0
        elif action == 31:
            if "board" in extras:
                self.board.p = list(extras["board"])
        elif action == 36:
            self.cube, self.owner = extras.get("cube_value", 1), extras.get("cube_owner", 2)


class File:
    def __init__(self, data):
        self.data, self.faults, self.games, self.analyses, self.notes, self.match = data, [], [], [], [], None
        self.sections = []
        self.plies = []

    def check(self, where, good, text):
        if not good:
            self.faults.append("%s: %s" % (where, text))

    def read(self):
        d = self.data
        magic, major, minor, least, least_minor, size = struct.unpack_from("<4sHHHHI", d)
        self.version = (major, minor, least, least_minor)
        self.check("header", magic == b"OGXM" and major == 2, "not OGXM 2")
        self.check("header", (least, least_minor) <= (2, 2), "needs a later reader")
        self.check("header", size == len(d), "size %d of %d" % (size, len(d)))
        self.check("end", d[-4:] == b"END!", "no END!")
        c = Cursor(d[:-4])
        c.take(16)
        while not c.end():
            at = c.at
            kind, n, flags = c.take(4).decode("ascii"), c.number("I"), c.take(1)[0]
            self.sections.append((kind, at, flags, c.take(n)))
        self.order()
        for kind, at, flags, payload in self.sections:
            try:
                getattr(self, "section_" + kind, lambda *_: None)(Cursor(payload), at)
            except (Fault, UnicodeDecodeError, struct.error, IndexError) as e:
                self.faults.append("%s at %d: %s" % (kind, at, e))
        self.score()
        self.references()
        return self

    def order(self):
        rank = ["MTCH", "GAME", "ANAL", "DECS", "SIGN", "CLCK", "VIDO", "ANNO", "MSIG", "CSUM"]
        known = [k for k, *_ in self.sections if k in rank]
        group = [2 if r in (2, 3, 4) else r for r in map(rank.index, known)]
        self.check("order", group == sorted(group), "sections stand as %s" % known)
        self.check("order", known[:1] == ["MTCH"] and self.sections[-1][0] == "CSUM", "MTCH first, CSUM last")
        for once in ("MTCH", "CLCK", "VIDO", "ANNO", "CSUM"):
            self.check("order", known.count(once) <= 1, "several " + once)
        for a, b in zip(known, known[1:]):
            self.check("order", (b == "DECS") == (a == "ANAL"), "%s before %s" % (a, b))
        for kind, _, flags, _ in self.sections:
            if kind in rank:
                self.check(kind, flags == (kind in ("MTCH", "GAME", "CSUM")), "flags %d" % flags)

    def section_MTCH(self, c, at):
        m = self.match = record(c, MTCH, [("match_length", v), ("variant", v)])
        self.check("MTCH", c.end(), "bytes behind the record")
        self.check("MTCH", m["variant"] in OPENING, "variant %d" % m["variant"])
        for name, most in [("event", 120), ("stage", 60), ("table", 24), ("city", 80), ("site", 253),
                           ("match_ref", 64), ("event_url", 512)]:
            self.check("MTCH", len(m.get(name, "").encode()) <= most, name + " is too long")
        self.check("MTCH", "match_ref" not in m or "site" in m, "match_ref without site")
        self.check("MTCH", "event_year" not in m or "event" in m, "event_year without event")
        self.check("MTCH", set(m.get("site", "")) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-"), "site is no host")
        for who in ("white_player", "black_player"):
            p = m.get(who, {})
            self.check("MTCH", ("rating" in p) == ("rating_system" in p), "rating without its system")
        for name, default in [("rules", 0), ("result", 0), ("source", 0), ("white_name", ""),
                              ("score_start", (0, 0))]:
            self.check("MTCH", m.get(name, None) != default, name + " is written at its default")

    def section_GAME(self, c, at):
        head = record(c, GAME)
        first = len(self.plies)
        g = Game(head, self.match["variant"])
        self.games.append((head, first, g))
        while not c.end():
            p = ply(c)
            self.plies.append((p, len(self.games) - 1))
            try:
                g.play(p)
            except Fault as e:
                self.faults.append("game %d, ply %d: %s" % (len(self.games), len(self.plies) - 1, e))
        self.check("GAME", ("winner" in head) == ("points_won" in head), "winner and points_won go together")
        for name, default in [("initial_cube_value", 1), ("initial_cube_owner", 2), ("auto_doubles", 0)]:
            self.check("GAME", head.get(name, None) != default, name + " is written at its default")

    def section_ANAL(self, c, at):
        head = record(c, ANAL, [("analysis_id", uuid)])
        self.check("ANAL", c.end(), "bytes behind the record")
        self.analyses.append((head, []))

    def section_DECS(self, c, at):
        last = (-1, -1)
        while not c.end():
            one = decision(c)
            here = (one["ply_ref"], one["kind"])
            self.check("DECS", last < here, "%s stands behind %s" % (here, last))
            last = here
            self.analyses[-1][1].append(one)

    def section_ANNO(self, c, at):
        last = None
        while not c.end():
            a = record(c, ANNO, [("scope", v), ("ref", v), ("value", s)])
            self.notes.append(a)
            here = (a["scope"], a["ref"], "analysis_id" in a, a.get("analysis_id", ""), "kind" in a, a.get("kind", 0),
                    "alt_index" in a, a.get("alt_index", 0), "key" not in a)
            key = here + (a.get("key", ""), a.get("lang", ""))
            self.check("ANNO", last is None or last < key or ("key" not in a and last <= key), "order at %s" % (here,))
            last = key
            if a["scope"] == 1:
                self.check("ANNO", a["ref"] < len(self.games), "game %d" % a["ref"])
            elif a["scope"] >= 2:
                self.check("ANNO", a["ref"] < len(self.plies), "ply %d" % a["ref"])

    def section_CLCK(self, c, at):
        c.take(16)
        self.check("CLCK", c.take(1)[0] < 4 and c.take(3) == b"\0\0\0", "its head")
        n, b = c.number("I"), c.take(1)[0]
        c.number("I")
        self.check("CLCK", n < max(1, len(self.plies)), "%d readings of %d plies" % (n + 1, len(self.plies)))
        if n:
            c.take(8 * -(-n // (64 // b)))
            bits = "".join(format(x, "08b")[::-1] for x in c.take(len(c.data) - c.at))
            self.check("CLCK", bits.count("0") >= n and "1" not in bits.split("0", n)[n], "its unary part")
        self.check("CLCK", c.end(), "bytes behind it")

    def section_VIDO(self, c, at):
        version, kind, flags, offset, base, n, count = struct.unpack("<BBHiQHI", c.take(22))
        c.take(n)
        marks = [struct.unpack("<BHBIIH", c.take(14)) for _ in range(count)]
        self.check("VIDO", c.end() and marks == sorted(marks) and version == 1, "its marks")

    def section_CSUM(self, c, at):
        r = record(c, [], [("algorithm", v), ("digest", blob)])
        covered = self.data[:at]
        want = struct.pack("<I", zlib.crc32(covered)).hex() if r["algorithm"] == 0 else hashlib.sha256(covered).hexdigest()
        self.check("CSUM", r["digest"] == want, "%s, expected %s" % (r["digest"], want))

    def score(self):
        if self.match is None:
            return
        length, score = self.match["match_length"], list(self.match.get("score_start", (0, 0)))
        for head, *_ in self.games:
            if "winner" in head:
                won = head["points_won"]
                score[head["winner"]] += min(won, length - score[head["winner"]]) if length else won
        if "score_final" in self.match:
            self.check("score", tuple(score) == self.match["score_final"], "the games give %s" % score)

    def references(self):
        digest_of = hashlib.sha256()
        for kind, _, _, payload in self.sections:
            if kind in ("MTCH", "GAME"):
                digest_of.update(struct.pack("<I", len(payload)) + payload)
        ids = [head["analysis_id"] for head, _ in self.analyses]
        self.check("ANAL", len(set(ids)) == len(ids), "two blocks of one name")
        for head, decisions in self.analyses:
            if "match_digest" in head:
                self.check("ANAL", head["match_digest"] == digest_of.hexdigest(), "match_digest of another match")
            for d in decisions:
                self.one_decision(head, d)
        for a in self.notes:
            self.check("ANNO", a.get("analysis_id") in [None, *ids], "of an analysis that is not there")

    def one_decision(self, head, d):
        where = "decision on ply %d" % d["ply_ref"]
        if d["ply_ref"] >= len(self.plies):
            return self.check(where, False, "there are %d plies" % len(self.plies))
        p = self.plies[d["ply_ref"]][0]
        self.check(where, "coverage" not in head or d["ply_ref"] in head["coverage"], "outside coverage")
        if d["kind"] in (0, 3):
            self.check(where, p["action"] <= 20, "kind %d on action %d" % (d["kind"], p["action"]))
        if d["kind"] == 1:
            fits = {21: (0, 1, 4), 22: (2, 3, 5, 6), 23: (2, 3, 5, 6), 32: (2, 3, 5, 6), 33: (2, 3, 5, 6)}
            self.check(where, d["verdict"] in (fits.get(p["action"]) or (0, 1, 4)) and
                       (p["action"] <= 20 or p["action"] in fits), "verdict %d on action %d" % (d["verdict"], p["action"]))
        list_ = d.get("alternatives", [])
        self.check(where, sum("is_played" in a for a in list_) <= 1, "two plays are the one that was played")
        for a in list_:
            if "is_played" in a:
                self.check(where, "equity_loss" not in d, "equity_loss beside the play made")


def show(f):
    print("version", f.version)
    print("MTCH", f.match)
    for kind, at, flags, payload in f.sections:
        print("  section", kind, at, flags, len(payload))
    for i, (head, first, _) in enumerate(f.games):
        print("GAME", i, head)
        for k, (p, g) in enumerate(f.plies):
            if g == i:
                print("  ", k, p)
    for head, decisions in f.analyses:
        print("ANAL", head)
        for d in decisions:
            print("  ", d)
    for a in f.notes:
        print("ANNO", a)


def main():
    names = [a for a in sys.argv[1:] if a != "--show"]
    bad = False
    for name in names:
        f = File(open(name, "rb").read())
        try:
            f.read()
        except (Fault, struct.error, UnicodeDecodeError, KeyError) as e:
            f.faults.append("file: %r" % e)
        if "--show" in sys.argv:
            show(f)
        for fault in f.faults:
            print("%s: %s" % (name, fault))
        bad = bad or bool(f.faults)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
