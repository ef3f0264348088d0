#!/usr/bin/env bash
# Inputs by URL: an S3 store and web servers, started and ended here. NODE_PATH has s3rver and aws4.
# Usage: PROGRAM=... NODE_PATH=... urls_check.sh
. "$(dirname "$0")/../cli/lib.sh"
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; rm -rf "$WORK"' EXIT
export AWS_ACCESS_KEY_ID=S3RVER AWS_SECRET_ACCESS_KEY=S3RVER NO_PROXY=127.0.0.1
unset AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_ENDPOINT_URL_S3

started() { # PORT-FILE: waits until the server is there
    for _ in $(seq 300); do [ -s "$1" ] && return; sleep 0.1; done
    wrong "a server does not start: $(cat ./*.log)"
}
mkdir web objects
for i in $(seq 6); do short_match | sed "s/Ann/Ann $i/" >web/m$i.mat; done
(cd web && tar czf all.tar.gz m1.mat m2.mat m3.mat && head -c 3000000 /dev/zero >large.mat)
node --openssl-legacy-provider "$TOP/tests/servers/s3.js" objects s3.port >s3.log 2>&1 & servers+=($!)
python3 "$TOP/tests/servers/web.py" web "$WORK/web.port" >web.log 2>&1 & servers+=($!)
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 1 -subj /CN=127.0.0.1 2>openssl.log
cat key.pem cert.pem >both.pem
python3 "$TOP/tests/servers/web.py" web "$WORK/tls.port" "$WORK/both.pem" >tls.log 2>&1 & servers+=($!)
started s3.port
started web.port
started tls.port
export AWS_ENDPOINT_URL=http://127.0.0.1:$(cat s3.port)
web=http://127.0.0.1:$(cat web.port)
odd='spring/Zoë & Max + 100% ~(1)?#.mat'
python3 "$TOP/tests/servers/put.py" "$(cat s3.port)" "many/m=web/m1.mat*1005" "$odd=web/m2.mat" spring/m3.mat=web/m3.mat \
    spring/.hidden.mat=web/m1.mat all.tar.gz=web/all.tar.gz deny/m1.mat=web/m1.mat flaky/m4.mat=web/m4.mat \
    cut/m5.mat=web/m5.mat hang/m6.mat=web/m6.mat || wrong "objects cannot be put"
analyze() { run analyze -q --level 0ply --report json "$@"; }

test_ "an object of a store, whatever its key"
run info "s3://club/$odd"
status_is 0
out_has '^  players  *Ann 2 - Bob'
err_empty

test_ "a prefix means all that is below it, but what is hidden"
run info s3://club/spring/
status_is 0
equal "$(grep -c ': mat$' out)" 2
run convert -q --to dump --out spring s3://club/spring/
status_is 0
run convert -q --to dump --out local web/m2.mat web/m3.mat
same spring/m3.dump local/m3.dump
run info s3://club/nothing/
status_is 3
err_has 'no match files found in s3://club/nothing/'

test_ "a list goes on where the store's page of 1,000 ends"
run list --output many.list s3://club/many/
status_is 0
equal "$(wc -l <many.list)" 1005
equal "$(cut -d ' ' -f 2 many.list | sort -u)" "$(sha256sum web/m1.mat | cut -c 1-64)"
equal "$(cut -d ' ' -f 3 many.list | sort -u | wc -l)" 1005

test_ "shares by a list of objects are one run over the files"
run list --output spring.list s3://club/spring/ s3://club/all.tar.gz
status_is 0
for i in 1 2; do analyze --out part$i --files-from spring.list --shard $i/2; status_is 0; done
run db merge -q --db all.db part1/collection.db part2/collection.db
run db info --db all.db
out_has 'Matches  *3'

test_ "an archive in a store and on a server is a folder, by list too"
for where in s3://club "$web"; do
    run info "$where/all.tar.gz"
    status_is 0
    out_has "^$where/all.tar.gz/m2.mat: mat$"
    run list "$where/all.tar.gz"
    cp out tar.list
    equal "$(wc -l <tar.list)" 3
    run info --files-from tar.list
    status_is 0
    equal "$(grep -c ': mat$' out)" 3
done

test_ "what a store refuses is said with its words, credentials never"
AWS_SECRET_ACCESS_KEY=wrong-secret run info s3://club/spring/m3.mat
status_is 3
err_has 's3://club/spring/m3.mat: error: may not be read with these credentials (HTTP status 403, SignatureDoesNotMatch'
err_lacks wrong-secret
run info s3://club/none.mat
status_is 3
err_has 's3://club/none.mat: error: is not there (HTTP status 404, NoSuchKey'
run info s3://nobody/
status_is 3
err_has 's3://nobody/: error: .*NoSuchBucket'

test_ "faults in mid-run: what is there is analysed, what is not is reported, and comes with the next run"
for key in deny/m1.mat vanish/m2.mat spring/m3.mat flaky/m4.mat cut/m5.mat hang/m6.mat; do
    file=web/${key#*/}
    echo "$(stat -c %s "$file") $(sha256sum "$file" | cut -c 1-64) s3://club/$key"
done >faults.list
analyze --max-wait 1 --out faults --files-from faults.list
status_is 1
err_has 's3://club/deny/m1.mat: error: .*403, AccessDenied'
err_has 's3://club/vanish/m2.mat: error: .*404, NoSuchKey'
err_has 's3://club/cut/m5.mat: error: cannot be read: '
err_has 's3://club/hang/m6.mat: error: cannot be read: Operation too slow'
equal "$(ls faults/m*.json | tr '\n' ' ')" "faults/m3.json faults/m4.json "
sed 's|s3://club/[a-z]*/m\([1256]\)|web/m\1|' faults.list >mended.list
analyze --out faults --files-from mended.list
status_is 0
equal "$(ls faults/m*.json | wc -l)" 6

test_ "an object that has changed since the list was made is reported and not used"
python3 "$TOP/tests/servers/put.py" "$(cat s3.port)" spring/m3.mat=web/m4.mat
run info --files-from spring.list
status_is 1
err_has 's3://club/spring/m3.mat: error: not the file of the list'

test_ "an interrupt ends waiting for a server within a second, and nothing of what waited is reported"
tail -1 faults.list >hang.list
"$PROGRAM" analyze -q --level 0ply --report none --out stopped --files-from hang.list >out 2>err &
pid=$!
for _ in $(seq 100); do [ -e stopped/collection.db ] && break; sleep 0.1; done
sleep 1.5
began=$(date +%s%N)
kill -INT $pid
wait $pid
status=$?
took=$((($(date +%s%N) - began) / 1000000))
status_is 130
[ "$took" -lt 1000 ] || wrong "it took $took ms"
echo "# the interrupt took $took ms"
err_lacks 'm6.mat'

test_ "pages of a web server, redirected ones too; the name in messages is the URL"
run info "$web/m1.mat" "$web/moved"
status_is 0
equal "$(grep -c ': mat$' out)" 2
run info "$web/none.mat"
status_is 3
err_has "$web/none.mat: error: is not there (HTTP status 404)"
run info "$web/"
status_is 3
err_has 'this is an HTML page'

test_ "redirections to other protocols and in circles, passwords in URLs, certificates of nobody are refused"
run info "$web/to-file"
status_is 3
err_has 'to-file: error: cannot be read: Protocol "file" not supported'
run info "$web/to-itself"
status_is 3
err_has 'to-itself: error: cannot be read: Maximum (5) redirects followed'
run info http://me:secret@127.0.0.1/m1.mat
status_is 3
err_has 'has a password'
run info "https://127.0.0.1:$(cat tls.port)/m1.mat"
status_is 3
err_has 'certificate'
run info http://127.0.0.1:1/m1.mat
status_is 3
err_has 'Failed to connect'
run info ftp://127.0.0.1/m1.mat
status_is 3

test_ "limits on size and time"
run info --max-input 1 "$web/endless" "$web/large.mat" "$web/m1.mat"
status_is 1
equal "$(grep -c 'has more bytes than --max-input allows' err)" 2
run info --max-wait 1 "$web/drip"
status_is 3
err_has 'drip: error: cannot be read: Operation too slow'
for slow in drip trickle; do
    run info --max-seconds 1 "$web/$slow" "$web/m1.mat"
    status_is 1
    err_has "$slow.*--max-seconds"
    out_has "$web/m1.mat: mat"
done

test_ "answers whose head never ends, or comes a letter at a time, fail with the reason; a signed request goes to nobody else"
run info --max-wait 1 "$web/headers" "$web/header" "$web/slow-header"
status_is 3
err_has '/headers: error: cannot be read: Too large response headers'
err_has "/header: error: cannot be read: .*a line of the answer's head is too long"
err_has '/slow-header: error: cannot be read: Operation too slow'
AWS_ENDPOINT_URL=$web run info s3://club/elsewhere.mat
status_is 3
err_has 's3://club/elsewhere.mat: error: the bucket is in another region'
file_gone web/seen

test_ "where libcurl is missing URLs are refused with the reason, files are read"
mkdir nothing && touch nothing/libcurl.so.4 nothing/libcurl-gnutls.so.4
LD_LIBRARY_PATH=nothing run info "$web/m1.mat" web/m1.mat
status_is 1
err_has 'URLs are read by libcurl, which cannot be loaded: '
out_has 'web/m1.mat: mat'

finish
