"""Count the requests in nginx's access log, for Prometheus; standard library only.

    docker compose logs --follow --no-log-prefix nginx | python3 deploy/nginx_metrics.py 9113

serves http://127.0.0.1:9113/metrics until the log ends. `replica_status` is that of the last
replica that nginx tried: 502 if it could not be reached, 504 if it did not respond, and empty if
none was tried.
"""

import json
import sys
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Final

NAME: Final = "noughts_nginx_requests_total"
LINE: Final = NAME + '{{status="{}",replica_status="{}"}} {}\n'

counts: Counter[tuple[int, str]] = Counter()


class Metrics(BaseHTTPRequestHandler):
    """Responds to every GET with the counts."""

    def do_GET(self) -> None:
        """Send the counts as Prometheus text."""
        lines = [LINE.format(*key, count) for key, count in sorted(counts.items())]
        body = "".join((f"# TYPE {NAME} counter\n", *lines)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def read_log() -> None:
    """Count the lines of standard input; others than the log's are ignored."""
    for line in sys.stdin:
        if line.startswith('{"time":'):
            request = json.loads(line)
            counts[request["status"], request["replica_status"].rpartition(" ")[2]] += 1


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Metrics)
    Thread(target=server.serve_forever, daemon=True).start()
    read_log()
