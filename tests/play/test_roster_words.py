"""What the rosters of a campaign keep, in words that players use: never the names and tables of the file."""

from pathlib import Path

import pytest

from companion.frontend.campaigns import typed_field
from companion.frontend.saying.campaigns import campaign_lines, roster_lines_after
from companion.frontend.saying.rosters import life_lines
from companion.report.markdown import markdown
from companion.report.writing import chronicle_of
from companion.store.campaigns import read_campaign
from companion.store.careers import life
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.campaign_rows import Seen, people_rows
from companion.tui.screens.roster_unit import RosterForm
from tests.play.aftermaths import campaign_of, end_late, opened, settle, settle_late
from tests.store.feuds import begin
from tests.store.helpers import put
from tests.tui.fakes import app
from tests.tui.player import misses, press, sees


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A campaign of Legion after a battle: Luke was hurt, two Rebel Troopers fell, and losses are kept."""
    options = {"aftermath_heal": "keep", "aftermath_models": "keep", "aftermath_marks": "on"}
    file = campaign_of(tmp_path, "legion", **options)
    played = opened(file, begin(file))
    session = played.session
    session.adjust("luke.1", "wounds", 3)
    for of in ("rebels.2", "rebels.3"):
        session.adjust(of, "defeated", True)
    end_late(session)
    settle(session, "rhea", {"luke": {"kills": 2}})
    settle(session, "boris")
    played.close()
    return file


def test_the_list_shows_what_battles_left_each_unit_with_and_the_screen_too(war: Path) -> None:
    lines = "\n".join(campaign_lines(read_campaign(war)))
    assert "\n    Luke Skywalker (luke): 3 of 6 wounds, 3 marks (tried), 1 battle" in lines
    assert "\n    Rebel Troopers (rebels): 2 of 4 minis left, 1 mark, 1 battle" in lines
    assert "\n    Han Solo (han): 1 mark, 1 battle" in lines
    rows = [row.content.plain for row in people_rows(Seen.of(war, read_campaign(war)), 120)]
    assert "3 of 6 wounds, 3 marks (tried)" in next(row for row in rows if "Luke Skywalker" in row)
    assert "2 of 4 minis left, 1 mark" in next(row for row in rows if "Rebel Troopers" in row)
    rows = [" ".join(row.content.plain.split()) for row in people_rows(Seen.of(war, read_campaign(war)), 40)]
    assert "Han Solo 1 mark; 1 battle" in rows


def test_a_unit_that_left_in_no_words_is_listed(war: Path) -> None:
    put(war, "[rosters.rhea.units.luke]\n", "[rosters.rhea.units.luke]\ngone = [3]\n")
    assert any("Luke Skywalker (luke): [3], " in line for line in campaign_lines(read_campaign(war)))


def test_values_are_words_wherever_they_are_shown(war: Path) -> None:
    campaign = read_campaign(war)
    told = [
        *roster_lines_after(campaign, "b1"),
        *life_lines(life(campaign, "rhea", "luke")),
        *life_lines(life(campaign, "rhea", "rebels")),
    ]
    text = "\n".join(told) + markdown(chronicle_of(war))
    assert "minis: unhurt → 3 of 6 wounds, wounds and losses" in text
    assert "minis: 4 minis → 2 of 4 minis left, wounds and losses" in text
    assert "rank special forces" in text
    assert "3 marks (tried); 3 of 6 wounds" in text
    for code in ("id luke.1", "leader yes", "special_forces", "wookiee_trooper", "force icon yes"):
        assert code not in text, code


async def test_the_page_of_a_unit_says_values_as_words(war: Path) -> None:
    campaign = read_campaign(war)
    async with app(war.parents[1]).run_test(size=(100, 40)) as pilot:
        await sees(pilot, "CAMPAIGNS")
        await pilot.app.push_screen(FormScreen(RosterForm(war, campaign, "rhea", "wook")))
        await sees(pilot, "3 minis", "special forces")
        await misses(pilot, "special_forces")
        await misses(pilot, "id wook.1")
        await press(pilot, "escape")


def test_a_choice_is_typed_as_it_is_called(war: Path) -> None:
    campaign = read_campaign(war)
    assert typed_field(campaign, "rhea", "wook", "rank", "Special forces") == "special_forces"
    assert typed_field(campaign, "rhea", "wook", "rank", "special_forces") == "special_forces"


def test_models_are_told_of_those_that_a_unit_joined_with(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "better-wargame", aftermath_models="keep")
    played = opened(file, begin(file))
    session = played.session
    unit = next(one for one in session.table.units.values() if one.side == "rhea")
    for field in ("in_contact", "in_reach"):
        session.adjust(unit.id, field, 0)
    session.adjust(unit.id, "models", 3)
    settle_late(session)
    played.close()
    lines = list(campaign_lines(read_campaign(file)))
    assert any(f"{unit.name} ({unit.id}): 3 of 8 models left, 1 battle" in line for line in lines)
