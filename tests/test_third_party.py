"""A third-party game: installed beside Companion through the entry point, listed and played, the tree untouched."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def third_party(tmp_path: Path) -> dict[str, str]:
    """An environment in which the sixth game is an installed distribution of its own."""
    site = tmp_path / "site"
    info = site / "duel_game-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: duel-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[companion.rulesets]\nduel = duel:DUEL\n")
    shutil.copy(ROOT / "tests" / "games" / "duel.py", site / "duel.py")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]),
        "COMPANION_SAVES": str(tmp_path / "saves"),
    }


def companion(env: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words], env=env, input=typed, capture_output=True, text=True, check=False
    )


def test_a_game_from_outside_is_listed_and_played_to_its_end(third_party: dict[str, str]) -> None:
    listed = companion(third_party, "list", "--rulesets")
    assert listed.returncode == 0, listed.stderr
    assert "duel" in listed.stdout
    made = companion(third_party, "new", "--game", "duel", "--name", "Their fight")
    assert made.returncode == 0, made.stderr
    file = made.stdout.strip()
    typed = [
        {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}},
        {"do": "answer", "value": "bob"},
        {"do": "answer", "value": True},
        {"do": "answer", "value": {"plan": "plain", "parts": {"attack": 3, "guard": 0}}},
        {"do": "answer", "value": {"plan": "plain", "parts": {"attack": 3, "guard": 0}}},
        {"do": "answer", "value": [[4, 4, 4], []]},
        {"do": "answer", "value": True},
    ]
    played = companion(third_party, "play", file, "--json", typed="".join(json.dumps(t) + "\n" for t in typed))
    assert played.returncode == 0, played.stderr
    said = [json.loads(line) for line in played.stdout.splitlines()]
    assert said[0]["ruleset"] == "duel"
    assert {"type": "done", "procedure": "exchange", "outcome": {"dealt": 3, "taken": 0}}.items() <= next(
        s for s in said if s["type"] == "done"
    ).items()
    assert said[-1]["type"] == "bye"
