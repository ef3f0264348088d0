"""Puts objects into the store of s3.js without a signature. Usage: put.py PORT KEY=FILE ...; FILE*N: N objects KEY0 ..."""
import http.client
import sys
import urllib.parse

store = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
for word in sys.argv[2:]:
    key, name = word.rsplit("=", 1)
    name, _, n = name.partition("*")
    with open(name, "rb") as f:
        body = f.read()
    for k in [key] if not n else ["%s%04d.mat" % (key, i) for i in range(int(n))]:
        store.request("PUT", "/club/" + urllib.parse.quote(k), body=body)
        answer = store.getresponse()
        answer.read()
        if answer.status != 200:
            sys.exit("%s: %d" % (k, answer.status))
