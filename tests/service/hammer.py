#!/usr/bin/env python3
"""Requests that are torn, doubled, swapped and stuffed, as fast as they go: hammer.py [SECONDS [SEED]]. PROGRAM says which
program, best one that is sanitized. The service has to go on answering, and to end in order without a word."""
import gzip
import os
import random
import socket
import sys
import threading
import time

from client import Service

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 20
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
HERE = os.path.dirname(os.path.abspath(__file__))
MATCH = open(os.path.join(HERE, "../../fixtures/demo/club-final.mat"), "rb").read()[:1500]
JSON = b'{"positions": ["4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"], "level": "0ply", "plays": ["8/5 6/5"], "noise": 0.1}'
WORDS = [b"Content-Encoding: gzip\r\n", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Host: localhost\r\n", b"Accept: text/html;q=0.1, */*;q=x\r\n", b"Origin: null\r\n",
         b"If-None-Match: *\r\n", b"Accept-Language: de,xx;q=2,\r\n", b"Expect: 100-continue\r\n", b"Accept-Encoding: gzip\r\n", b"Authorization: Bearer x\r\n",
         b"Connection: close\r\n", b"%00", b"&level=", b"?wait=1e99", b"\x00", b"[" * 50, b'"\\ud800"', b"\xff\xfe", b"/v1/jobs/" + b"0" * 64 + b"/events", b"?" + b"a=b&" * 50]
PATHS = [b"/v1/hint", b"/v1/cube", b"/v1/evaluate", b"/v1/board", b"/v1/maps/scores", b"/v1/matches?level=0ply", b"/v1/convert", b"/v1/info", b"/v1/compare",
         b"/v1/stats", b"/metrics", b"/openapi.json", b"/v1/jobs/x", b"/readyz", b"/../x", b"/v1/rollout?trials=36"]


def request(chance):
    body = chance.choice([JSON, MATCH, b"", b"{}"])
    packed = chance.random() < 0.2
    body = gzip.compress(body) if packed else body
    head = b"%s %s HTTP/1.1\r\nHost: localhost\r\n" % (chance.choice([b"POST", b"POST", b"GET", b"DELETE", b"OPTIONS", b"HEAD", b"PUT"]), chance.choice(PATHS))
    if chance.random() < 0.7:
        head += b"Content-Type: application/json\r\n"
    if packed:
        head += b"Content-Encoding: gzip\r\n"
    if chance.random() < 0.3:
        head += b"Transfer-Encoding: chunked\r\n"
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    elif body or chance.random() < 0.5:
        head += b"Content-Length: %d\r\n" % len(body)
    return head + b"\r\n" + body


def spoil(text, chance):
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        at, to = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:at] + chance.choice(WORDS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[min(to, at + 20):]
        elif kind == 2:
            text = text[:at] + chance.randbytes(chance.randrange(1, 5)) + text[at:]
        elif kind == 3:
            text = text[:to] + text[at:to][:200] + text[to:]
        else:
            end = text.find(b"\r\n", at) + 2
            text = text[:end] + chance.choice(WORDS[:12]) + text[end:]
    return text


def hammer(service, chance, until, counts):
    while time.time() < until:
        text = spoil(request(chance), chance)
        try:
            with socket.create_connection((service.host, service.port), 5) as s:
                s.settimeout(0.02 if chance.random() < 0.2 else 1)
                s.sendall(text)
                s.shutdown(socket.SHUT_WR)
                while s.recv(65536):
                    pass
        except OSError:
            pass
        counts[b"all"] = counts.get(b"all", 0) + 1


def main():
    service = Service("--request-seconds", "3", "--job-seconds", "5", "--client-jobs", "4")
    counts, until = {}, time.time() + SECONDS
    threads = [threading.Thread(target=hammer, args=(service, random.Random(SEED * 100 + i), until, counts)) for i in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    answers = service.ask("GET", "/healthz")[0] == 200 if service.process.poll() is None else False
    status = service.stop()
    said = service.process.stderr.read()
    print(f"seed {SEED}: {counts[b'all']} requests; answers: {answers}, exit status {status}\n{said}", end="")
    sys.exit(not (answers and status == 0 and said == ""))


main()
