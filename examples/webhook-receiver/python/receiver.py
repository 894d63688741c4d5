import json
import os
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import verify

SECRET = os.environ["SIGNING_SECRET"]
EVENTS = os.environ.get("EVENTS", "events.jsonl")
MAX_BYTES = 1024 * 1024
PATIENCE_SECONDS = 10

lock = threading.Lock()
# Events arrive at least once; this keeps the ids of those that are stored.
stored = set()
if os.path.exists(EVENTS):
    with open(EVENTS, encoding="utf-8") as lines:
        stored.update(json.loads(line)["webhook_id"] for line in lines if line.strip())


def receive(headers, body):
    """Returns the status of the answer."""
    if not verify(SECRET, headers, body):
        return 401
    message_id = headers["webhook-id"]
    with lock:
        if message_id in stored:
            return 204
        try:
            line = json.dumps({"webhook_id": message_id, "event": json.loads(body)})
            with open(EVENTS, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 500
        stored.add(message_id)
    return 204


class Receiver(BaseHTTPRequestHandler):
    timeout = PATIENCE_SECONDS

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            self.answer(413)
            return
        self.answer(receive(self.headers, self.rfile.read(int(length))))

    def do_GET(self):
        self.answer(405)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def finish_request(self, request, address):
        # In the connection's own thread, so that a client which does not finish its handshake delays no other.
        request.settimeout(PATIENCE_SECONDS)
        with context.wrap_socket(request, server_side=True) as connection:
            super().finish_request(connection, address)

    def handle_error(self, request, address):
        print(sys.exc_info()[1], file=sys.stderr)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.environ["TLS_CERT"], os.environ["TLS_KEY"])
server = Server((os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "9443"))), Receiver)
print(f"listening on port {server.server_port}", flush=True)
server.serve_forever()
