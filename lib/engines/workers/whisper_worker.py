"""Whisper as a long-lived worker. Each call is one window of audio and knows nothing of the last.

Usage: whisper_worker.py MODEL_FOLDER auto|cpu|cuda

All streaming (what to decode when, what to commit, what to disbelieve) is Alba's side; this file
only turns PCM16 at 16 kHz into words with their times and with the figures that guards need.
"""

from __future__ import annotations

import math
import os
import sys
import time
from typing import List, Mapping, Optional, Tuple

import ctranslate2
import framing
import numpy
from faster_whisper import WhisperModel
from faster_whisper.tokenizer import Tokenizer
from faster_whisper.transcribe import (
    get_compression_ratio,
    get_suppressed_tokens,
    merge_punctuations,
    pad_or_trim,
)

_SAMPLE_RATE_HZ = 16_000
# A mel frame is 10 ms; the encoder was trained on 30 s and cannot take more.
_FRAME_SAMPLES = 160
_FULL_CONTEXT_FRAMES = 3_000
# The small models gain nothing from more.
_MOST_THREADS = 4
# The longest prompt leaves the decoder more than half of its 448 tokens.
_MAX_PROMPT_TOKENS = 200
# The quickest speakers reach 7 tokens a second; a decode past this is a loop, not speech.
_MAX_TOKENS_PER_S = 12
_MIN_NEW_TOKENS = 16
_MAX_TOKENS = 448
_PREPENDED = "\"'“¿([{-"
_APPENDED = "\"'.。,，!！?？:：”)]}、"


def load() -> Tuple[Mapping[str, framing.Handler], framing.Json]:
    folder, device = sys.argv[1:3]
    if device == "auto":
        device = "cuda" if ctranslate2.get_cuda_device_count() > 0 else "cpu"
    model = WhisperModel(
        folder,
        device=device,
        compute_type="int8" if device == "cpu" else "default",
        cpu_threads=min(_MOST_THREADS, os.cpu_count() or 1),
        local_files_only=True,
    )
    decoder = Decoder(model)
    # The first decode allocates and picks kernels: done before "ready", not in a consultation.
    decoder.decode(numpy.zeros(_SAMPLE_RATE_HZ, numpy.float32), "en", "", 1, _FULL_CONTEXT_FRAMES)

    def decode(request: framing.Request) -> Tuple[framing.Json, bytes]:
        audio = numpy.frombuffer(request.binary, "<i2").astype(numpy.float32) / 32768
        reply = decoder.decode(
            audio,
            str(request.json["language"]),
            str(request.json["prompt"]),
            int(request.json["beam"]),
            int(request.json["contextFrames"]),
        )
        return reply, b""

    return {"decode": decode}, {"device": model.model.device, "compute": model.model.compute_type}


class Decoder:
    """One model; not for two threads at once."""

    def __init__(self, model: WhisperModel) -> None:
        self._model = model
        self._tokenizers: dict[str, Tokenizer] = {}

    def decode(
        self, audio: numpy.ndarray, language: str, prompt: str, beam: int, context_frames: int
    ) -> framing.Json:
        """Decode up to 30 s. ``context_frames`` is what the encoder is given, rest zeros.

        The encoder's cost grows faster than its length, and CTranslate2 takes any length, so a
        short window need not pay for 30 s.
        """
        started = time.monotonic()
        tokenizer = self._tokenizer(language)
        frames = min(len(audio) // _FRAME_SAMPLES, _FULL_CONTEXT_FRAMES)
        context = max(frames, min(context_frames, _FULL_CONTEXT_FRAMES))
        features = self._model.feature_extractor(audio)[:, :frames]
        encoded = self._model.encode(pad_or_trim(features, context))
        prompt_tokens = tokenizer.encode(" " + prompt.strip())[-_MAX_PROMPT_TOKENS:] if prompt else []
        given = self._model.get_prompt(tokenizer, prompt_tokens)
        most_new = max(_MIN_NEW_TOKENS, frames * _MAX_TOKENS_PER_S // 100)
        result = self._model.model.generate(
            encoded,
            [given],
            beam_size=beam,
            max_length=min(_MAX_TOKENS, len(given) + most_new),
            return_scores=True,
            return_no_speech_prob=True,
            suppress_blank=True,
            suppress_tokens=get_suppressed_tokens(tokenizer, [-1]),
            max_initial_timestamp_index=50,
        )[0]
        tokens = [token for token in result.sequences_ids[0] if token < tokenizer.eot]
        text = tokenizer.decode(tokens).strip()
        length = len(result.sequences_ids[0])
        return {
            "words": self._words(tokenizer, tokens, encoded, frames),
            "noSpeech": _finite(result.no_speech_prob, 0.0),
            # Scores are already divided by the length; counting the end token as Whisper does.
            "meanLogProbability": _finite(result.scores[0], -10.0) * length / (length + 1),
            "compression": get_compression_ratio(text) if text else 0.0,
            "wallMs": round((time.monotonic() - started) * 1000),
        }

    def _words(
        self, tokenizer: Tokenizer, tokens: List[int], encoded: object, frames: int
    ) -> List[framing.Json]:
        if not tokens:
            return []
        aligned = self._model.find_alignment(tokenizer, [tokens], encoded, frames)[0]
        merge_punctuations(aligned, _PREPENDED, _APPENDED)
        return [
            {
                "text": word["word"].strip(),
                "start": round(float(word["start"]) * _SAMPLE_RATE_HZ),
                "end": round(float(word["end"]) * _SAMPLE_RATE_HZ),
                "probability": min(1.0, max(0.0, _finite(word["probability"], 0.0))),
            }
            for word in aligned
            if word["word"].strip()
        ]

    def _tokenizer(self, language: str) -> Tokenizer:
        known: Optional[Tokenizer] = self._tokenizers.get(language)
        if known is None:
            model = self._model
            known = Tokenizer(
                model.hf_tokenizer,
                model.model.is_multilingual,
                task="transcribe",
                language=language,
            )
            self._tokenizers[language] = known
        return known


def _finite(value: float, otherwise: float) -> float:
    """JSON has no NaN and no infinity, which an empty result's mean and score are."""
    return float(value) if math.isfinite(value) else otherwise


framing.serve(load)
