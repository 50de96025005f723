"""Nothing of the machine that runs the tests may show on the screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import screen

from companion.engine import registry


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Colours as asked for by the test, whatever the terminal and the settings of this machine say."""
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True, scope="session")
def frames_when_they_are_looked_at() -> Iterator[None]:
    """Nobody watches between two steps of a test: every wait of `fakes` draws a frame, and the clock only a few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "UPDATE_PERIOD", 0.1)
        yield


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games; the duel is the one game there is."""
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    monkeypatch.setattr("companion.store.folders.ready_dir", lambda: tmp_path / "ready")
    return tmp_path
