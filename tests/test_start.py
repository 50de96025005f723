"""start.py, which a fresh clone is begun with."""

from __future__ import annotations

import subprocess

import pytest

import start


@pytest.mark.parametrize(("codes", "status"), [([0, 0, 0, 0], 0), ([0, 1, 0, 0], 1), ([0, 0, -9, 0], 1)])
def test_a_check_that_fails_or_is_killed_fails_all_of_them(
    monkeypatch: pytest.MonkeyPatch, codes: list[int], status: int
) -> None:
    left = list(codes)
    monkeypatch.setattr(start, "install", lambda group="": None)
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: left.pop(0))
    assert start.main(["lint"]) == status
    assert left == [], "every check runs, whatever came of the one before"
