"""What the roster of a campaign keeps of a battle: what players changed by hand, and what the aftermath decided."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.campaign import GONE
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.setup import copied
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Entity
from companion.engine.state.table import AnyTable
from companion.frontend.setup import Setup
from companion.store.campaigns import changing, read_campaign
from companion.store.closing import close, edit
from companion.store.effects import reopen
from companion.store.format.campaign import Outcome
from companion.store.joining import Joining, create_campaign
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import drive, play_random
from tests.play.aftermaths import GAMES, campaign_of, ended, opened, settle, settle_late
from tests.play.test_speedies_campaign import SAMPLE_OPTIONS, TO_THE_END, answer, campaign, typed
from tests.searching import one_in
from tests.store.feuds import begin, done, session_file


def units_of(file: Path) -> dict[str, Any]:
    return {of: unit for roster in read_campaign(file).rosters.values() for of, unit in roster.units.items()}


def falls(session: Session, mini: str) -> None:
    session.adjust(mini, "wounds", session.table.find(mini).get("threshold"))
    session.adjust(mini, "defeated", True)


def end_the_round(session: Session) -> None:
    """Vader has fallen, and the End Phase makes the Stormtroopers commanders."""
    falls(session, "vader.1")
    session.adjust("table", "phase", "end")
    session.start("end_phase")
    drive(session, default=lambda request: "storm" if request.name == "promote" else None)
    assert session.table.unit("storm").get("rank") == "commander"


def test_who_is_promoted_in_the_end_phase_is_no_commander_of_the_next_battle(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "legion")
    ranks = {of: unit.get("rank") for of, unit in units_of(file).items()}
    played = opened(file, begin(file))
    end_the_round(played.session)
    settle_late(played.session)
    played.close()
    assert (played.trouble, check_file(file)) == ("", [])
    assert {of: unit.get("rank") for of, unit in units_of(file).items()} == ranks


@pytest.mark.parametrize("inside", [False, True])
def test_what_players_change_by_hand_stays_also_inside_a_procedure_and_after_a_rule(
    inside: bool, tmp_path: Path
) -> None:
    """They set the rank that a rule had set, and a number; the session is opened again between."""
    file = campaign_of(tmp_path, "legion")
    of = begin(file)
    played = opened(file, of)
    end_the_round(played.session)
    if inside:
        played.session.start("command_phase")
    played.session.adjust("storm", "rank", "operative", why="a field promotion")
    played.session.adjust("storm", "speed", 3)
    played.session.adjust("vader.1", "threshold", 9)
    if inside:
        drive(played.session, default=lambda request: [["block"]] if request.kind == "roll" else None)
        assert len(played.session.entries[-1].inputs) > 2
    played.close()
    played = opened(file, of)
    settle_late(played.session)
    played.close()
    assert (played.trouble, check_file(file)) == ("", [])
    storm, vader = units_of(file)["storm"], units_of(file)["vader"]
    assert (storm["rank"], storm["speed"]) == ("operative", 3)
    assert [mini["threshold"] for mini in vader["minis"]] == [9]


def test_a_keyword_that_players_write_stays() -> None:
    session = ended("legion")
    before = dict(session.table.unit("storm").get("keywords"))
    session.adjust("storm", "keywords.Scout", 2, why="they have learned")
    settle(session, "red")
    (entry,) = [e for e in session.ruleset.batch(session, "red").entries if e.field == "keywords"]
    assert (entry.of, entry.before, entry.after) == ("storm", before, {**before, "Scout": 2})


@pytest.mark.parametrize("game", one_in(2, zip(GAMES)))
def test_no_profile_on_a_roster_is_another_for_a_battle_in_which_nobody_changed_one(game: str, tmp_path: Path) -> None:
    file = campaign_of(tmp_path, game)
    before = units_of(file)
    for seed in range(2):
        played = opened(file, begin(file))
        assert play_random(played.session, Random(seed), most=9000, most_entries=4000)
        for side in ("rhea", "boris"):
            settle(played.session, side)
        played.close()
        assert (played.trouble, check_file(file)) == ("", [])
        assert units_of(file) == before
        assert not any(unit.get(GONE) for unit in before.values())


# -- a fresh battle starts whole ----------------------------------------------------------------------------------


def next_table(file: Path) -> AnyTable:
    """The table of one more battle, which counts for nothing."""
    return restore(session_file(file, begin(file, practice=True))).session.table


def bounded(one: Entity) -> list[tuple[FieldSpec, int]]:
    """The trackers of a unit or model that another field of it bounds, each with what it is where nothing was lost."""
    found = [spec for spec in one.specs().values() if spec.adjust and isinstance(spec.hi, str)]
    return [(spec, spec.derive(one) if spec.derive is not None else spec.default) for spec in found]


def members(table: AnyTable) -> list[Entity]:
    return [one for unit in table.units.values() for one in (unit, *unit.miniatures)]


def test_an_improved_wound_counts_in_the_next_battle_of_speedies(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    of = begin(file)
    typed(session_file(file, of), TO_THE_END)
    played = opened(file, of)
    for side in ("rhea", "boris"):
        played.session.start("aftermath", {"side": side})
        # Every hero draws one more Wound.
        drive(played.session, default=lambda r: [[20]] if r.name == "improvement" else answer(r, 9))
    played.close()
    assert (played.trouble, check_file(file)) == ("", [])
    heroes = [of for of, unit in units_of(file).items() if unit.get("max_wounds", 1) > 1]
    assert "otto" in heroes
    table = next_table(file)
    for of in heroes:
        assert table.unit(of).get("wounds") == table.unit(of).get("max_wounds") > 1, of


def hurt_joining(game: str, player: str, place: int) -> Joining:
    """The example's units of one side, each with as much taken as it can have and live."""
    setup = Setup(find(game))
    units = setup.example_units(setup.players[place])
    for unit in units:
        for one in (unit, *unit.miniatures):
            for spec, fresh in bounded(one):
                _, most = spec.bounds(one)
                assert most is not None
                one.put(spec.name, max(1, fresh - 1) if fresh else most - 1)
    return Joining(player, "", units)


@pytest.mark.parametrize("game", [*GAMES, "speedies"])
def test_a_battle_starts_whole_in_every_field_that_a_maximum_bounds(game: str, tmp_path: Path) -> None:
    """Whoever joins hurt is whole, and so is a unit whose maximum players have raised since."""
    joining = [hurt_joining(game, player, place) for place, player in enumerate(("Rhea", "Boris"))]
    options = SAMPLE_OPTIONS if game == "speedies" else {}
    file = create_campaign(tmp_path, "The long war", game, options, joining)
    table, checked = next_table(file), 0
    for one in members(table):
        for spec, fresh in bounded(one):
            assert getattr(one, spec.name) == fresh, (one.id, spec.name)
            checked += 1
    assert checked
    with changing(file) as made:
        for unit in table.units.values():
            for name in {spec.hi for spec, _ in bounded(unit) if isinstance(spec.hi, str)}:
                more, most = getattr(unit, name) + 1, unit.specs()[name].bounds(unit)[1]
                if most is None or more <= most:
                    edit(made, unit.side, [(unit.id, name, more)], "they have grown")
    for one in members(next_table(file)):
        for spec, fresh in bounded(one):
            assert getattr(one, spec.name) == fresh, (one.id, spec.name)
    assert check_file(file) == []


def test_a_roster_of_an_earlier_version_that_has_its_wounds_written_down_starts_whole(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    with changing(file) as made:
        for row in made.campaign.ledger:
            for unit in row.units.values():
                assert isinstance(unit, dict)
                unit["wounds"] = 1
        edit(made, "rhea", [("otto", "max_wounds", 3)], "he trained")
    assert units_of(file)["otto"]["wounds"] == 1
    assert next_table(file).unit("otto").get("wounds") == 3


def test_what_the_aftermath_says_of_a_wound_holds_until_it_says_another(tmp_path: Path) -> None:
    file = campaign_of(tmp_path, "gods-gloom", aftermath_heal="half")
    first, second = list(units_of(file))[:2]
    with changing(file) as made:
        for of in (first, second):
            edit(made, "rhea", [(of, "health_max", 4)], "all are alike")

    def fought(*lost: tuple[str, int]) -> str:
        of = begin(file)
        played = opened(file, of)
        for unit, left in lost:
            played.session.adjust(unit, "health", left)
        settle_late(played.session)
        played.close()
        assert (played.trouble, check_file(file)) == ("", [])
        return of

    def health() -> tuple[int, int]:
        table = next_table(file)
        return table.unit(first).get("health"), table.unit(second).get("health")

    fought((first, 1))
    assert health() == (3, 4)
    with changing(file) as made:
        for of in (first, second):
            edit(made, "rhea", [(of, "health_max", 5)], "they have grown")
    # One of them is still hurt, and what it can take is more.
    assert health() == (3, 5)
    healed = fought()
    assert health() == (4, 5)
    done(file, reopen, healed)
    assert health() == (3, 5)
    with changing(file) as made:
        edit(made, "rhea", [(first, "health", 5)], "rest")
        edit(made, "rhea", [(first, "health_max", 6)], "they have grown")
    assert health() == (6, 5)


@pytest.mark.parametrize("game", [*GAMES, "speedies"])
def test_a_unit_that_joined_in_a_battle_is_on_the_roster_as_it_joined_and_as_players_changed_it(
    game: str, tmp_path: Path
) -> None:
    file = campaign(tmp_path) if game == "speedies" else campaign_of(tmp_path, game)
    before = units_of(file)
    of = begin(file)
    played = opened(file, of)
    session = played.session
    like = next(iter(session.table.units.values()))
    unit = copied(like, "zed", "Zed", "rhea")
    session.join(unit, "reinforcements")
    session.join(copied(like, "yan", "Yan", "rhea"), "reinforcements")
    session.adjust("zed", "name", "Zed the Late")
    session.remove("yan", "a slip")
    printed = {n: getattr(unit, n) for n, spec in unit.specs().items() if not spec.adjust and n not in ("id", "name")}
    played.close()
    done(file, close, of, restore(session_file(file, of)).session, result=Outcome(drawn=True, by_hand=True))
    assert set(units_of(file)) == {*before, "zed"}
    joined = next_table(file).unit("zed")
    assert joined.name == "Zed the Late"
    assert {name: value for name, value in printed.items() if name not in ("minis", "misses")} == {
        name: joined.get(name) for name in printed if name not in ("minis", "misses")
    }
    assert len(joined.miniatures) == len(unit.miniatures)
    done(file, reopen, of)
    assert units_of(file) == before
