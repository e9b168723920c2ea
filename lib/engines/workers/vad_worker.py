"""Silero voice activity detection as a worker of its own, so that a decode never delays it.

Usage: vad_worker.py

A call carries the state that the last one returned, so this process may die between any two calls
and nothing is lost. Its input is ``state | PCM16``; its output the next state and one probability
of speech for each 512 samples (32 ms at 16 kHz).
"""

from __future__ import annotations

from pathlib import Path
from typing import Mapping, Tuple

import faster_whisper
import framing
import numpy
import onnxruntime

_WINDOW_SAMPLES = 512
# Silero sees the last 4 ms of the window before, too.
_CONTEXT_SAMPLES = 64
_HIDDEN = 128
_STATE_FLOATS = 2 * _HIDDEN + _CONTEXT_SAMPLES


def load() -> Tuple[Mapping[str, framing.Handler], framing.Json]:
    options = onnxruntime.SessionOptions()
    # A window takes a tenth of a millisecond; threads would only take from the transcriber.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    model = Path(faster_whisper.__file__).parent / "assets" / "silero_vad_v6.onnx"
    session = onnxruntime.InferenceSession(
        str(model), sess_options=options, providers=["CPUExecutionProvider"]
    )

    def detect(request: framing.Request) -> Tuple[framing.Json, bytes]:
        state_bytes = int(request.json["stateBytes"])
        return _detect(session, request.binary[:state_bytes], request.binary[state_bytes:])

    return {"detect": detect}, {}


def _detect(
    session: onnxruntime.InferenceSession, state: bytes, pcm: bytes
) -> Tuple[framing.Json, bytes]:
    floats = numpy.frombuffer(state, "<f4") if state else numpy.zeros(_STATE_FLOATS, numpy.float32)
    hidden = floats[:_HIDDEN].reshape(1, 1, _HIDDEN)
    cell = floats[_HIDDEN : 2 * _HIDDEN].reshape(1, 1, _HIDDEN)
    audio = numpy.frombuffer(pcm, "<i2").astype(numpy.float32) / 32768
    # A stream's last window may be cut short; the rest of it is silence.
    audio = numpy.pad(audio, (0, -len(audio) % _WINDOW_SAMPLES))
    windows = audio.reshape(-1, _WINDOW_SAMPLES)
    tails = numpy.concatenate(
        [floats[2 * _HIDDEN :].reshape(1, -1), windows[:-1, -_CONTEXT_SAMPLES:]]
    )
    speech, hidden, cell = session.run(
        None, {"input": numpy.concatenate([tails, windows], 1), "h": hidden, "c": cell}
    )
    after = numpy.concatenate([hidden.ravel(), cell.ravel(), windows[-1, -_CONTEXT_SAMPLES:]])
    probabilities = [round(float(value), 4) for value in speech.ravel()]
    return {"probabilities": probabilities}, after.astype("<f4").tobytes()


framing.serve(load)
