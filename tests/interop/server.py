"""A small model server that speaks OpenAI's protocol on 127.0.0.1 and keeps every request."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]
MODEL = "test-model"


class ModelServer:
    """Answers every request with ``answer``; ``requests`` are the bodies in the order in which they came.

    ``others`` are those without messages: a host tries what a server can do.
    """

    def __init__(self) -> None:
        self.requests: list[Json] = []
        self.others: list[Json] = []
        self.answer = "understood"
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._send(
                    {"object": "list", "data": [{"id": MODEL, "object": "model", "context_length": 200_000}]}
                )

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                (outer.requests if "messages" in body else outer.others).append(body)
                if body.get("stream"):
                    self._stream()
                else:
                    self._send(_whole({"role": "assistant", "content": outer.answer}))

            def _send(self, data: Json) -> None:
                raw = json.dumps(data).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def _stream(self) -> None:
                chunks = [_chunk({"role": "assistant", "content": outer.answer}, None), _chunk({}, "stop")]
                lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
                raw = "".join([*lines, "data: [DONE]\n\n"]).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        """The address for ``base_url``."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    @contextmanager
    def running(self) -> Iterator[ModelServer]:
        """Serve until the block ends."""
        thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            self._http.server_close()
            thread.join()


def _whole(message: Json) -> Json:
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [choice],
        "usage": usage,
    }


def _chunk(delta: Json, reason: str | None) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": [choice]}
