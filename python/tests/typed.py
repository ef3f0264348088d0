"""What type checkers know of documents: `make check-python` has mypy look at this file, and nobody runs it. A line with an ignore is an error that has to be found."""
import kibitzer
from kibitzer import documents


def best(position: str) -> str:
    hint: documents.HintRecord = kibitzer.hint(position, level="0ply", engine=kibitzer.Engine())
    hint["plais"]  # type: ignore[typeddict-item]
    scores: documents.ScoresRecord = kibitzer.hint(position, scores=True)
    print(scores["xgid"], kibitzer.Position(position).hint()["xgid"])
    return hint["plays"][0]["play"]


def rating(match: kibitzer.Match, club: kibitzer.Collection) -> float | None:
    report = match.document()
    report["statistics"]["players"][0]["overal"]  # type: ignore[typeddict-item]
    kibitzer.commands.stats(db=club.where, bye="month")  # type: ignore[call-arg]
    print(club.stats(by="month")["groups"], [m.line + 1 for m in match.messages])
    return report["statistics"]["players"][0]["overall"]["pr"]


def costliest(match: kibitzer.Match, club: kibitzer.Collection) -> float:
    for decision in match.decisions():
        decision["eror"]  # type: ignore[typeddict-item]
        decision["error"] + 1  # type: ignore[operator]
    print([row["date"] for row in club.decisions(forced=True)], [row["id"] + 1 for row in club.matches()])
    plays = kibitzer.Position("4HPwATDgc/ABMA").plays("0ply")
    return plays[0]["win"] + max(row["error"] or 0 for row in club.decisions())


async def later(match: kibitzer.Match) -> str:
    analysed: kibitzer.Match = await kibitzer.to_thread(match.analyze, level="0ply")
    plays: list[kibitzer.Play] = await kibitzer.to_thread(kibitzer.Position().roll((3, 1)).legal_plays)
    wrong: int = await kibitzer.to_thread(kibitzer.read, "a.mat")  # type: ignore[arg-type]
    return f"{analysed} {plays[0].notation} {wrong}"
