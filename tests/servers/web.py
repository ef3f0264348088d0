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
        elif name == "drip":
            self.send_response(200)
            self.end_headers()
            for _ in range(60):
                self.wfile.write(b"x")
                time.sleep(0.5)
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
