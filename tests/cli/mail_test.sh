#!/bin/bash
# Mails and mailboxes are opened as archives are: their parts are inputs of their own.
. "$(dirname "$0")/lib.sh"
brief_demo
one=$DEMO/club-final.mat two=$DEMO/semi-final.mat tree=$DEMO/league-round-4.sgf
ls "$one" "$two" "$tree" >/dev/null || exit 1

# head SUBJECT: a mail begins.
head_() {
    printf 'From: Ann <ann@example.org>\nTo: bo@example.org\nSubject: %s\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n' "$1"
}
# mixed: what follows has parts.
mixed() { printf 'Content-Type: multipart/mixed; boundary="=_b"\n\n'; }
words() { printf -- '--=_b\nContent-Type: text/plain; charset=utf-8\n\n%s\n' "${1:-Hi Bo, see the match.}"; }
# file NAME TYPE: standard input is attached.
file() {
    printf -- '--=_b\nContent-Type: %s\nContent-Disposition: attachment; filename="%s"\nContent-Transfer-Encoding: base64\n\n' "$2" "$1"
    base64
}
end() { printf -- '--=_b--\n'; }

# dump PATH: the record of a file alone.
record() { "$PROGRAM" convert -q --to dump "$1" -; }
"$PROGRAM" convert -q --to dump "$one" one.dump
"$PROGRAM" convert -q --to dump "$two" two.dump
"$PROGRAM" convert -q --to dump "$tree" tree.dump

test_ "two matches in a mail are two matches"
{ head_ two && mixed && words && file one.mat application/octet-stream <"$one" && file two.mat text/plain <"$two" && end; } >two.eml
run info two.eml
status_is 0
out_has '^two.eml/one.mat: mat'
out_has '^two.eml/two.mat: mat'
err_empty
run convert -q --to dump --out both two.eml
status_is 0
same both/one.dump one.dump
same both/two.dump two.dump

test_ "two formats in a mail are read each by its reader"
{ head_ formats && mixed && file one.mat text/plain <"$one" && file tree.sgf application/x-go-sgf <"$tree" && end; } >formats.eml
run convert -q --to dump --out formats formats.eml
status_is 0
same formats/one.dump one.dump
same formats/tree.dump tree.dump

test_ "words beside a match, the same as HTML, and pictures are left out with a note"
{ head_ alone && mixed && words && file m.mat text/plain <"$one" &&
    printf -- '--=_b\nContent-Type: text/html\n\n<html>Hi</html>\n' &&
    printf '\x89PNG\r\n\x1a\nxx' | file sign.png image/png && end; } >alone.eml
run convert -v --to dump alone.eml alone.dump
status_is 0
same alone.dump one.dump
for part in alone-1.plain alone-3.html sign.png; do err_has "alone.eml/$part: not a match file, left out"; done
run info - <alone.eml
status_is 0
out_has '^<stdin>/m.mat: mat'

test_ "a match that a mail has as text and as HTML is one match"
{ head_ both && printf 'Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\n' && cat "$one" &&
    printf -- '--x\nContent-Type: multipart/related; boundary=y\n\n--y\nContent-Type: text/html\n\n<html><body><pre>\n' && cat "$one" &&
    printf -- '</pre></body></html>\n--y\nContent-Type: text/plain; name=two.mat\n\n' && cat "$two" && printf -- '--y--\n--x--\n'; } >both.eml
run info -v both.eml
status_is 0
out_has '^both.eml/both-1.plain: mat'
out_has '^both.eml/two.mat: mat'
out_lacks 'html'
err_has 'both.eml/both-2.html: not a match file, left out'

test_ "a match in the words of a mail is read, quoted or not, and messages have its own lines"
{ head_ words && printf 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n' &&
    sed 's/=/=3D/g; s/^\( *2) .*\)$/\1=\n/' "$one"; } >words.eml
run convert -q --to dump words.eml -
status_is 0
out_is "$(cat one.dump)"
{ head_ quoted && printf '\nAnn wrote:\n' && sed 's/^/> /' "$one"; } >quoted.eml
run info quoted.eml
status_is 0
out_has '^quoted.eml/quoted.plain: mat'
{ head_ line && printf '\n' && sed 's/^ *1) .*/& and more/' "$two"; } >line.eml
run info line.eml
err_has '^line.eml/line.plain:[0-9]*:[0-9]*: warning'
sed '1,/^$/d' line.eml >line.mat
run info line.mat
cp err alone.err
run info line.eml
sed 's#line.eml/line.plain:#line.mat:#' err | same - alone.err

test_ "text of two bytes a letter, and what a head says of its charset"
iconv -f UTF-8 -t UTF-16 "$one" >wide
iconv -f UTF-8 -t UTF-16LE "$two" >bare
{ head_ wide && mixed && file wide.txt 'text/plain; charset=utf-16' <wide && file bare.txt 'text/plain; charset="utf-16le"' <bare && end; } >wide.eml
run convert -q --to dump --out wide.out wide.eml
status_is 0
same wide.out/wide.dump one.dump
same wide.out/bare.dump two.dump
{ head_ koi && mixed && sed 's/^ \(.*\) : 0 .*/ \xc1\xce\xce : 0          Bo : 0/' "$two" | file koi.mat 'text/plain; charset=koi8-r' && end; } >koi.eml
run info koi.eml
status_is 0
out_has 'анн - Bo'
run info --encoding iso-8859-1 koi.eml
out_has 'ÁÎÎ - Bo'

test_ "archives and files that are not text are read out of mails"
mkdir in && cp "$one" in/final.mat && (cd in && zip -q ../m.zip final.mat)
xg=$(ls "$TOP"/fixtures/xg/*.xg | head -1) ogxm=$(ls "$TOP"/fixtures/ogxm/*.ogxm | head -1)
{ head_ files && mixed && file m.zip application/zip <m.zip && file a.xg application/octet-stream <"$xg" &&
    file b.ogxm application/octet-stream <"$ogxm" && gzip -c "$two" | file c.mat.gz application/gzip && end; } >files.eml
run info files.eml
out_has '^files.eml/m.zip/final.mat: mat'
out_has '^files.eml/a.xg: xg'
out_has '^files.eml/b.ogxm: ogxm'
out_has '^files.eml/c.mat.gz: mat'
(cd "$WORK" && zip -q mails.zip two.eml)
run info mails.zip
status_is 0
out_has '^mails.zip/two.eml/two.mat: mat'

test_ "a mailbox has a folder for each of its mails, also where it is packed"
for i in 1 2 3; do
    printf 'From ann@example.org Thu Jan  2 10:11:1%d 2025\n' $i
    head_ "mail $i" && mixed && words "Hi" && file final.mat text/plain <"$([ $i = 2 ] && echo "$two" || echo "$one")" && end
    printf '\n'
done >box.mbox
run convert -q --to dump --out box box.mbox
status_is 0
same box/final.dump one.dump
same box/final.2.dump two.dump
same box/final.3.dump one.dump
gzip -k box.mbox
run info box.mbox.gz
status_is 0
out_has '^box.mbox.gz/box.mbox/box-2.eml/final.mat: mat'
run list box.mbox
status_is 0
cp out box.list
run info --files-from box.list
status_is 0
out_has '^box.mbox/box-3.eml/final.mat: mat'

test_ "a mail that was forwarded is opened, down to --max-depth"
{ head_ outer && mixed && words && printf -- '--=_b\nContent-Type: message/rfc822\n\n' && sed 's/=_b/=_in/' two.eml && end; } >outer.eml
run info outer.eml
status_is 0
out_has '^outer.eml/outer-2.eml/two.mat: mat'
for turn in 1 2 3 4; do # forwarded again and again
    { head_ outer && printf 'Content-Type: multipart/mixed; boundary="=_%s"\n\n--=_%s\nContent-Type: message/rfc822\n\n' $turn $turn &&
        cat outer.eml && printf -- '--=_%s--\n' $turn; } >again.eml
    [ $turn = 1 ] && cp outer.eml once.eml
    mv again.eml outer.eml
done
run info outer.eml
status_is 0
out_has 'two.mat: mat'
mv once.eml outer.eml
run info --max-depth 1 outer.eml
status_is 3
err_has 'outer.eml/outer-2.eml: archives are nested more deeply than --max-depth allows'

test_ "what is damaged or cut off is an error, and what is left of it is read"
{ head_ cut && mixed && file cut.mat text/plain <"$one" | sed '$s/...=*$//' && file two.mat text/plain <"$two" && end; } >cut.eml
run info cut.eml
status_is 1
err_has 'cut.eml/cut.mat: is damaged or cut off'
out_has '^cut.eml/cut.mat: mat'
out_has '^cut.eml/two.mat: mat'
sed '/^--=_b--$/d' two.eml >open.eml
run info open.eml
status_is 1
err_has 'open.eml: is damaged or cut off'
out_has '^open.eml/two.mat: mat'
sed 's/; boundary=.*//' two.eml >unnamed.eml
run info unnamed.eml
status_is 0
out_has '^unnamed.eml/two.mat: mat'

test_ "base64 with and without its padding, and a list's words below it, is whole"
{ head_ files && printf 'Content-Disposition: attachment; filename=a.xg\nContent-Transfer-Encoding: base64\n\n' && base64 <"$xg"; } >padded.eml
sed '$s/=*$//' padded.eml >bare.eml
! cmp -s padded.eml bare.eml || wrong "there is no padding"
for padding in padded bare; do
    { cat $padding.eml && printf '___\nlist mailing list\n'; } >$padding-list.eml
    for mail in $padding $padding-list; do
        run info $mail.eml
        status_is 0
        err_lacks damaged
        err_lacks trailer
        out_has "^$mail.eml/a.xg: xg"
    done
done

test_ "names do not lead out of a folder, and files of one name are all read"
{ head_ names && mixed && file ../../x.mat text/plain <"$one" && file x.mat text/plain <"$two" && end; } >names.eml
run convert -q --to dump --out names/deep names.eml
status_is 0
same names/deep/x.dump one.dump
same names/deep/x-2.dump two.dump
file_gone x.dump

test_ "limits of archives hold"
run info --max-members 1 two.eml
status_is 3
err_has 'two.eml/one.mat: the archive has more files than --max-members allows'
run info --max-unpacked 1 two.eml
status_is 0
{ head_ large && mixed && head -c 1200000 /dev/zero | tr '\0' x | file x.mat text/plain && file two.mat text/plain <"$two" && end; } >large.eml
run info --max-unpacked 1 large.eml
status_is 3
err_has 'large.eml/x.mat: the archive unpacks to more than --max-unpacked allows'
run info --max-input 1 large.eml
status_is 3
err_has 'large.eml: error: cannot be read: File too large'

test_ "ten thousand parts"
{ head_ many && mixed && for i in {1..10000}; do printf -- '--=_b\n\nx\n'; done && file m.mat text/plain <"$one" && end; } >many.eml
run info many.eml
status_is 0
out_has '^many.eml/m.mat: mat'

test_ "a mail is nothing that files are joined with"
run convert --join two.eml "$one" joined.dump
status_is 3
err_has 'two.eml: error: this is a mail, which is not read here'

test_ "what was left out of a mail was looked at"
printf 'From: a@example.org\nDate: Sun, 29 Nov 2026 12:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain\n\nbegin 644 a.mat\n#86)C\n`\nend\n' >packed.eml
run convert packed.eml packed.dump
status_is 3
err_has '1 file in 1 folder looked at'

finish
