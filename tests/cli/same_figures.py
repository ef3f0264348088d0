"""Two documents of `convert --json` on the same match: a text export of GNU Backgammon and the SGF that it saved. The
same plies, positions, results and marks, and each figure of the text within what it was rounded to.

    same_figures.py TEXT.json SGF.json        prints how many figures were compared; exit 1 at a difference"""
import json
import sys

HALF = 0.0005 + 2e-6  # three decimals, and float's own
compared = 0


def near(where, text, sgf, tolerance=HALF):
    global compared
    if text is None:
        return
    compared += 1
    if sgf is None or abs(text - sgf) > tolerance:
        sys.exit(f"{where}: {text} in the text, {sgf} in the SGF")


def same(where, text, sgf):
    if text != sgf:
        sys.exit(f"{where}: {text!r} in the text, {sgf!r} in the SGF")


def same_probabilities(where, text, sgf):
    for name in text or {}:
        near(f"{where} {name}", text[name], sgf[name])


def same_moves(where, text, sgf):
    if text is None:
        return
    known = {c["play"]: c for c in sgf["candidates"]}
    for c in text["candidates"]:
        same(f"{where} candidate", c["play"] in known, True)
        other = known[c["play"]]
        near(f"{where} {c['play']}", c["equity"], other["equity"])
        same_probabilities(f"{where} {c['play']}", c["probabilities"], other["probabilities"])
        same(f"{where} {c['play']} level", c["level"], other["level"])
        same(f"{where} {c['play']} played", c["played"], other["played"])
    near(f"{where} error", text["error"], sgf["error"], 2 * HALF)


def same_cube(where, text, sgf):
    if text is None:
        return
    for name in "no_double", "double_take", "double_pass":
        near(f"{where} {name}", text[name], sgf[name])
    near(f"{where} double_error", text["double_error"], sgf["double_error"], 2 * HALF)
    near(f"{where} answer_error", text["answer_error"], sgf["answer_error"], 2 * HALF)
    for name in "no_double_evaluation", "double_take_evaluation":
        near(f"{where} {name}", text[name]["cubeless_equity"], sgf[name]["cubeless_equity"])
        same_probabilities(f"{where} {name}", text[name]["probabilities"], sgf[name]["probabilities"])


def main():
    text, sgf = (json.load(open(path)) for path in sys.argv[1:3])
    same("games", len(text["games"]), len(sgf["games"]))
    for a, b in zip(text["games"], sgf["games"]):
        for name in "number", "score", "crawford_game", "winner", "points", "ending":
            same(f"game {a['number']} {name}", a[name], b[name])
        same(f"game {a['number']}", len(a["plies"]), len(b["plies"]))
        for x, y in zip(a["plies"], b["plies"]):
            where = f"game {a['number']} ply {x['number']}"
            for name in "action", "player", "roll", "value", "xgid", "comment", "marks":
                same(f"{where} {name}", x[name], y[name])
            same_moves(f"{where} move", x["moves"], y["moves"])
            same_cube(f"{where} cube", x["cube"], y["cube"])
            if x["luck"] is not None:
                near(f"{where} luck", x["luck"]["equity"], y["luck"] and y["luck"]["equity"])
    print(compared)


main()
