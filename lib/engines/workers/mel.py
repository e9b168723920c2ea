"""What the numpy engines share of a spectrum: Slaney's mel filters and the window before a transform.

Both networks were trained on frames of 25 ms every 10 ms at 16 kHz, so both see these numbers.
"""

from __future__ import annotations

import numpy

SAMPLE_RATE_HZ = 16_000
WINDOW_SAMPLES = 400
HOP_SAMPLES = 160

# Periodic, as training had it: the last point of the symmetric window belongs to the next one.
HANN = numpy.hanning(WINDOW_SAMPLES + 1)[:WINDOW_SAMPLES]


def slaney_filters(count: int) -> numpy.ndarray:
    """Triangles of equal area over the bins of a spectrum from 0 to 8 kHz; shape (201, count)."""
    per_octave = numpy.log(6.4) / 27
    top = 15 + numpy.log(SAMPLE_RATE_HZ / 2 / 1000) / per_octave
    mels = numpy.linspace(0, top, count + 2)
    edges = numpy.where(mels >= 15, 1000 * numpy.exp(per_octave * (mels - 15)), mels * 200 / 3)
    bins = numpy.linspace(0, SAMPLE_RATE_HZ / 2, WINDOW_SAMPLES // 2 + 1)
    widths = numpy.diff(edges)
    distance = edges[:, None] - bins[None]
    rising = -distance[:-2] / widths[:-1, None]
    falling = distance[2:] / widths[1:, None]
    area = 2 / (edges[2:] - edges[:-2])
    return (numpy.maximum(0, numpy.minimum(rising, falling)) * area[:, None]).T


def power_spectrum(audio: numpy.ndarray) -> numpy.ndarray:
    """Power of each frame of `audio`, the ends mirrored so that frames stand centred; (n, 201)."""
    padded = numpy.pad(audio, WINDOW_SAMPLES // 2, mode="reflect")
    frames = numpy.lib.stride_tricks.sliding_window_view(padded, WINDOW_SAMPLES)[::HOP_SAMPLES]
    return numpy.abs(numpy.fft.rfft(frames * HANN.astype(audio.dtype), axis=1)) ** 2
