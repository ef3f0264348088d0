"""A bot's brain: reads positions, a line each (XGID, or PositionID:MatchID), and answers each with a line: the play
where dice have been rolled, else what to do with the cube. bot.c is the same in C.

    echo 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10' | python3 bot.py 1ply
"""
import sys

import kibitzer


def answer(line: str, level: str) -> str:
    position = kibitzer.Position(line)
    if position.dice is None:
        return position.cube(level).verdict
    plays = position.plays(level)
    return str(plays[0]["play"]) if plays else ""


def main() -> int:
    failed = 0
    level = sys.argv[1] if len(sys.argv) > 1 else "2ply"
    for line in filter(None, map(str.strip, sys.stdin)):
        try:
            print(answer(line, level), flush=True)
        except kibitzer.Error as e:
            print("?", e, flush=True)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
