#!/usr/bin/env bash
# `kibitzer mcp` with clients that others wrote: the two reference SDKs, one for each era, and the inspector.
# usage: PROGRAM=... assistants_check.sh FOLDER   (FOLDER has node_modules, and inspector/ with its own and its Node)
. "$(dirname "$0")/../cli/lib.sh"
MODULES=$1
cp "$TOP/tests/assistants/session.mjs" "$MODULES/"
run analyze -q --level 0ply --report none --out season "$DEMO"

# session CLIENT ERA
session() {
    timeout 800 node "$MODULES/session.mjs" "$1" "$2" "$PROGRAM" "$DEMO" "$WORK/season/collection.db" >out 2>err || wrong "$(tail -c 1000 err)"
    equal "$(tail -1 out)" closed
    equal "$(grep -c '^called' out)" 11
}

test_ "@modelcontextprotocol/sdk: every tool, progress, cancelling"
session sdk old

test_ "@modelcontextprotocol/client, by initialize"
session client old

test_ "@modelcontextprotocol/client, by server/discover"
session client new

# inspect WORDS...: the inspector's command line, with its Node; leaves the files out and err.
inspect() {
    local modules=$MODULES/inspector/node_modules
    PATH=$modules/.bin:$PATH timeout 300 "$modules/.bin/mcp-inspector" --cli "$PROGRAM" mcp "$@" >out 2>err || wrong "$(tail -c 1000 err)"
}

test_ "the inspector lists the tools"
inspect --method tools/list
equal "$(python3 -c 'import json; print(*(t["name"] for t in json.load(open("out"))["tools"]))')" "analyze hint cube rollout board convert"

test_ "the inspector calls one"
inspect --method tools/call --tool-name hint --tool-arg position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
equal "$(python3 -c 'import json; print(json.load(open("out"))["structuredContent"]["plays"][0]["play"])')" "8/5 6/5"

finish
