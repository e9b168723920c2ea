"""Ratios by Python's own difflib: JSON pairs [[a, b], …] on stdin, JSON numbers on stdout."""

import difflib
import json
import sys


def ratio(a: str, b: str) -> float:
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()


if __name__ == "__main__":
    pairs: list[tuple[str, str]] = json.load(sys.stdin)
    json.dump([ratio(a, b) for a, b in pairs], sys.stdout)
