#!/usr/bin/env bash
# The Anki deck of `kibitzer errors`, read back by the npm package anki-reader, which lies in $READER.
. "$(dirname "$0")/../cli/lib.sh"

test_ "a reader that is not ours finds the deck, its cards and their two sides"
run analyze -q --level 0ply "$DEMO"
run errors --worst 30 --format anki -o deck.apkg
status_is 0
equal "$(cd "$READER" && node read.mjs "$WORK/deck.apkg")" "Backgammon: costly decisions: 30 cards, 30 whole"

finish
