"""Reports of battles: what they say of the ready games, of every game played at random, and of odd ones."""

import dataclasses
import os
from itertools import pairwise
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.engine.state.declarations import flag
from companion.engine.state.table import Side, Table, Unit
from companion.engine.story import Scene
from companion.report.battle import Go, RoundRecord
from companion.report.battle_page import battle_page
from companion.report.markdown import markdown
from companion.report.page import page
from companion.report.playback import scenes_of
from companion.report.reading import battle_of
from companion.report.writing import report_of
from companion.store.folders import ready_dir
from companion.testing import drive
from companion.testing.reading import state
from tests.examples import present
from tests.games.duel import DUEL, example
from tests.report.reading import battle, played

GAMES = list(registry.BUILT_IN)
GOLDEN = Path(__file__).parent / "golden"
READY = {
    "better-wargame": "better-wargame-crossroads",
    "bushido": "bushido-second-turn",
    "gods-gloom": "gods-gloom-ford",
    "legion": "legion-luke-and-the-bikes",
    "speedies": "speedies-rats-in-the-cellar",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_ready_game_is_told(game: str) -> None:
    """`COMPANION_GOLDEN=write` writes the pages anew: read the difference."""
    text = markdown(report_of(ready_dir() / f"{READY[game]}.toml"))
    file = GOLDEN / f"{READY[game]}.md"
    if os.environ.get("COMPANION_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_whose_turn_and_phase_it_was_is_told_once_a_go(game: str) -> None:
    made = battle(game)
    titles = {phase.title for phase in find(game).phases if not phase.both}
    for record in made.rounds:
        heads = [(go.phase, go.side) for go in record.goes]
        assert all(one != other for one, other in pairwise(heads))
        assert all(go.scenes for go in record.goes)
        assert list(record.scenes) == [scene for go in record.goes for scene in go.scenes]
    goes = [go for record in made.rounds for go in record.goes]
    assert any(go.side for go in goes)
    assert all(go.phase in titles for go in goes if go.side)
    side = next(side for side in made.sides if any(go.side == side.of for go in goes))
    assert f"**{side.name}" in markdown(battle_page(made)).split("## The course", 1)[1]
    assert f"--lead: var(--{side.colour})" in page(battle_page(made))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_battle_is_the_same_bytes_says_a_loss_once_and_stands_as_it_did(game: str) -> None:
    session = played(game)
    before = state(session.table)
    first, again, other = (list(battle_page(battle_of(one, "x"))) for one in (session, session, played(game)))
    text = markdown(first)
    assert text == markdown(again) == markdown(other)
    assert page(first) == page(again) == page(other)
    assert state(session.table) == before
    assert "## Losses" not in text, "cards say what a unit lost"
    assert "of action." in text.split("## The sides", 1)[1].split("##", 1)[0], "how many stands above its cards"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_strength_losses_and_blows_agree(game: str, seed: int) -> None:
    made = battle(game, seed)
    for side in made.sides:
        left = sum(unit.left for unit in side.units if unit.fall is None)
        assert made.rounds[-1].strength[side.of] == left
        assert made.start.strength[side.of] >= left or any(not blow.felled for blow in made.blows) or not made.blows
    fallen = {unit.of for side in made.sides for unit in side.units if unit.fall}
    assert {blow.of for blow in made.blows if blow.felled} >= {
        of for of in fallen if (fall := made.unit(of).fall) and fall.why != "before this record begins"
    }


def test_a_battle_with_no_melee_and_a_round_with_nothing() -> None:
    text = markdown(battle_page(battle_of(Session(example()), "The empty field")))
    assert text.startswith("# The empty field\n\nDuel. Rhea against Boris, round 1.\n\nNot finished: it stands in")
    assert "### Round 1\n\nNobody fights." in text
    assert not any(told in text for told in ("Strength", "Who fought whom", "Luck", "Victory points"))
    assert "none of 2 units is out of action" in text


def test_a_game_without_a_teller_is_told_by_its_results() -> None:
    session = Session(example())
    session.start("exchange", {"fighter": "ann"})
    drive(
        session,
        [
            ("foe", "cid"),
            ("split", "red", {"plan": "plain", "parts": {"attack": 3, "guard": 0}}),
            ("split", "blue", {"plan": "plain", "parts": {"attack": 0, "guard": 1}}),
            ("blow", [[6, 5, 1], [2]]),
        ],
    )
    text = markdown(battle_page(battle_of(session, "x")))
    assert "Cid falls: 2 against 0, Cid takes 1 (attack 6, 5, 1; guard 2)." in text
    assert "**Out of action:** Cid." in text
    assert "| Ann | Cid | 1 | ✕ |" in text
    assert "| 1 | 3 | 3 | 1 | 1 |" in text


def test_who_came_late_did_not_stand_at_the_start() -> None:
    session = Session(example())
    late = dataclasses.replace(session.table.units["ann"], id="late", name="Late")
    session.join(late, "the second wave")
    session.adjust("bob", "health", 1, why="a hard morning")
    rows = markdown(battle_page(battle_of(session, "x"))).partition("## Strength")[2].splitlines()
    start, now = ([cell.strip() for cell in row.split("|")] for row in rows if row.startswith(("| start", "| 1 ")))
    assert [int(one) - int(other) for one, other in zip(now[2:-1], start[2:-1], strict=True)] == [3, -2, 1, 0]


def test_a_half_finished_battle_says_so_and_where_it_waits() -> None:
    session = Session(example())
    session.start("exchange", {"fighter": "ann"})
    made = battle_of(session, "x")
    assert made.result == (
        "Not finished: it stands in round 1, Fight. Exchange of blows is open, and waits for: Whom does Ann fight?"
    )


def test_rulings_and_adjustments_have_their_reasons() -> None:
    session = Session(example())
    session.adjust("bob", "health", 2, why="a hard morning")
    session.start("exchange", {"fighter": "ann"})
    session.answer("bob", by="red")
    session.answer(True)
    pool = next(key for key in present(session.run).context.tallies if key.endswith("pool[ann]"))
    session.overrule(pool, 5, "she is inspired")
    session.adjust("bob", "shaken", True, why="a rat")
    session.leave(keep=True, why="dinner")
    text = markdown(battle_page(battle_of(session, "x")))
    assert "Round 1: Bob \\[/: Health 3 → 2 (a hard morning)" in text
    assert "Ann's pool is 5 instead of 3 — she is inspired" in text
    assert "Shaken (a rat)" in text
    assert "broken off (dinner)" in text


def test_a_sealed_answer_that_was_ruled_is_not_told_before_its_reveal() -> None:
    session = Session(example())
    session.start("exchange", {"fighter": "ann"})
    session.answer("bob", by="red")
    session.answer(True)
    request = present(session.request)
    session.overrule(request.key, {"plan": "plain", "parts": {"attack": 3, "guard": 3}}, "she has three hands")
    assert session.sealed == ["red"]
    assert "three hands" not in markdown(battle_page(battle_of(session, "x")))
    session.answer({"plan": "plain", "parts": {"attack": 3, "guard": 0}}, by="blue")
    assert "against the rules (she has three hands)" in markdown(battle_page(battle_of(session, "x")))


def test_a_record_that_the_teller_cannot_read_is_told_the_plain_way() -> None:
    session = played("bushido")
    entry = next(entry for entry in session.entries if entry.procedure == "melee")
    told = scenes_of(session, session.table, entry)
    at, note = next((at, e) for at, e in enumerate(entry.events) if isinstance(e, Note) and "attacker" in e.facts)
    entry.events[at] = dataclasses.replace(note, facts={"attacker": "somebody of an older revision"})
    plain = scenes_of(session, session.table, entry)
    assert plain
    assert plain != told


def test_sixty_units_and_more_sides_than_two() -> None:
    table = example()
    ann = table.units["ann"]
    for number in range(57):
        of = f"extra{number}"
        table.units[of] = dataclasses.replace(ann, id=of, name=f"Extra {number}", side=("red", "blue")[number % 2])
    table.reindex()
    session = Session(table)
    session.start("exchange", {"fighter": "ann"})
    drive(session, [("foe", "extra1"), *_splits(), ("blow", [[6, 5, 1], []]), ("blow", [[1, 1, 1], []])])
    text = markdown(battle_page(battle_of(session, "x")))
    assert "Extra 56" in text
    assert len(page(battle_page(battle_of(session, "x")))) < 60_000


def _splits() -> list[tuple[str, str, object]]:
    return [("split", side, {"plan": "plain", "parts": {"attack": 3, "guard": 0}}) for side in ("red", "blue")]


@dataclasses.dataclass(eq=False, kw_only=True)
class Champion(Unit):
    """A unit that stands or has fallen, and nothing between."""

    fallen: bool = flag(False, "Fallen")

    @property
    def alive(self) -> bool:
        return not self.fallen


def test_a_game_that_declares_nothing_vital_is_measured_in_units() -> None:
    units = [Champion(id=of, name=of.title(), side=side) for of, side in (("ann", "red"), ("bob", "blue"))]
    sides = {"red": Side(id="red", name="Rhea"), "blue": Side(id="blue", name="Boris")}
    rules = dataclasses.replace(DUEL, unit_type=Champion, table_type=Table, actions=lambda _: [])
    table: Table[Champion, Side] = Table(spec=rules, units={unit.id: unit for unit in units}, sides=sides)
    session = Session(table)
    session.adjust("bob", "fallen", True, why="struck by Ann")
    text = markdown(battle_page(battle_of(session, "x")))
    assert "| Round | Rhea: units standing | Boris: units standing |" in text
    assert "| 1 | 1 | 0 | 1 | 0 |" in text
    assert "| Ann | Bob | 1 | ✕ |" in text


def test_victory_points_have_a_section_with_their_history() -> None:
    session = Session(example())
    session.adjust("red", "score", change=3, why="the well")
    session.adjust("red", "score", change=-1, why="the well burnt down")
    text = markdown(list(battle_page(battle_of(session, "x"))))
    section = text.partition("## Victory points")[2].partition("##")[0]
    assert all(told in section for told in ("the well burnt down", "−1", "in all"))


def test_a_charge_is_told_as_the_go_of_who_charged() -> None:
    """God's Gloom passes the turn on before the melee is fought."""
    made = battle("gods-gloom", 2)
    told = [go for record in made.rounds for go in record.goes if go.side]
    leads = [(go.side, made.unit(scene.units[0]).side) for go in told for scene in go.scenes if scene.units]
    assert leads
    assert all(one == other for one, other in leads)


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_left_out_of_a_round_in_which_something_else_happened(game: str) -> None:
    for record in battle(game, 3).rounds:
        assert len({scene.quiet for scene in record.scenes}) < 2
        assert all(go.scenes for go in record.goes)


def test_moves_of_a_round_without_a_fight_stand_in_one_paragraph() -> None:
    made = battle("speedies", 3)
    quiet = [Scene(("a",), ("A moves.",), quiet=True), Scene(("b",), ("B moves.",), quiet=True)]
    record = RoundRecord(1, [Go("Move", "", quiet)], made.rounds[0].strength, made.rounds[0].left)
    assert "A moves. B moves." in markdown(battle_page(dataclasses.replace(made, rounds=(record,))))


def sentences(game: str, *seeds: int) -> list[str]:
    """All that is told of the course of these battles."""
    rounds = [record for seed in seeds for record in battle(game, seed).rounds]
    return [text for record in rounds for scene in record.scenes for text in scene.sentences]


def test_legion_tells_who_moves_into_contact_and_the_dice_of_an_attack_once() -> None:
    """What hit is told with what came of it, and alone where nothing did."""
    assert any("moves and ends in contact with" in text for text in sentences("legion", 2))
    attacks = [text for text in sentences("legion", 11, 21) if " attack" in text]
    assert any(text.endswith("Stormtroopers.") for text in attacks)
    assert any(text.endswith(("blanks.", "blank.")) for text in attacks)


def test_who_is_grappled_is_held_by_somebody_and_rounds_are_called_as_the_game_does() -> None:
    held = [text for text in sentences("bushido", 5) if " Held " in text]
    assert held
    assert all("Held by " in text for text in held)
    text = markdown(list(battle_page(battle("bushido"))))
    assert "### Turn 1" in text
    assert "ound 1" not in text


def test_what_a_procedure_came_to_begins_with_a_capital_unless_a_name_does_not() -> None:
    session = played("bushido")
    entry = dataclasses.replace(session.entries[-1], conclusion=("a draw: the players say so",), events=[])
    (scene,) = scenes_of(session, session.table, entry)
    assert scene.sentences == ("A draw: the players say so.",)
    unit = next(iter(session.table.units.values()))
    unit.put("name", "el Gato")
    entry = dataclasses.replace(entry, conclusion=("el Gato moves up to 4″",))
    (scene,) = scenes_of(session, session.table, entry)
    assert scene.sentences == ("el Gato moves up to 4″.",)
