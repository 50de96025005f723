"""What is handed out and plugged in: wheel and sdist run apart from the checkout, and so does a game of others."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import companion

ROOT = Path(__file__).parents[1]
PLACES = (
    "https://raw.githubusercontent.com/companion-table/companion/",
    "https://github.com/companion-table/companion/",
)
VERSION = f"v{companion.__version__}/"


def run(*words: str | Path, cwd: Path, site: Path | None = None) -> str:
    """What a Python command prints, with nothing of the checkout in reach; `site` is where it finds packages first."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "COMPANION"))}
    if site is not None:
        env["PYTHONPATH"] = str(site)
    done = subprocess.run(
        [sys.executable, "-P", *words], cwd=cwd, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run("-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    return folder


def installed(wheel: Path, site: Path) -> Path:
    """The wheel unpacked where pip would put it; what it depends on is there already."""
    run(
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-compile",
        "--target",
        site,
        wheel,
        cwd=wheel.parent,
    )
    return site


def test_the_wheel_runs_and_brings_the_ready_games(built: Path, tmp_path: Path) -> None:
    site = installed(next(built.glob("*.whl")), tmp_path / "site")
    where = run("-c", "import companion; print(companion.__file__)", cwd=tmp_path, site=site)
    assert Path(where.strip()).is_relative_to(site)
    games = run("-m", "companion", "list", "--rulesets", cwd=tmp_path, site=site)
    assert all(of in games for of in ("bushido", "gods-gloom", "legion", "speedies", "better-wargame"))
    ready = site / "companion" / "ready" / "bushido-bridge-at-kagu.toml"
    run("-m", "companion", "check", ready, cwd=tmp_path, site=site)
    assert (site / "companion" / "py.typed").is_file()


def test_the_sdist_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    run("-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "again", cwd=source)
    assert names(next((tmp_path / "again").glob("*.whl"))) == names(next(built.glob("*.whl")))


def test_on_a_package_index_every_picture_and_link_is_absolute_and_leads_to_a_file_of_this_version(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        page = wheel.read(metadata).decode()
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]*)\)", page)
    ours = [(picture, target) for picture, target in links if target.startswith(PLACES)]
    assert [target for _, target in links if "://" not in target] == []
    in_the_page = re.findall(r"\]\(([^):]*)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(ours) == len(in_the_page) > 15
    for picture, target in ours:
        place, _, file = target.partition(VERSION)
        assert place == (PLACES[0] if picture else PLACES[1] + "blob/")
        assert (ROOT / file.partition("#")[0]).is_file(), target


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return sorted(archive.namelist())


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


def command(env: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words], env=env, input=typed, capture_output=True, text=True, check=False
    )


def test_a_game_from_outside_is_listed_and_played_to_its_end(third_party: dict[str, str]) -> None:
    listed = command(third_party, "list", "--rulesets")
    assert listed.returncode == 0, listed.stderr
    assert "duel" in listed.stdout
    made = command(third_party, "new", "--game", "duel", "--name", "Their fight")
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
    played = command(third_party, "play", file, "--json", typed="".join(json.dumps(t) + "\n" for t in typed))
    assert played.returncode == 0, played.stderr
    said = [json.loads(line) for line in played.stdout.splitlines()]
    assert said[0]["ruleset"] == "duel"
    assert {"type": "done", "procedure": "exchange", "outcome": {"dealt": 3, "taken": 0}}.items() <= next(
        s for s in said if s["type"] == "done"
    ).items()
    assert said[-1]["type"] == "bye"
