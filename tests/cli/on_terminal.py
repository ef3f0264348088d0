"""on_terminal.py COMMANDS LEAST WORD: each command on a terminal of its own; exit status 1 if one of them steers it.

COMMANDS is a file of words that end in a zero byte: what standard input comes from, the program, its arguments, and an empty
word behind each command. Printed is what reached the terminal and steers it, apart from kibitzer's own sequences (colours, bold,
the bar that is wiped). WORD, which is in the input, must have been shown by LEAST commands: else nothing was tested.
"""
import os
import pty
import re
import sys

OWN = [rb'\r\x1b\[K', rb'\x1b\[3[13]m', rb'\x1b\[0m\r?\n', rb'\x1b\[1m(?= [*>])']
STEERS = '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067\udc80-\udcff]|\r(?!\r*\n)'


def commands(path):
    """[standard input, program, arguments...] of each."""
    with open(path, 'rb') as f:
        words = f.read().split(b'\0')
    while b'' in words:
        end = words.index(b'')
        if end > 0:
            yield words[:end]
        words = words[end + 1:]


def on_terminal(stdin, words):
    """All bytes that the program sends to its terminal."""
    child, master = pty.fork()
    if child == 0:
        os.dup2(os.open(stdin, os.O_RDONLY), 0)
        os.execv(words[0], words)
    seen = b''
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(master)
    os.waitpid(child, 0)
    return seen


def steering(seen):
    for own in OWN:
        seen = re.sub(own, b'\n', seen)
    return re.findall('.{0,20}(?:' + STEERS + ').{0,20}', seen.decode('utf-8', 'surrogateescape'))


def main():
    shown = bad = 0
    for stdin, *words in commands(sys.argv[1]):
        seen = on_terminal(stdin, words)
        shown += sys.argv[3].encode() in seen
        found = steering(seen)
        bad += bool(found)
        for text in found[:3]:
            print(*(ascii(os.fsdecode(w)) for w in words[1:]), ':', ascii(text))
    if shown < int(sys.argv[2]):
        print(f'{shown} commands showed {sys.argv[3]}, expected at least {sys.argv[2]}')
    sys.exit(1 if bad or shown < int(sys.argv[2]) else 0)


main()
