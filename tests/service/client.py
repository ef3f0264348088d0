"""What tests of the service share: a service that is started and stopped, positions, requests over kept connections."""
import http.client
import json
import os
import random
import re
import subprocess
import time

ROLLS = [f"{a}{b}" for a in range(1, 7) for b in range(1, a + 1)]


def board(chance):
    """Fifteen chequers a side somewhere."""
    points = [0] * 26
    for sign in (1, -1):
        left = 15
        while left:
            at = chance.randrange(1, 25)
            if points[at] * sign >= 0 and abs(points[at]) < 5:
                points[at] += sign
                left -= 1
    return "".join("-" if n == 0 else chr(64 + n) if n > 0 else chr(96 - n) for n in points)


def positions(seed=1):
    """IDs without end, hardly any two of them alike."""
    chance = random.Random(seed)
    while True:
        yield f"XGID={board(chance)}:0:0:1:{chance.choice(ROLLS)}:{chance.randrange(10)}:{chance.randrange(10)}:0:11:10"


class Service:
    """kibitzer serve on a free port, with these options."""

    def __init__(self, *options, program=os.environ.get("PROGRAM", "build/release/kibitzer"), wrapper=()):
        self.process = subprocess.Popen([*wrapper, program, "serve", "--listen", "127.0.0.1:0", *options],
                                        stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.search(r"listening on (.*):(\d+)", line)
        if not found:
            raise RuntimeError(line + self.process.stderr.read())
        self.host, self.port = found.group(1), int(found.group(2))

    def connect(self, timeout=60):
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None, connection=None):
        """Status, headers, bytes."""
        one = connection or self.connect()
        one.request(method, path, body, headers or {})
        answer = one.getresponse()
        data = answer.read()
        if connection is None:
            one.close()
        return answer.status, dict((k.lower(), v) for k, v in answer.getheaders()), data

    def hint(self, position, level="2ply", connection=None, headers=None):
        body = json.dumps({"position": position, "level": level})
        return self.ask("POST", "/v1/hint", body, {"Content-Type": "application/json", **(headers or {})}, connection)

    def metrics(self):
        text = self.ask("GET", "/metrics")[2].decode()
        return dict((line.rsplit(" ", 1)[0], float(line.rsplit(" ", 1)[1])) for line in text.splitlines() if line[0] != "#")

    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        """The exit status, after SIGTERM."""
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait() or -9


def timed(work, *args, **kwargs):
    begin = time.perf_counter()
    result = work(*args, **kwargs)
    return time.perf_counter() - begin, result


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
