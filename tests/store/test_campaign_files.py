"""campaign.toml as people find and leave it: the page shows a true one, and what is wrong is said with its line."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.ledger import careers, differences, fold, standings
from companion.store.rulings import ruling_text
from companion.store.verify import check_file
from tests.examples import present
from tests.store.feuds import begin, feud, now
from tests.store.helpers import put, text_of

PAGE = Path(__file__).parents[2] / "docs" / "campaigns.md"
SAMPLES = Path(__file__).parent / "samples"


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    (example,) = re.findall(r"```toml\n(.*?)```", text_of(PAGE), re.DOTALL)
    file = tmp_path / "campaign.toml"
    file.write_text(example, encoding="utf-8")
    return file


def test_the_campaign_of_the_page_opens_and_adds_up(shown: Path) -> None:
    campaign = read_campaign(shown)
    assert list(differences(campaign)) == []
    assert [fault.key for fault in check_file(shown)] == ["battles.b1.session"]
    assert [line.won for line in standings(campaign)] == [1, 0]
    assert careers(campaign, "boris")["bob"].fell == 1
    assert fold(campaign, "rhea", 1).fields == {"gold": 20}
    (row,) = campaign.rulings
    assert (ruling_text(row), campaign.battles[row.battle].title) == ("attacker's pool: 1 more", "First blood")
    with changing(shown) as made:
        assert made.notices == []
    assert read_campaign(shown).rosters == campaign.rosters


def test_what_companion_writes_has_no_key_that_the_page_leaves_out(shown: Path, tmp_path: Path) -> None:
    file = feud(tmp_path / "saves", game="duel")
    begin(file)
    written, page = tomllib.loads(text_of(file)), tomllib.loads(text_of(shown))
    assert list(written) == [name for name in page if name != "rulings"]
    for name in ("summary", "campaign"):
        assert set(written[name]) == set(page[name])
    assert set(written["battles"]["b1"]) <= set(page["battles"]["b1"])
    known = {key for row in page["ledger"] for key in row}
    assert {key for row in written["ledger"] for key in row} <= known


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("format = 1", "format = 2", "campaign.format", "made by a newer Companion"),
        ("format = 1", 'format = "one"', "campaign.format", "number of the file format"),
        ("strike_back = true", "strike_back = 7", "options.strike_back", "yes or no"),
        ('player = "boris"', 'player = "bors"', "rosters.boris.player", "there is no player 'bors'"),
        ('[players.boris]\nname = "Boris"', "[players.boris]\nname = 7", "players.boris.name", "text in quotes"),
        ('title = "Battle 1"', "tilte = 7", "battles.b1.tilte", "no such key"),
        ("base = {rhea = 1", "base = {rhea = 99", "battles.b1.base", "no batch 99"),
        ("base = {rhea = 1", "base = {rita = 1", "battles.b1.base", "no roster 'rita'"),
        ('session = "01-', 'session = "../01-', "battles.b1.session", "beside the campaign"),
        ("n = 2", "n = 3", "ledger[1].n", "numbered in their order"),
        ('battle = "b1"', 'battle = "b9"', "ledger[2].battle", "no battle 'b9'"),
        ("after = 30", "aftre = 30", "ledger[2].entries[0].aftre", "no such key"),
        ("after = 30", "after = 1979-05-27", "ledger[2].entries[0].after", "a list or a table, not 1979-05-27"),
        ("gold = 30", '"" = 30', 'rosters.rhea.""', "a name without dots"),
        ("skill = 4", '"a.b" = 4', 'rosters.rhea.units.rone."a.b"', "a name without dots"),
        ("gold = 30", "gold = {a = [07:32:00]}", "rosters.rhea.gold.a[0]", "a list or a table, not 07:32:00"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(fought: Path, old: str, new: str, key: str, reason: str) -> None:
    file = fought
    put(file, old, new)
    with pytest.raises(CannotOpen) as fault:
        read_campaign(file)
    found = {one.key: one for one in fault.value.diagnostics}
    assert reason in found[key].reason
    line = present(found[key].line)
    assert new.split("=")[0].strip() in "\n".join(text_of(file).splitlines()[line - 6 : line + 6])
    before = text_of(file)
    with pytest.raises(CannotOpen), changing(file):
        pass
    assert text_of(file) == before
    assert check_file(file) != []


@pytest.mark.parametrize("text", ["", "x = 1", "[campaign]\n", "campaign = 7\n", "[[campaign]]\n", "[campaign", "\x00"])
def test_what_is_no_campaign_is_said(tmp_path: Path, text: str) -> None:
    file = tmp_path / "campaign.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CannotOpen):
        read_campaign(file)


def test_a_file_that_nobody_changed_is_not_validated_again(fought: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = now(fought)

    def never(*_: object) -> None:
        raise AssertionError("validated again")

    monkeypatch.setattr("companion.store.format.campaign_file._misfits", never)
    assert read_campaign(fought) == seen


def test_a_game_or_a_table_that_nobody_here_knows_is_said_or_kept(file: Path) -> None:
    file.write_text(text_of(file) + '\n[weather]\nof = "the coast"\n', encoding="utf-8")
    with changing(file):
        pass
    assert tomllib.loads(text_of(file))["weather"] == {"of": "the coast"}
    put(file, 'ruleset = "feud"', 'ruleset = "chess"')
    assert sorted(fault.key for fault in check_file(file)) == ["", "campaign.ruleset"]
    assert [line.name for line in standings(read_campaign(file))] == ["Rhea", "Boris"]


@pytest.mark.parametrize("folder", sorted(SAMPLES.iterdir()), ids=lambda folder: folder.name)
def test_campaigns_of_earlier_versions_open(folder: Path) -> None:
    """Files as they were once written: they are never made anew, later versions must open them."""
    assert check_file(folder / "campaign.toml") == []
    assert standings(read_campaign(folder / "campaign.toml"))[0].played > 0
