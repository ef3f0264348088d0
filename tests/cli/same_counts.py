"""Errors are counted alike everywhere: a folder of reports (pages and JSON), what `kibitzer errors` lists of it above the
first threshold, and `kibitzer stats --by error-kind`.

    same_counts.py FOLDER ERRORS.json STATS.json       prints how many counts were compared; exit 1 at a difference"""
import collections
import glob
import html
import json
import re
import sys

MARKS = ("very bad", "bad", "doubtful")
compared = 0


def same(where, found, expected):
    global compared
    compared += 1
    if found != expected:
        sys.exit(f"{where}: {found}, expected {expected}")


def of_json(path):
    """By player's name: how many decisions have each mark, but for beavers, which no rate counts."""
    out = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as file:
        match = json.load(file)
    names = [p["name"] for p in match["statistics"]["players"]]
    for game in match["games"]:
        for ply in game["plies"]:
            marks = ply.get("marks") or {}
            for kind in ("move", "cube"):
                if marks.get(kind) in MARKS and ply["action"] not in ("beaver", "raccoon"):
                    out[names[ply["player"]]][marks[kind]] += 1
    return names, out


def text_of(piece):
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", piece)).split())


def rows(page, anchor):
    table = page[page.index(f'id="{anchor}"'):]
    table = table[table.index("<tbody"):table.index("</table>")]
    return [[text_of(cell) for cell in re.split("<t[dh][^>]*>", row)[1:]] for row in re.split("<tr[^>]*>", table)[1:]]


def check_match(folder, stem, index, total):
    names, counts = of_json(f"{folder}/{stem}.json")
    with open(f"{folder}/{stem}.html", encoding="utf-8") as file:
        page = file.read()
    cards = re.findall(r'<p class="marks">(.*?)</p>', page)
    for name, card in zip(names, cards):
        shown = [int(n) for n in re.findall(r"(\d+) [?!]+", text_of(card))]
        same(f"{stem}.html, {name}", shown, [counts[name][mark] for mark in MARKS])
    games = [row for row in rows(page, "games")] if 'id="games"' in page else []
    for who, name in enumerate(names):
        if games:
            same(f"{stem}.html, games of {name}", sum(int(row[5 + who]) for row in games),
                 sum(counts[name].values()))
        total[name].update(counts[name])
    row = next(row for row in index if stem.replace("_", " ") in row[0].replace("_", " "))
    first = 0 if row[0].find(names[0]) < row[0].find(names[1]) else 1
    for side in range(2):
        count = counts[names[side if first == 0 else 1 - side]]
        same(f"index, {stem}, side {side}", int(row[7 + side]), count["bad"] + count["very bad"])


def main():
    folder, errors, stats = sys.argv[1:]
    total = collections.defaultdict(collections.Counter)
    with open(f"{folder}/index.html", encoding="utf-8") as file:
        page = file.read()
    index = rows(page, "matches")
    for path in sorted(glob.glob(f"{folder}/*.json")):
        check_match(folder, path[len(folder) + 1:-len(".json")], index, total)
    for row in rows(page, "players"):
        name = row[0]
        same(f"index, {name}", [int(n) for n in row[7:10]], [total[name][mark] for mark in MARKS])
    listed = collections.Counter()
    with open(errors, encoding="utf-8") as file:
        for error in json.load(file)["errors"]:
            for place in error["places"]:
                listed[place["player"]] += 1
    for name, count in total.items():
        same(f"errors of {name}", listed[name], sum(count.values()))
    with open(stats, encoding="utf-8") as file:
        kinds = json.load(file)["groups"]
    for name in {kind["name"] for kind in kinds}:
        same(f"stats of {name}", sum(kind["errors"] for kind in kinds if kind["name"] == name), sum(total[name].values()))
    print(f"{compared} counts are the same")


main()
