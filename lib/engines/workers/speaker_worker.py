"""Voices as vectors: Resemblyzer's speaker encoder (GE2E) in numpy, as a long-lived worker.

Usage: speaker_worker.py WEIGHTS

WEIGHTS is Resemblyzer's `pretrained.pt` (Apache-2.0). It is read with an unpickler that knows three
names, so no code in it can run and PyTorch is not needed. A call carries PCM16 at 16 kHz and the
windows to be embedded; the answer is one unit vector of 256 floats for each window.
"""

from __future__ import annotations

import os

# Set before numpy loads: this work is never urgent and must leave the cores to live ears.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["VECLIB_MAXIMUM_THREADS"] = "1"

import collections
import pickle
import struct
import sys
from typing import Any, BinaryIO, Dict, List, Mapping, Tuple

import framing
import mel
import numpy

_MELS = 40
# The network was trained on 1.6 s; shorter windows are repeated up to that length.
_FRAMES = 160
_LAYERS = 3
_HIDDEN = 256
# Its mel frames are powers, not their logarithms, so loudness would pass for a voice: every window is
# brought to the level to which quiet sound was raised in training.
_TARGET_DBFS = -30.0
_SILENCE = 1e-12
_NICENESS = 15
_STORAGE_TYPE = "FloatStorage"


def load() -> Tuple[Mapping[str, framing.Handler], framing.Json]:
    os.nice(_NICENESS)
    with open(sys.argv[1], "rb") as weights:
        encoder = Encoder(read_weights(weights))
    encoder.embed(numpy.zeros((1, _FRAMES, _MELS), numpy.float32))

    def embed(request: framing.Request) -> Tuple[framing.Json, bytes]:
        audio = numpy.frombuffer(request.binary, "<i2").astype(numpy.float32) / 32768
        windows = [window_frames(audio[int(a) : int(b)]) for a, b in request.json["windows"]]
        vectors = encoder.embed(numpy.stack(windows)) if windows else numpy.zeros((0, _HIDDEN))
        return {"count": len(windows), "size": _HIDDEN}, vectors.astype("<f4").tobytes()

    return {"embed": embed}, {"size": _HIDDEN}


class Encoder:
    """Three LSTM layers over mel frames, then a linear layer, rectified and brought to length 1."""

    def __init__(self, weights: Mapping[str, numpy.ndarray]) -> None:
        self._layers = [
            (
                numpy.ascontiguousarray(weights[f"lstm.weight_ih_l{layer}"].T),
                numpy.ascontiguousarray(weights[f"lstm.weight_hh_l{layer}"].T),
                weights[f"lstm.bias_ih_l{layer}"] + weights[f"lstm.bias_hh_l{layer}"],
            )
            for layer in range(_LAYERS)
        ]
        self._linear = numpy.ascontiguousarray(weights["linear.weight"].T)
        self._bias = weights["linear.bias"]

    def embed(self, windows: numpy.ndarray) -> numpy.ndarray:
        """Vectors of shape (n, 256) for mel frames of shape (n, 160, 40)."""
        sequence = windows.transpose(1, 0, 2)
        for into, back, bias in self._layers:
            sequence = _lstm(sequence @ into + bias, back)
        vectors = numpy.maximum(0.0, sequence[-1] @ self._linear + self._bias)
        lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / numpy.maximum(lengths, 1e-9)


def _lstm(gates_in: numpy.ndarray, back: numpy.ndarray) -> numpy.ndarray:
    """One layer; the gates stand in PyTorch's order: input, forget, cell, output."""
    steps, count, _ = gates_in.shape
    hidden = numpy.zeros((count, _HIDDEN), numpy.float32)
    cell = numpy.zeros_like(hidden)
    outputs = numpy.empty((steps, count, _HIDDEN), numpy.float32)
    for step in range(steps):
        gates = gates_in[step] + hidden @ back
        take, keep, give = (_sigmoid(gates[:, at : at + _HIDDEN]) for at in (0, 256, 768))
        cell = keep * cell + take * numpy.tanh(gates[:, 512:768])
        hidden = give * numpy.tanh(cell)
        outputs[step] = hidden
    return outputs


def _sigmoid(values: numpy.ndarray) -> numpy.ndarray:
    return 0.5 * (1.0 + numpy.tanh(0.5 * values))


def window_frames(audio: numpy.ndarray) -> numpy.ndarray:
    """Mel power frames (160, 40) of one window, repeated or cut to the length of training."""
    power = float(numpy.mean(audio**2)) if len(audio) else 0.0
    if power > _SILENCE:
        audio = audio * 10 ** ((_TARGET_DBFS - 10 * numpy.log10(power)) / 20)
    short = max(0, mel.WINDOW_SAMPLES - len(audio))
    spectrum = mel.power_spectrum(numpy.pad(audio, (0, short)))
    mels = spectrum.astype(numpy.float32) @ _MEL_FILTERS
    return mels[numpy.arange(_FRAMES) % len(mels)]


_MEL_FILTERS = mel.slaney_filters(_MELS).astype(numpy.float32)


class _Tensors(pickle.Unpickler):
    """Reads PyTorch's older file format; any name beyond these three ends the reading."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda storage, offset, shape, strides, *_: (storage, offset, shape, strides)
        if (module, name) == ("torch", _STORAGE_TYPE):
            return _STORAGE_TYPE
        raise pickle.UnpicklingError("the weights name something that is no tensor")

    def persistent_load(self, pid: Tuple[Any, ...]) -> str:
        return str(pid[2])


def read_weights(stream: BinaryIO) -> Dict[str, numpy.ndarray]:
    """The tensors by name. Raises UnpicklingError or KeyError on a file of another kind."""
    for _ in ("magic number", "protocol", "system"):
        _Tensors(stream).load()
    tensors = _Tensors(stream).load()["model_state"]
    keys: List[str] = _Tensors(stream).load()
    storages: Dict[str, numpy.ndarray] = {}
    for key in keys:
        (count,) = struct.unpack("<q", stream.read(8))
        storages[str(key)] = numpy.frombuffer(stream.read(4 * count), "<f4")
    return {name: _tensor(storages, *parts) for name, parts in tensors.items()}


def _tensor(
    storages: Mapping[str, numpy.ndarray],
    storage: str,
    offset: int,
    shape: Tuple[int, ...],
    strides: Tuple[int, ...],
) -> numpy.ndarray:
    bytes_apart = [4 * stride for stride in strides]
    view = numpy.lib.stride_tricks.as_strided(storages[storage][offset:], shape, bytes_apart)
    return view.astype(numpy.float32)


framing.serve(load)
