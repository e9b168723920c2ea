"""Piper as a long-lived worker: loads one voice, then turns text into PCM16.

Usage: piper_worker.py VOICE.onnx VOICE.onnx.json
"""

from __future__ import annotations

import json
import sys
from typing import Dict, Mapping, Tuple

import framing
import numpy
import onnxruntime
from piper import PiperVoice, SynthesisConfig
from piper.config import PiperConfig

# Piper takes text between double brackets as phonemes; nothing Alba says may switch to that.
_PHONEME_BRACKETS = (("[[", "[ ["), ("]]", "] ]"))


def load() -> Tuple[Mapping[str, framing.Handler], framing.Json]:
    voice_path, config_path = sys.argv[1:3]
    options = onnxruntime.SessionOptions()
    # One thread is nine times faster than speech; more would only take from the transcriber.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    with open(config_path, encoding="utf-8") as config_file:
        config = PiperConfig.from_dict(json.load(config_file))
    session = onnxruntime.InferenceSession(
        voice_path, sess_options=options, providers=["CPUExecutionProvider"]
    )
    voice = PiperVoice(session=session, config=config)
    # The first synthesis also loads the pronunciation data: done before "ready", not in a room.
    for _ in voice.synthesize("Hello."):
        pass

    def synthesise(request: framing.Request) -> Tuple[framing.Json, bytes]:
        return _synthesise(voice, request)

    return {"synthesise": synthesise}, {"sampleRateHz": config.sample_rate}


def _synthesise(voice: PiperVoice, request: framing.Request) -> Tuple[framing.Json, bytes]:
    """Synthesise sentence by sentence, so that a withdrawn or overlong text stops early."""
    text = str(request.json["text"])
    for marks, harmless in _PHONEME_BRACKETS:
        text = text.replace(marks, harmless)
    config = SynthesisConfig(
        length_scale=voice.config.length_scale / float(request.json["speed"]),
        volume=float(request.json["volume"]),
    )
    rate = voice.config.sample_rate
    most_samples = int(float(request.json["maxS"]) * rate)
    parts = []
    count = 0
    for chunk in voice.synthesize(text, config):
        if request.cancelled():
            return {"end": "cancelled"}, b""
        count += len(chunk.audio_int16_array)
        if count > most_samples:
            return {"end": "too_long"}, b""
        parts.append(chunk.audio_int16_array)
    pcm = numpy.concatenate(parts) if parts else numpy.zeros(0, numpy.int16)
    return {"end": "done", "sampleRateHz": rate}, pcm.astype("<i2").tobytes()


framing.serve(load)
