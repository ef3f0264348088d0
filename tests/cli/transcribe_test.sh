#!/usr/bin/env bash
# `kibitzer transcribe`: the dialogue over a pipe and over a terminal, and files into other formats.
. "$(dirname "$0")/lib.sh"

# say LINE...: a dialogue with new.kbt
say() {
    printf '%s\n' "$@" >said
    run transcribe new.kbt <said
}

test_ "a match is typed, drawn and kept line by line"
say 'names Ann, Bob' 'length 3' '31 8 6' '64 24/14' quit
status_is 0
err_empty
out_has 'Bob> 64 24/14'
out_has '^ +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Ann'
out_has 'Ann> quit'
equal "$(cat new.kbt)" "names Ann, Bob
length 3
31 8 6
64 24/14"

test_ "a dialogue goes on where the last one ended; the end of the input ends it"
say 'd' 't' 'list'
status_is 0
out_has 'Bob, take or pass> t'
out_has '^>   6  t'
equal "$(tail -n 2 new.kbt)" "d
t"

test_ "dice alone show what can be played and wait for the play"
say '52' '13 24'
out_has '15 plays: .*13/8 24/22\|plays: .*24/22 13/8'
equal "$(sed -n '/ plays: /,/\.\.\.$/p' out | awk 'length > 80')" ""
out_has 'Ann 52> 13 24'
equal "$(tail -n 1 new.kbt)" "52 13 24"

test_ "what does not add up is refused with what does, and kept with a mark"
say '61 13/5' '61 13/5 8/7!'
out_has 'found "13/5", which is not a play of 61; nearest: '
out_has 'Not taken'
equal "$(tail -n 2 new.kbt)" "52 13 24
61 13/5 8/7!"

test_ "what is not taken is not called kept; a transcript that begins without its head names the lines that come first"
cp new.kbt kept.kbt
say 'zz' '41 13'
out_has '^.*found "zz", expected dice, d, t, p, r, or a name with a colon$'
out_has 'is assumed; plays that fit'
equal "$(grep -c 'kept as\|is taken' out) $(awk 'length > 80' out)" "0 "
same new.kbt kept.kbt
printf '%s\n' 'Ann Bob' 'names Ann Bob' | "$PROGRAM" transcribe first.kbt >out 2>err
equal "$(grep -c 'names Ann, Bob and length 7 come first' out)" 2
out_has 'found "Ann Bob", expected two names with a comma between them$'

test_ "what begins a transcript without its word is answered with what is expected there"
printf '%s\n' Ann 'names Ann, Bob' zz quit | "$PROGRAM" transcribe ann.kbt >out 2>err
out_has 'found "Ann", expected two names with a comma between them$'
out_has 'found "zz", expected dice, d, t, p, r, or a name with a colon$'

test_ "while a roll waits, a line with its dice completes it and one with other dice takes its place"
printf '%s\n' 'names Ann, Bob' 'length 5' '31 8/5 6/5' 52 '52 13/8 13/11' '62' '43' '43' '43 24/20 13/10' d 't 21' 64 '61 13/7 8/7' quit |
    "$PROGRAM" transcribe waits.kbt >out 2>err
equal "$(grep -c 'Not taken\|taken for lost' out)" 0
out_has 'Ann 62> 43'
out_has 'Ann 43> 43 24/20 13/10'
out_has 'Bob 64> 61 13/7 8/7'
equal "$(tail -n 4 waits.kbt)" "52 13/8 13/11
43 24/20 13/10
d
t 61 13/7 8/7"

test_ "a game that ends is said, with who won it and how much"
printf '%s\n' 'names Ann, Bob' 'length 5' '31 8/5 6/5' r2 '31 8/5 6/5' d p quit | "$PROGRAM" transcribe ends.kbt >out 2>err
out_has '^Ann wins 2 points$'
out_has '^Bob wins 1 point$'
equal "$(grep -c ' wins ' out)" 2

test_ "undo, back, insert, delete: later lines that no longer add up are named"
cp new.kbt kept.kbt
say undo '44 24 24 13 13' u
out_has '44 24 24 13 13'
equal "$(tail -n 1 new.kbt)" "61 13/5 8/7!"
say 'back 5' '53 8 6' list
out_has 'before line 4 of 8'
out_has 'Lines that do not add up: '
equal "$(sed -n 4p new.kbt)" "53 8 6"
say 'go 4' delete
same new.kbt kept.kbt
say 'go 1' 'undo' 'delete' 'delete' 'delete' 'undo' 'undo'
out_has 'Nothing was changed'
out_has 'No line is before this place'
same new.kbt kept.kbt

test_ "write leaves the match in other formats, help lists what can be typed"
say 'write new.mat' 'w new.sgf' 'write' 'help' 'f 3' 'end' 'show'
file_there new.sgf
out_has 'new.mat is written'
out_has '^back N '
out_has '^31 8 6           dice and as much'
out_has '^                 who begins$'
equal "$(sed -n '/^31 8 6 /,$p' out | awk 'length > 80')" ''
run info --json new.mat
out_has '"Ann"'

test_ "without a dialogue: a file into any format, or to standard output"
run transcribe "$TOP/fixtures/transcript/evening.kbt" -o evening.mat
status_is 0
err_has 'evening.kbt:21:1: warning: '
grep -q '31: 8/5 6/5' evening.mat || wrong "no mat"
run transcribe -t sgf "$TOP/fixtures/transcript/evening.kbt"
out_has '^(;.*GM\[6\]'
run transcribe --json "$TOP/fixtures/transcript/evening.kbt"
out_has '"format": "transcript"'
run convert "$TOP/fixtures/transcript/evening.kbt" straight.mat
same evening.mat straight.mat

test_ "the example of the documentation adds up"
sed -n '/^    names Ann/,/^    = 2-0/s/^    //p' "$TOP/docs/transcribe.md" >example.kbt
run transcribe example.kbt -o example.mat
status_is 0
err_empty
grep -q '63: 24/18 14/11' example.mat || wrong "the lost play is not found"

test_ "a file that is not named or cannot be read or written"
run transcribe </dev/null
status_is 2
run transcribe . </dev/null
status_is 3
err_has 'Is a directory'
run transcribe nowhere/new.kbt <<<'31 8 6'
err_has 'nowhere'
run transcribe missing.kbt -o out.mat
status_is 3

test_ "the shortest form of a match is read as that match"
run convert "$DEMO/club-final.mat" final.kbt
run convert final.kbt again.mat
run convert again.mat again.kbt
same final.kbt again.kbt
[ $((2 * $(wc -c <final.kbt))) -lt "$(wc -c <again.mat)" ] || wrong "more than half as long"

test_ "on a terminal: nothing is echoed twice, Ctrl-C leaves what was typed"
cat >terminal.py <<'PY'
import os, pty, re, select, signal, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "transcribe", "typed.kbt"])
seen = ""
def clean(): # Windows' console has its own way of writing blanks and ends of lines
    return re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", seen.replace("\x1b[1C", " ")).replace("\r\r\n", "\r\n")
def expect(text):
    global seen
    end = time.time() + 10
    while text not in clean() and time.time() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                seen += os.read(fd, 4096).decode()
            except OSError:
                break
    print("yes" if text in clean() else "no: " + text + " in " + seen)
    seen = clean().partition(text)[2]
def type_(line):
    os.write(fd, line.encode() + b"\r")
expect("a game begins> ")
type_("names Ann, Bob")
expect("0-0, a game begins> ")
type_("31")
expect("Ann 31> ")
type_("8 6")
expect("X: Bob\r\nBob> ")
type_("64 24/14")
expect("Ann> ")
os.kill(pid, signal.SIGINT)
signal.alarm(60)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY
equal "$(python3 terminal.py "$PROGRAM" | tr '\n' ' ')" "yes yes yes yes yes 130 "
equal "$(cat typed.kbt)" "names Ann, Bob
31 8 6
64 24/14"

test_ "the engine's opinion is had while entering: of dice, of the cube, of a double"
printf '%s\n' 'names Ann, Bob' 'length 7' '?' 'hint 11' '31' '?' 'hint 65' '?66' 'hint 31 64' 'hint 70' '8/5 6/5' '?' 'hint 64' 'd' '?' 'quit' |
    "$PROGRAM" transcribe asked.kbt >out 2>err
out_has 'There is nothing to decide before the first roll'
out_has '1\. 8/5 6/5'
equal "$(grep -c 'A double opens no game' out)" 2 # the second is ?66
out_has 'No double'
out_has '24/14\|24/18 13/9'
out_has '1\. 24/13'
equal "$(grep -c 'A hint takes two dice' out)" 2
out_lacks ': you' # the board was there already
out_has '[Tt]ake'
equal "$(grep -c '' asked.kbt)" 4

finish
