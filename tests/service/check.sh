#!/usr/bin/env bash
# The service under load, behind nginx, and against its own description: make check-service.
. "$(dirname "$0")/../cli/lib.sh"
seconds=${1:-60}

# start ARGS...: a service; leaves $service and $at.
start() {
    "$PROGRAM" serve --listen 127.0.0.1:0 "$@" 2>said &
    service=$!
    for _ in $(seq 200); do
        at=$(sed -n 's/.*listening on //p' said)
        [ -n "$at" ] && return
        sleep 0.05
    done
    wrong "no service: $(cat said)"
}
trap 'kill $service $(cat nginx.pid 2>/dev/null) 2>/dev/null; rm -rf "$WORK" "$WORK.times"' EXIT
"$PROGRAM" analyze -q --level 0ply --report none --out reports "$TOP"/fixtures/season

test_ "every operation in every form, and every option with wrong values, is as /openapi.json says"
start --db reports/collection.db
python3 "$TOP/tests/service/openapi.py" "http://$at" "$DEMO/club-final.mat" >found || wrong "$(cat found)"
echo "# $(tail -n 1 found)"

test_ "/openapi.json: its references lead somewhere, and its schemas are schemas (jsonschema)"
curl -s "http://$at/openapi.json" >openapi.json
/usr/bin/python3 - <<'END' >found 2>&1 || wrong "$(tail -n 5 found)"
import json
import jsonschema
document = json.load(open("openapi.json"))
def walk(value):
    if isinstance(value, dict):
        if "$ref" in value and value["$ref"].startswith("#/components"):
            at = document
            for part in value["$ref"][2:].split("/"):
                at = at[part]
        if "schema" in value and isinstance(value["schema"], dict):
            jsonschema.Draft202012Validator.check_schema(value["schema"])
        for one in value.values():
            walk(one)
    elif isinstance(value, list):
        for one in value:
            walk(one)
walk(document)
for schema in document["components"]["schemas"].values():
    jsonschema.Draft202012Validator.check_schema(schema)
assert document["openapi"] == "3.1.0" and len(document["paths"]) > 15
END

test_ "behind nginx, by the configuration of docs/service.md"
sed -n '/^    server {$/,/^    }$/p' "$TOP/docs/service.md" | sed "s/listen 443 ssl;/listen 127.0.0.1:18080;/; s/127.0.0.1:8080/$at/; /ssl_/d; s/example.org/localhost/" >site
[ -s site ] || wrong "docs/service.md has no server block"
printf 'daemon on; pid %s/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; client_body_temp_path %s/body; proxy_temp_path %s/proxy; fastcgi_temp_path %s/f; uwsgi_temp_path %s/u; scgi_temp_path %s/s;\n%s\n}\n' \
    "$WORK" "$WORK" "$WORK" "$WORK" "$WORK" "$WORK" "$(cat site)" >nginx.conf
/usr/sbin/nginx -c "$WORK/nginx.conf" 2>nginx.err || wrong "nginx: $(cat nginx.err)"
curl -s --data-binary @"$DEMO/club-final.mat" "http://127.0.0.1:18080/v1/matches?level=0ply&wait=25" -H 'Host: localhost' >out
"$PROGRAM" analyze -q --level 0ply --json - <"$DEMO/club-final.mat" >expected
cmp -s out expected || wrong "through nginx: $(head -c 300 out)"
place=$(curl -si --data-binary @"$DEMO/club-final.mat" "http://127.0.0.1:18080/v1/matches?level=1ply&wait=0" | tr -d '\r' | sed -n 's/^Location: //p')
timeout 60 curl -sN "http://127.0.0.1:18080$place/events" | grep -q '^event: done' || wrong "no events through nginx"
[ "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:18080/metrics)" = 404 ] || wrong "figures go through nginx"
kill "$(cat nginx.pid)"
kill $service

test_ "the ten lines of docs/service.md"
start
sed -n '/^    import json, urllib/,/^$/p' "$TOP/docs/service.md" | sed "s/^    //; s/127.0.0.1:8080/$at/" >ten.py
cp "$DEMO/club-final.mat" final.mat
python3 ten.py >out 2>err || wrong "$(cat err)"
out_has 'PR'
kill $service

if command -v systemd-analyze >/dev/null; then
    test_ "systemd: the units are sound, the exposure is below 2, a socket is handed over"
    exposure=$(systemd-analyze security --offline=true --no-pager "$TOP/packaging/systemd/kibitzer.service" | sed -n 's/.*exposure level.*: \([0-9.]*\) .*/\1/p')
    awk -v x="$exposure" 'BEGIN { exit !(x > 0 && x < 2) }' || wrong "exposure $exposure"
    env -u LISTEN_FDS systemd-socket-activate -l 127.0.0.1:18081 "$PROGRAM" serve --listen 127.0.0.1:1 2>said &
    service=$!
    sleep 0.5
    [ "$(curl -s http://127.0.0.1:18081/healthz)" = ok ] || wrong "nobody answers at the socket that was handed over: $(cat said)"
    kill $service
fi

test_ "200 clients for $seconds seconds, and a service that is killed (tests/service/check.py)"
python3 "$TOP/tests/service/check.py" "$seconds" >found 2>&1 || wrong "$(grep -A5 '^not ok' found || tail -n 5 found)"
grep '^#' found
finish
