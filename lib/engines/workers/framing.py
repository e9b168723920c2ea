"""Frames between Alba and a worker, and the loop that every worker runs.

One frame is ``u32 LE json length | u32 LE binary length | UTF-8 JSON object | binary``.
The worker says ``{"ready": true, ...}`` once, then answers each ``{"id", "op", ...}`` with
``{"id", "ok": true, ...}`` or ``{"id", "ok": false, "error": <exception class>}``. Only the class
of an exception is reported, because its message may hold what a patient said.
"""

from __future__ import annotations

import ctypes
import json
import os
import queue
import signal
import struct
import sys
import threading
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Callable, Dict, Mapping, Optional, Tuple

MAX_JSON_BYTES = 1024 * 1024
MAX_BINARY_BYTES = 64 * 1024 * 1024

_HEADER = struct.Struct("<II")
_PR_SET_PDEATHSIG = 1

Json = Dict[str, Any]


class FramingError(Exception):
    """The bytes on the pipe are not frames."""


def read_frame(stream: BinaryIO) -> Optional[Tuple[Json, bytes]]:
    """Return the next frame, or None when the pipe ended between two frames."""
    header = _read_exactly(stream, _HEADER.size)
    if header is None:
        return None
    json_bytes, binary_bytes = _HEADER.unpack(header)
    if json_bytes > MAX_JSON_BYTES or binary_bytes > MAX_BINARY_BYTES:
        raise FramingError("a frame is longer than its limit")
    text = _read_exactly(stream, json_bytes)
    binary = _read_exactly(stream, binary_bytes)
    if text is None or binary is None:
        raise FramingError("the pipe ended inside a frame")
    value = json.loads(text.decode("utf-8"))
    if not isinstance(value, dict):
        raise FramingError("a frame's JSON is not an object")
    return value, binary


def write_frame(stream: BinaryIO, value: Mapping[str, Any], binary: bytes = b"") -> None:
    """Write one frame and flush it; raises FramingError above the size limits."""
    text = json.dumps(value, separators=(",", ":")).encode("ascii")
    if len(text) > MAX_JSON_BYTES or len(binary) > MAX_BINARY_BYTES:
        raise FramingError("a frame is longer than its limit")
    stream.write(_HEADER.pack(len(text), len(binary)) + text + binary)
    stream.flush()


def _read_exactly(stream: BinaryIO, count: int) -> Optional[bytes]:
    """Return ``count`` bytes, or None at the end of the pipe when nothing of them came."""
    parts = []
    missing = count
    while missing > 0:
        part = stream.read(missing)
        if not part:
            if missing == count:
                return None
            raise FramingError("the pipe ended inside a frame")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


@dataclass
class Request:
    """One call; ``cancelled()`` is true once Alba no longer wants its answer."""

    id: int
    op: str
    json: Json
    binary: bytes
    withdrawn: threading.Event = field(default_factory=threading.Event)

    def cancelled(self) -> bool:
        return self.withdrawn.is_set()


Handler = Callable[[Request], Tuple[Json, bytes]]


def serve(load: Callable[[], Tuple[Mapping[str, Handler], Json]]) -> None:
    """Load the engine, say so, then answer calls one by one until stdin ends.

    ``load`` returns the handlers by op and what to report with ``ready``. It runs after the pipes
    are ours, so that nothing a library prints can reach the protocol.
    """
    _die_with_parent()
    _leave_stopping_to_parent()
    stdin, stdout = _take_pipes()
    requests: "queue.Queue[Request]" = queue.Queue()
    waiting: Dict[int, Request] = {}
    # The reader is its own thread, so that the end of stdin stops a worker in mid-computation.
    threading.Thread(target=_read_requests, args=(stdin, requests, waiting), daemon=True).start()
    handlers, info = load()
    write_frame(stdout, {"ready": True, **info})
    while True:
        request = requests.get()
        try:
            reply, binary = _answer(handlers, request)
        except Exception as error:  # One bad call must not cost the loaded model.
            reply, binary = {"ok": False, "error": type(error).__name__}, b""
        waiting.pop(request.id, None)
        write_frame(stdout, {**reply, "id": request.id}, binary)


def _answer(handlers: Mapping[str, Handler], request: Request) -> Tuple[Json, bytes]:
    if request.cancelled():
        return {"ok": False, "error": "Cancelled"}, b""
    if request.op == "ping":
        return {"ok": True}, b""
    reply, binary = handlers[request.op](request)
    return {"ok": True, **reply}, binary


def _read_requests(
    stdin: BinaryIO, requests: "queue.Queue[Request]", waiting: Dict[int, Request]
) -> None:
    status = 0
    try:
        while True:
            frame = read_frame(stdin)
            if frame is None:
                break
            value, binary = frame
            call, op = int(value["id"]), str(value["op"])
            if op != "cancel":
                request = Request(call, op, value, binary)
                waiting[call] = request
                requests.put(request)
            else:
                # The answer may already be on its way; then there is nothing left to withdraw.
                withdrawn = waiting.get(call)
                if withdrawn is not None:
                    withdrawn.withdrawn.set()
    except BaseException as error:
        print(f"Traceback (most recent call last):\n{type(error).__name__}", file=sys.stderr)
        status = 1
    sys.stderr.flush()
    # A plain return would leave the main thread waiting; the model has nothing to save.
    os._exit(status)


def _take_pipes() -> Tuple[BinaryIO, BinaryIO]:
    """Keep stdin and stdout for frames; what anything else prints goes to stderr."""
    stdin = os.fdopen(os.dup(0), "rb")
    stdout = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    return stdin, stdout


def _leave_stopping_to_parent() -> None:
    """Ctrl-C and systemd signal the whole group; Alba still needs its workers for its last words."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _die_with_parent() -> None:
    """Ask Linux to kill this process with its parent, however the parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
