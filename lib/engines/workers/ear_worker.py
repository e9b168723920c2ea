"""Whether somebody has finished speaking, by the sound alone: Smart Turn v3.2 as a long-lived worker.

Usage: ear_worker.py MODEL

MODEL is `smart-turn-v3.2-cpu.onnx` (BSD-2-Clause). A call carries up to 8 s of PCM16 at 16 kHz that
end now; the answer is the probability that what was said in them is finished, 0 to 1.
"""

from __future__ import annotations

import os

# Set before numpy loads: a score is wanted soon, but live ears are wanted sooner.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["VECLIB_MAXIMUM_THREADS"] = "1"

import sys
from typing import Mapping, Tuple

import framing
import mel
import numpy
import onnxruntime

_MELS = 80
_FRAMES = 800
_SAMPLES = _FRAMES * mel.HOP_SAMPLES
_LEAST_VARIANCE = 1e-7
_LEAST_POWER = 1e-10
# What lies this many powers of ten below the loudest cell is as good as silent.
_RANGE = 8.0
# Behind live ears; not further, because at 10 a crowded box gives it a fiftieth of a core, and then
# nearly every score comes too late.
_NICENESS = 5


def load() -> Tuple[Mapping[str, framing.Handler], framing.Json]:
    os.nice(_NICENESS)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        sys.argv[1], sess_options=options, providers=["CPUExecutionProvider"]
    )

    def finished(audio: numpy.ndarray) -> float:
        (probability,) = session.run(None, {"input_features": features(audio)[None]})
        return round(min(1.0, max(0.0, float(probability.ravel()[0]))), 4)

    def score(request: framing.Request) -> Tuple[framing.Json, bytes]:
        audio = numpy.frombuffer(request.binary, "<i2").astype(numpy.float32) / 32768
        return {"finished": finished(audio)}, b""

    # The first score of a session takes several times the later ones.
    finished(numpy.zeros(_SAMPLES, numpy.float32))
    return {"score": score}, {}


def features(audio: numpy.ndarray) -> numpy.ndarray:
    """Log-mel cells (80, 800) of the last 8 s, what is missing of them silent before the first."""
    audio = audio[-_SAMPLES:]
    audio = numpy.pad(audio, (_SAMPLES - len(audio), 0))
    level = (audio - audio.mean()) / numpy.sqrt(audio.var() + _LEAST_VARIANCE)
    # One frame more than the network takes; Whisper's features leave the last one out.
    power = mel.power_spectrum(level.astype(numpy.float64))[:_FRAMES]
    logs = numpy.log10(numpy.maximum(_LEAST_POWER, power @ _MEL_FILTERS))
    return ((numpy.maximum(logs, logs.max() - _RANGE) + 4) / 4).T.astype(numpy.float32)


_MEL_FILTERS = mel.slaney_filters(_MELS)


if __name__ == "__main__":
    framing.serve(load)
