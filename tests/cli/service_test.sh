#!/usr/bin/env bash
# serve: what comes over HTTP is what the commands print; who may ask; what is refused, and how it ends.
. "$(dirname "$0")/lib.sh"
"$PROGRAM" serve --help >/dev/null 2>&1 || { echo "1..0 # SKIP built without libmicrohttpd"; exit 0; }

# serve ARGS...: starts a service; leaves $service and its address in $at.
serve() {
    "$PROGRAM" serve --listen 127.0.0.1:0 "$@" >said 2>&1 &
    service=$!
    for _ in $(seq 200); do
        at=$(sed -n 's/.*listening on //p' said)
        [ -n "$at" ] && break
        kill -0 $service 2>/dev/null || break
        sleep 0.05
    done
    [ -n "$at" ] || wrong "no service: $(cat said)"
}

stop() { kill -TERM $service && wait $service; status=$?; }
trap 'kill -KILL $service 2>/dev/null; rm -rf "$WORK" "$WORK.times"' EXIT

# ask PATH ARGS...: by curl; leaves the body in out, the head in head, and the status of HTTP in $http.
ask() {
    local path=$1
    shift
    : >out
    http=$(curl -sS --max-time 30 -D head -o out -w '%{http_code}' "$@" "http://$at$path" 2>err) || wrong "curl: $(cat err)"
}
http_is() { [ "$http" = "$1" ] || wrong "HTTP $http, expected $1: $(head -c 300 out)"; }
head_has() { tr -d '\r' <head | grep -qi -e "$1" || wrong "the head lacks $1: $(cat head)"; }
same() { cmp -s "$1" "$2" || wrong "$1 and $2 differ: $(head -c 200 "$1")"; }
json() { ask "$1" -H 'Content-Type: application/json' -d "$2" "${@:3}"; }
# problem STATUS TYPE WORDS: what came is such a problem.
problem() {
    http_is "$1"
    head_has "^content-type: application/problem+json"
    out_has "urn:kibitzer:problem:$2\""
    out_has "$3"
}
ROLL=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
serve --max-body 1

test_ "positions are answered byte for byte as on the command line"
json /v1/hint "{\"position\": \"$ROLL\", \"level\": \"1ply\"}"
http_is 200
cp out hint.json
"$PROGRAM" hint --json --level 1ply $ROLL >expected
same hint.json expected
ask "/v1/hint?position=$ROLL&level=1ply"
same out expected
json /v1/cube '{"positions": ["4HPwATDgc/ABMA", "sGfwATDgc/ABMA"], "level": "0ply"}' -H 'Accept: text/csv'
"$PROGRAM" cube --format csv --level 0ply 4HPwATDgc/ABMA sGfwATDgc/ABMA >expected
same out expected
json /v1/cube '{"position": "4HPwATDgc/ABMA", "level": "0ply"}' -H 'Accept: image/svg+xml'
"$PROGRAM" cube --level 0ply -o expected.svg 4HPwATDgc/ABMA
same out expected.svg
json /v1/evaluate '{"position": "4HPwATDgc/ABMA", "level": "0ply"}' -H 'Accept: text/plain;q=0.9, application/x-ndjson;q=0.5'
"$PROGRAM" eval --level 0ply 4HPwATDgc/ABMA >expected
same out expected

test_ "an answer that lacks a position says so"
json /v1/hint "{\"positions\": [\"$ROLL\", \"nonsense\"], \"level\": \"0ply\"}"
http_is 200
head_has "^kibitzer-result: some-failed"
ask "$(sed -n 's/^[Ll]ink: <\(.*\)>; rel="describedby".*/\1/p' head | tr -d '\r')"
http_is 200
out_has "argument 2: error"
json /v1/hint "{\"position\": \"$ROLL\", \"level\": \"0ply\"}"
tr -d '\r' <head | grep -qi "^kibitzer-result" && wrong "a whole answer says that something failed"

test_ "pictures of boards"
json /v1/board "{\"position\": \"$ROLL\", \"size\": 300}" -H 'Accept: image/png'
http_is 200
"$PROGRAM" board --to png --size 300 -o expected.png "$ROLL"
same out expected.png
ask "/v1/board?position=4HPwATDgc/ABMA"
"$PROGRAM" board --to svg -o expected.svg 4HPwATDgc/ABMA
same out expected.svg
head_has "^content-type: image/svg+xml"

test_ "a mail is a match where one is attached"
{ printf 'From: ann@example.org\nMessage-ID: <1@example.org>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHi Bo\n' &&
    printf -- '--b\nContent-Type: application/octet-stream; name=final.mat\nContent-Transfer-Encoding: base64\n\n' &&
    base64 "$DEMO/club-final.mat" && printf -- '--b--\n'; } >mail.eml
ask /v1/convert --data-binary @mail.eml -H 'Content-Type: message/rfc822' -H 'Accept: application/x-jellyfish-mat'
http_is 200
"$PROGRAM" convert -q --to mat "$DEMO/club-final.mat" expected.mat
same out expected.mat

test_ "matches come back analysed, in the form that is accepted"
file=$DEMO/club-final.mat
for form in application/json:json text/html:html application/x-go-sgf:sgf application/x-jellyfish-mat:mat; do
    ask "/v1/matches?level=0ply&wait=25" --data-binary "@$file" -H "Accept: ${form%:*}"
    http_is 200
    head_has "^content-type: ${form%:*}"
    "$PROGRAM" analyze -q --level 0ply --to "${form#*:}" - <"$file" >expected
    same out expected
done
ask "/v1/convert" --data-binary "@$file" -H "Accept: application/x-go-sgf"
"$PROGRAM" convert -q --to sgf - <"$file" >expected
same out expected

test_ "what an analysis comes to, for a worker of the page: of all matches, whoever asks"
shares() { ask "/v1/matches?level=0ply&wait=25" --data-binary "@$1" -H 'Accept: application/x-kibitzer-shares'; }
shares "$file"
http_is 200
head_has '^content-type: application/x-kibitzer-shares'
cp out one
[ "$(stat -c %s one)" -gt 100000 ] || wrong "$(stat -c %s one) bytes"
cp "$file" longer.mat
printf "\n" >>longer.mat
shares longer.mat
same out one
shares "$TOP/fixtures/archive/round.zip"
http_is 200
cp out both
for part in a b; do unzip -p "$TOP/fixtures/archive/round.zip" round/$part.mat >part-$part; done
total=0
for part in part-*; do
    shares "$part"
    total=$((total + $(stat -c %s out)))
done
[ "$(stat -c %s both)" = $total ] || wrong "$(stat -c %s both) bytes of both, $total of each"
shares "$TOP/fixtures/bad/any/picture.png"
problem 400 unreadable picture

test_ "an answer is known by its tag"
json /v1/hint "{\"position\": \"$ROLL\", \"level\": \"1ply\"}"
tag=$(tr -d '\r' <head | sed -n 's/^ETag: //p')
json /v1/hint "{\"level\": \"1ply\", \"position\": \"$ROLL\"}" -H "If-None-Match: $tag"
http_is 304
out_empty
json /v1/hint "{\"position\": \"$ROLL\", \"level\": \"0ply\"}" -H "If-None-Match: $tag"
http_is 200

test_ "problems name the option, the value, the line"
json /v1/hint '{"position": "4HPwATDgc/ABMA", "level": "9ply"}'
problem 400 bad-option '"option": "level"'
out_has '"value": "9ply"'
json /v1/hint '{"position": "4HPwATDgc/ABMA", "net": "/etc/passwd"}'
problem 400 bad-option '"option": "net"'
json /v1/hint '{"position": "4HPwATDgc/ABMA", "no-such": 1}'
problem 400 unknown-option '"option": "no-such"'
json /v1/hint '{"level": "0ply"}'
problem 422 misuse 'no position is given'
json /v1/hint '{"position": "4HPwATDgc/ABMA"} and more'
problem 400 unreadable 'a body that is not JSON'
json /v1/hint '{bad'
problem 400 unreadable '"line": 1'
out_has '"column": 2'
json /v1/hint $'{"position":\n  nothing}'
problem 400 unreadable '"line": 2'
for languages in 'de;q=0.2, fr;q=0.9' 'fr, de'; do
    ask "/v1/hint?position=$ROLL&level=0ply" -H 'Accept: text/html' -H "Accept-Language: $languages"
    out_has 'lang="fr"'
done
json /v1/hint '{"position": "nothing at all"}'
problem 400 unreadable '"line": 1'
out_has '"input": 1'
out_lacks '<arguments>'
json /v1/hint '{"positions": ["4HPwATDgc/ABMA", 5]}'
problem 400 unreadable 'not text'
out_has '"input": 2'
ask "/v1/hint?position=4HPwATDgc/ABMA&position=-"
problem 400 unreadable 'an ID'
out_has '"input": 2'
for wait in abc -1 '' 1s nan; do
    ask "/v1/hint?position=4HPwATDgc/ABMA&level=0ply&wait=$wait"
    problem 400 bad-option '"option": "wait"'
done
for twice in 'level=0ply&level=1ply' 'level=0ply%00' 'level=%00'; do
    ask "/v1/hint?position=4HPwATDgc/ABMA&$twice"
    problem 400 bad-option '"option": "level"'
done
ask "/v1/hint?position=4HPwATDgc/ABMA&wait=1&wait=2"
problem 400 bad-option 'found twice, expected once'
ask /v1/matches --data-binary 'no match'
problem 400 unreadable '"line": 1'
ask '/v1/matches?db=/tmp/x' --data-binary "@$file"
problem 400 bad-option '"option": "db"'

test_ "other methods, forms and types are refused with what is expected"
ask /v1/hint -X PUT
problem 405 method expected
head_has "^allow: GET, HEAD, POST, OPTIONS"
ask /v1/matches
problem 405 method expected
head_has "^allow: POST, OPTIONS"
ask /healthz -X POST
problem 405 method expected
head_has "^allow: GET, HEAD, OPTIONS"
ask "/v1/jobs/$(printf '0%.0s' {1..64})" -X PUT
head_has "^allow: GET, HEAD, DELETE, OPTIONS"
for path in /nothing /v1/jobs/x /v1; do
    ask $path -X OPTIONS
    problem 404 not-found openapi
done
for path in /healthz%00 /v1/hint%00 /%00healthz; do
    ask "$path"
    problem 404 not-found openapi
done
ask "/v1/hint?position=4HPwATDgc/ABMA" -H 'Accept: image/gif'
problem 406 not-acceptable openapi
ask /v1/hint -d 'position=4HPwATDgc/ABMA'
problem 415 media-type application/json
ask /nothing
problem 404 not-found openapi
ask /v1/stats
problem 404 no-collection -- --db

test_ "bodies that are too large are refused, announced or not"
head -c 1500000 /dev/zero >large
ask /v1/matches --data-binary @large
problem 413 too-large larger
gzip -c <large >packed
ask /v1/matches --data-binary @packed -H 'Content-Encoding: gzip'
problem 413 too-large larger
ask /v1/matches --data-binary @large -H 'Transfer-Encoding: chunked'
problem 413 too-large larger

test_ "pages of other origins and names of other machines get nothing"
ask "/v1/hint?position=4HPwATDgc/ABMA" -H 'Origin: https://evil.example'
problem 403 origin -- --origin
ask "/v1/hint?position=4HPwATDgc/ABMA" -H 'Host: evil.example'
problem 421 host -- --host
ask "/v1/hint?position=4HPwATDgc/ABMA&level=0ply" -H "Origin: http://$at"
http_is 200

# raw TEXT: sends it as it is; prints what comes back.
raw() {
    exec 7<>"/dev/tcp/${at%:*}/${at##*:}"
    (trap '' PIPE; printf "$1" >&7) 2>/dev/null
    timeout 5 cat <&7
    exec 7>&-
}

test_ "heads that proxies may read otherwise are refused, and the connection ends"
for framing in 'Content-Length: 4\r\nTransfer-Encoding: chunked' 'Content-Length: 4\r\nContent-Length: 5' 'Host: localhost'; do
    raw "POST /v1/matches HTTP/1.1\r\nHost: localhost\r\n$framing\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" >out
    [ "$(grep -c '^HTTP' out)" = 1 ] || wrong "$framing: $(grep '^HTTP' out)"
    out_has '^HTTP/1.1 400'
done
raw 'POST /v1/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n' >out
out_has '^HTTP/1.1 501'

test_ "every answer is as /openapi.json says, and wrong values of options are named"
python3 "$TOP/tests/service/openapi.py" "http://$at" "$file" "$(much '.*' '/v1/(hint|info|board)|/readyz')" >found || wrong "$(cat found)"
grep -qE '^[0-9]{2,} answers, 0 faults$' found || wrong "$(cat found)"

test_ "what takes longer is a job: its state, its events, its answer"
ask "/v1/matches?level=1ply&wait=0" --data-binary "@$file"
http_is 202
job=$(tr -d '\r' <head | sed -n 's/^Location: //p')
out_has '"schema": "kibitzer/job/1"'
timeout 60 curl -sN "http://$at$job/events" >events
grep -q '^event: done' events || wrong "the events end so: $(tail -n 5 events)"
ask "$job"
out_has '"state": "done"'
ask "$job/result"
"$PROGRAM" analyze -q --level 1ply --json - <"$file" >expected
same out expected
ask "/v1/matches?level=1ply&wait=0" --data-binary "@$file" # the same is there already
http_is 200
same out expected

test_ "a job under way says how far it is"
ask "/v1/matches?level=3ply&wait=0" --data-binary "@$file"
http_is 202
job=$(tr -d '\r' <head | sed -n 's/^Location: //p')
timeout 60 curl -sN "http://$at$job/events" | grep -m 1 -o '"done": 0\.[0-9]*[1-9]' >events
[ -s events ] || wrong "nothing but the beginning and the end"
ask "$job" -X DELETE

test_ "a job that nobody wants any more ends"
ask "/v1/rollout?position=4HPwATDgc/ABMA&trials=1000000&wait=0"
http_is 202
job=$(tr -d '\r' <head | sed -n 's/^Location: //p')
ask "$job/result"
problem 409 not-done 'no answer yet'
ask "$job" -X DELETE
http_is 200
for _ in $(seq 50); do
    ask "$job"
    grep -q '"cancelled"' out && break
    sleep 0.1
done
out_has '"state": "cancelled"'
ask /v1/jobs/$(printf '0%.0s' $(seq 64))
problem 404 not-found 'no such job'

test_ "of several matches those that can be used are lines; what is advised is what clients can do"
records=$TOP/fixtures/mat
sed '/^game number=2/,$d' "$records/nackgammon.dump" >several.dump
cat "$records/hyper3.dump" "$records/remarks.dump" >>several.dump
ask "/v1/matches?wait=20&level=0ply" --data-binary @several.dump -H 'Accept: application/x-ndjson'
http_is 200
head_has '^kibitzer-result: some-failed'
equal "$(wc -l <out)" 2
ask "$(tr -d '\r' <head | sed -n 's/^Link: <\(.*\)>; rel="describedby"/\1/p')"
out_has '`kibitzer serve --hyper-database FILE` names it'
for door in matches convert; do
    ask "/v1/$door?wait=20" --data-binary @several.dump -H 'Accept: application/pdf'
    problem 400 unreadable '3 matches do not fit one document; use Accept: application/x-ndjson'
done

test_ "messages about an input that was read in part are in the job that the answer names"
{ cat "$file"; printf '\n  1) 77: 8/5\n'; } >torn.mat
ask "/v1/convert?wait=20" --data-binary @torn.mat
http_is 200
ask "$(tr -d '\r' <head | sed -n 's/^Link: <\(.*\)>; rel="describedby"/\1/p')"
out_has '"messages": \['
out_has '<stdin>:'
gzip -c "$file" | head -c -9 >torn.gz
ask "/v1/convert" --data-binary @torn.gz
http_is 200
grep -qi '^kibitzer-result: some-failed' head || wrong "a torn file is a clean one: $(cat head)"

test_ "what is sent may be packed by gzip"
gzip -c <"$file" >packed
ask /v1/info --data-binary @"$file"
cp out expected
for parts in packed 'packed -H Transfer-Encoding:chunked'; do
    ask /v1/info --data-binary @$parts -H 'Content-Encoding: gzip'
    http_is 200
    same out expected
done
echo '{"position": "4HPwATDgc/ABMA", "level": "0ply"}' | gzip >packed
ask /v1/hint --data-binary @packed -H 'Content-Encoding: gzip' -H 'Content-Type: application/json'
http_is 200
head -c 30 packed >torn
for body in torn "$file"; do
    ask /v1/info --data-binary "@$body" -H 'Content-Encoding: gzip'
    problem 400 unreadable gzip
done
ask /v1/info --data-binary @packed -H 'Content-Encoding: br'
problem 415 content-encoding gzip

test_ "texts are packed for those who read gzip"
ask "/v1/hint?position=$ROLL&level=1ply&cubeless" -H 'Accept-Encoding: gzip'
head_has '^content-encoding: gzip'
gzip -d <out >unpacked
"$PROGRAM" hint --json --level 1ply --cubeless $ROLL >expected
same unpacked expected

test_ "who stops it gets 0, with a request under way"
ask /healthz
http_is 200
out_is ok
ask /readyz
http_is 200
curl -s --max-time 20 -o stopped "http://$at/v1/rollout?position=4HPwATDgc/ABMA&trials=100000&wait=25" &
sleep 0.5
stop
status_is 0
wait $! || true
grep -q 'urn:kibitzer:problem:cancelled' stopped || wrong "who waited was told: $(cat stopped)"
[ "$(cat said)" = "kibitzer: listening on $at" ] || wrong "it said: $(cat said)"

test_ "tokens, origins that are named, a page, a collection, a limit for each client"
mkdir web
echo '<p>page <meta name=kibitzer content=kibitzer-service:none>' >web/index.html
cp web/index.html web/other.html
echo secret >web/.hidden
ln -s /etc/passwd web/users
ln -s index.html web/again.html
printf '# who\nann 0123456789abcdef\nbob fedcba9876543210\n' >tokens
"$PROGRAM" analyze -q --level 0ply --report none --out reports "$file"
serve --tokens tokens --origin https://club.example --web web --db reports/collection.db --client-jobs 1
ask /healthz
http_is 200
ask "/v1/find?most=1"
problem 401 token Bearer
head_has '^www-authenticate: Bearer'
ask "/v1/find?most=1" -H 'Authorization: Bearer 0123456789abcdeX'
problem 401 token Bearer
ask "/v1/find?most=1" -H 'Authorization: Bearer 0123456789abcdef' -H 'Origin: https://club.example'
http_is 200
head_has '^access-control-allow-origin: https://club.example'
"$PROGRAM" find -q --json --db reports/collection.db --most 1 >expected
same out expected
ask /v1/hint -X OPTIONS -H 'Origin: https://club.example' -H 'Access-Control-Request-Method: POST'
http_is 204
head_has '^access-control-allow-headers: Authorization'
head_has '^allow: GET, HEAD, POST, OPTIONS'
ask /v1/matches -X OPTIONS
head_has '^allow: POST, OPTIONS'
ask /
http_is 200
out_is '<p>page <meta name=kibitzer content=kibitzer-service:here>'
grep -q kibitzer-service:none web/index.html || wrong "the file itself was changed"
tag=$(tr -d '\r' <head | sed -n 's/^ETag: //p')
ask /index.html -H "If-None-Match: $tag"
http_is 304
ask /other.html
same out web/other.html
ask /again.html
out_is '<p>page <meta name=kibitzer content=kibitzer-service:none>'
echo '# Räport' >web/report.md
ask /report.md
head_has '^content-type: text/markdown; charset=utf-8'
ask /index.html -X OPTIONS
http_is 204
head_has '^allow: GET, HEAD, OPTIONS'
for path in /.hidden /users /../tokens /%2e%2e/tokens /nothing.html /%00 /index.html%00; do
    ask "$path" --path-as-is
    problem 404 not-found openapi
done
ask /readyz
http_is 200
ask "/v1/rollout?position=4HPwATDgc/ABMA&trials=1000000&wait=0" -H 'Authorization: Bearer 0123456789abcdef'
http_is 202
ask "/v1/rollout?position=4HPwATDgc/ABMA&trials=1000001&wait=0" -H 'Authorization: Bearer 0123456789abcdef'
problem 429 client-limit 'as many jobs'
head_has '^retry-after: '
ask "/v1/rollout?position=4HPwATDgc/ABMA&trials=1000001&wait=0" -H 'Authorization: Bearer fedcba9876543210'
http_is 202
stop
status_is 0
echo 'ann short' >tokens
run serve --listen 127.0.0.1:0 --tokens tokens
status_is 3
err_has 'tokens:1: a name and a token'
for place in "$WORK/nowhere" "$WORK/web"; do
    run serve --listen 127.0.0.1:0 --db "$place"
    status_is 3
    err_has 'no collection here yet'
done

# Whatever is asked: no answer, and no message of a job, has a path of the server in it.
test_ "what nothing fits is an empty answer; a collection that is gone is 503; and no answer has a path of the server"
mkdir -p hideout/tmp
cp reports/collection.db hideout/
printf 'PK\3\4 torn' >torn.zip
{ printf '\x1f\x8b\x08'; head -c 40 /dev/urandom; } >torn.gz
tar -cf torn.tar -C "$(dirname "$file")" "$(basename "$file")" && head -c 700 torn.tar >torn.short.tar
TMPDIR=$WORK/hideout/tmp serve --db "$WORK/hideout" --max-body 1
# secret PATH ARGS...: asks, and looks into the answer and the messages of its job.
secret() {
    ask "$@"
    local link
    grep -q hideout out head && wrong "$*: $(grep -h hideout out head)"
    link=$(tr -d '\r' <head | sed -n 's/^Link: <\(.*\)>; rel="describedby".*/\1/p')
    [ -n "$link" ] || return 0
    curl -s "http://$at$link" | grep hideout >found && wrong "$*: $(cat found)"
}
for path in find errors stats; do
    for form in application/json text/csv text/tab-separated-values; do
        secret "/v1/$path?event=none" -H "Accept: $form"
        http_is 200
        "$PROGRAM" $path -q --db hideout --event none -t "$(echo $form | sed 's/.*-separated-values/tsv/; s/.*[/]//; s/.*-//')" >expected 2>err || true
        same out expected
    done
    secret "/v1/$path?event=none" -H "Accept: application/x-ndjson"
    http_is 200
    out_empty
    secret "/v1/$path?event=none" -H "Accept: text/markdown"
    problem 404 nothing-fits fits
    secret "/v1/$path?player=nobody"
    problem 404 nothing-fits 'no player called'
done
ask /readyz
http_is 200
for door in matches convert compare info; do
    for body in torn.zip torn.gz torn.short.tar "$file" "$WORK/hideout/collection.db"; do
        secret "/v1/$door?wait=20$([ $door = compare ] && echo '&level=0ply,1ply' || { [ $door = matches ] && echo '&level=0ply'; })" --data-binary "@$body"
    done
done
for path in /openapi.json /metrics /healthz /nothing / /v1/jobs/x; do secret $path; done
for door in hint cube evaluate board maps/scores maps/rolls rollout; do
    for more in position=nonsense 'position=4HPwATDgc/ABMA&net=x' 'position=4HPwATDgc/ABMA&met=x' 'position=4HPwATDgc/ABMA&level=x'; do
        secret "/v1/$door?$more"
    done
done
mv hideout/collection.db hideout/gone
for path in find errors stats study?player=Mira; do
    secret "/v1/$path"
    problem 503 collection 'cannot be read'
    head_has '^retry-after: '
done
secret /readyz
problem 503 not-ready 'cannot be read'
secret "/v1/errors" -H 'Accept: text/html'
problem 503 collection 'cannot be read'
stop
status_is 0

test_ "a socket file, and a client that never finishes"
"$PROGRAM" serve --listen "unix:$WORK/socket" --request-seconds 1 >said 2>&1 &
service=$!
for _ in $(seq 100); do [ -S socket ] && break; sleep 0.05; done
[ "$(curl -s --unix-socket socket http://localhost/healthz)" = ok ] || wrong "nobody answers at the socket file"
begin=$(date +%s)
(printf 'GET /healthz HTTP/1.1\r\nHost: '; for _ in $(seq 40); do printf x; sleep 0.2; done) 2>/dev/null |
    curl -s --unix-socket socket -T - telnet://localhost >dripped 2>&1
took=$(($(date +%s) - begin))
[ $took -lt 7 ] || wrong "a client that drips stayed for $took seconds"
stop
status_is 0
[ ! -e socket ] || wrong "the socket file is still there"

test_ "an address of other machines is for those who mean it"
run serve --listen 0.0.0.0:0
status_is 2
err_has allow-remote
run serve --listen nowhere
status_is 2
err_has 'HOST:PORT is expected'
run serve --listen 127.0.0.1:0 --web nowhere
status_is 2
err_has '--web nowhere: expected a folder that exists'
finish
