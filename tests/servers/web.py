"""A web server for tests: the files of a folder, and paths that misbehave. Usage: web.py FOLDER PORT-FILE [CERTIFICATE]"""
import http.server
import os
import ssl
import sys
import time


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        name = self.path.split("?")[0].strip("/")
        targets = {"to-file": "file:///etc/passwd", "to-itself": "/to-itself", "moved": "/m1.mat"}
        if name in targets:
            self.send_response(302)
            self.send_header("Location", targets[name])
            self.end_headers()
        elif name == "endless":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b"x" * 65536)
        elif name in ("drip", "trickle"):  # a byte, or two hundred, in half a second
            self.send_response(200)
            self.end_headers()
            for _ in range(60):
                self.wfile.write(b"x" * (1 if name == "drip" else 200))
                time.sleep(0.5)
        elif name in ("headers", "header", "slow-header"):
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.wfile.write({"headers": b"X-More: " + b"x" * 8000 + b"\r\n", "header": b"x" * 65536, "slow-header": b"x"}[name])
                time.sleep(0.5 if name == "slow-header" else 0)
        elif name.startswith("club/elsewhere"):  # where a signed request must not go
            self.send_response(307)
            self.send_header("Location", "/seen")
            self.end_headers()
        elif name == "seen":
            open("seen", "w").write(str(self.headers))
            super().do_GET()
        else:
            super().do_GET()

    def log_message(self, *words):
        pass


os.chdir(sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
with open(sys.argv[2] + ".new", "w") as f:
    print(server.server_address[1], file=f)
os.rename(sys.argv[2] + ".new", sys.argv[2])
server.serve_forever()
