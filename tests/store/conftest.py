"""The duel as a game that files may name."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest

from companion.engine import registry
from companion.store.manage import create_session
from companion.store.rosters import Roster, write_roster
from tests.games.duel import example
from tests.store.feuds import begin, drawn_alike, feud, play
from tests.store.squad import example as squad_example


@pytest.fixture(autouse=True, scope="module")
def duel_is_known() -> Iterator[None]:
    games = {"duel": "tests.games.duel:DUEL", "squad": "tests.store.squad:SQUAD", "feud": "tests.store.feud:FEUD"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "BUILT_IN", MappingProxyType({**registry.BUILT_IN, **games}))
        yield


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A session of the duel in a folder of its own."""
    return create_session(example(), tmp_path, "Duel at dawn")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign of the feud in a folder of its own."""
    return feud(tmp_path)


@pytest.fixture(scope="module")
def _fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = feud(tmp_path_factory.mktemp("fought"))
    with drawn_alike():
        play(file, begin(file), scar=6)
    return file


@pytest.fixture
def fought(_fought: Path, tmp_path: Path) -> Path:
    """A campaign of the feud whose first battle is closed: played once a module, a copy for each test."""
    shutil.copytree(_fought.parent, tmp_path / _fought.parent.name)
    return tmp_path / _fought.parent.name / _fought.name


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    """A roster of the squad."""
    file = tmp_path / "rosters" / "reds.toml"
    write_roster(Roster("squad", "The Reds [/", list(squad_example().units.values())), file)
    return file


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    """A session of the squad."""
    return create_session(squad_example(), tmp_path, "Drill")
