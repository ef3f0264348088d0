"""Runs the tool calls of docs/assistants.md, in their order, and holds the answers against those in it.

usage: dialogues.py PROGRAM DOCUMENT ROOT DB [--write]

Blocks marked `call` are followed by blocks marked `answer`; --write puts them there. In a call, $id, $decision and $xgid
stand for the first values of these keys in the answer before."""
import json
import re
import subprocess
import sys


class Server:
    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})

    def ask(self, method, params):
        print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["result"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def first(value, key):
    """The first value of this key, wherever it is."""
    if isinstance(value, dict) and key in value:
        return value[key]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        found = first(inner, key)
        if found is not None:
            return found
    return None


def folded(value, indent=0, width=150):
    """JSON whose parts are on one line where they fit."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= width or not isinstance(value, (dict, list)) or not value:
        return flat
    pad = " " * (indent + 1)
    if isinstance(value, list):
        return "[" + (",\n" + pad).join(folded(v, indent + 1, width) for v in value) + "]"
    lines, line = [], ""
    for key, inner in value.items():
        piece = json.dumps(key) + ": " + folded(inner, indent + 1, width)
        if line and len(line) + len(piece) + indent < width and "\n" not in piece + line:
            line += ", " + piece
        else:
            lines += [line] if line else []
            line = piece
    return "{" + (",\n" + pad).join(lines + [line]) + "}"


def main():
    program, document, root, db = sys.argv[1:5]
    write = "--write" in sys.argv
    server = Server(program, "mcp", "--root", root, "--db", db, "--jobs", "2")
    before, calls, wrong = {}, 0, 0

    def run(match):
        nonlocal before, calls, wrong
        call = json.loads(re.sub(r"\$(\w+)", lambda m: str(first(before, m[1])), match[1]))
        result = server.ask("tools/call", call)
        calls += 1
        if result["isError"]:
            print(f"{call}: {result['content'][0]['text']}")
            wrong += 1
            return match[0]
        before = result["structuredContent"]
        answer = folded(before)
        if match[2] != answer and not write:
            print(f"{call}: the answer is now\n{answer}")
            wrong += 1
        return f"```call\n{match[1]}\n```\n\n```answer\n{answer}\n```\n"

    with open(document, encoding="utf-8") as f:
        text = f.read()
    new = re.sub(r"```call\n(.*?)\n```\n(?:\n```answer\n(.*?)\n```\n)?", run, text, flags=re.S)
    if write:
        with open(document, "w", encoding="utf-8") as f:
            f.write(new)
    if calls == 0 or server.close() != 0:
        print(f"{calls} calls; the server did not end well")
        wrong += 1
    return 1 if wrong else 0


sys.exit(main())
