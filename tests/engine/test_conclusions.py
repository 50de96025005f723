"""What a procedure came to is said by its rules, as often as it comes to something; closed actions are told by it."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine import log
from companion.engine.past import Past
from companion.engine.session import Session
from companion.engine.state.changes import Done
from companion.play import messages
from companion.report.playback import scenes_of
from companion.rules.bushido.records import Trait
from companion.rules.legion.example import sample
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.testing import Scripted, drive
from companion.tui.board.notes import last
from companion.tui.controller import SessionController
from tests.examples import present
from tests.rules import better_wargame, gloom, legion, speedies_setups
from tests.rules.bushido_kit import DEFEND, model, pair, session, split, steps

CAME_TO = (
    "A hits B, 8 to 7, and does no harm",
    "C holds off A, 6 to 4",
    "A hits D, 8 to 5, and does no harm",
)


def three_fights() -> Session:
    """A model that may fight three others in one activation."""
    foes = [model(of, "blue") for of in "bcd"]
    a = model("a", "red", melee_pool=7, activation_counters=3, traits=(Trait("Split Attack"),))
    return session(a, *foes, contacts=tuple(("a", of) for of in "bcd"))


def fought(held: Session) -> None:
    """It fights all three: it hits, is held off, and hits."""
    held.start("activate", {"model": "a"})
    script: list[Scripted] = [("action", "melee"), ("target", "b"), ("split_attack", ["c", "d"])]
    for mine, theirs, damage in ((6, 5, True), (2, 4, False), (6, 3, True)):
        script += [("5", "red", split(3, 0)), ("5", "blue", split(0, 3)), ("7", [[mine] * 3, [], [], [theirs] * 3])]
        script += [("12", [[1, 1]])] if damage else []
    drive(held, script)


def wookiees(*touched: str) -> Session:
    """Wookiees of whom one touches these Stormtroopers."""
    units = [sample("wook", "blue"), sample("storm", "red")]
    return Session(legion.table(units, [("wook.1", mini) for mini in touched]))


def wookiees_fight(*touched: str) -> Session:
    """They attack, and two Stormtroopers fall."""
    held = wookiees(*touched)
    held.start("melee_attack", {"unit": "wook"})
    held.answer(["hit", "surge", "crit", "blank", "blank", "blank"])
    held.answer(["block", "blank", "blank"])
    drive(held, [("assign_wounds", ["storm.2", "storm.3"])])
    return held


def test_all_three_fights_of_a_procedure_are_told(tmp_path: Path) -> None:
    controller = SessionController(open_session(create_session(three_fights().table, tmp_path, "Three")))
    held = controller.session
    fought(held)
    entry = held.entries[-1]
    assert entry.conclusion == CAME_TO
    assert log.summary(held, entry)[:3] == list(CAME_TO)
    assert log.lines(held)[-1].text == f"{entry.title}: {'; '.join(CAME_TO)}"
    assert Past(held).lines[-1].text == log.lines(held)[-1].text
    below = "\n".join(row.plain for row in last(controller, 80, 4))
    assert all(f"{text}." in " ".join(below.split()) for text in CAME_TO)
    (done,) = messages.happened([Done(entry.procedure, {}, entry.conclusion)], 0, {})
    assert done["type"] == "done"
    assert done["conclusion"] == list(CAME_TO)


def test_what_is_undone_is_not_concluded_and_what_was_closed_stays_told(tmp_path: Path) -> None:
    opened = open_session(create_session(three_fights().table, tmp_path, "Three"))
    held = opened.session
    fought(held)
    held.undo()
    held.undo()
    assert tuple(present(held.run).context.conclusion) == CAME_TO[:2]
    held.redo()
    held.redo()
    assert held.entries[-1].conclusion == CAME_TO
    file = opened.file
    opened.close()
    opened = open_session(file)
    assert opened.notices == []
    assert opened.session.entries[-1].conclusion == CAME_TO
    opened.close()


def test_a_procedure_without_a_conclusion_has_ended_and_one_broken_off_says_so() -> None:
    held = session(model("a", "red", activation_counters=2), model("b", "blue"))
    held.start("activate", {"model": "a"})
    drive(held, [("action", "wait")])
    assert log.lines(held)[-1].text == "Activation: ended"
    held = pair()
    held.start("melee", {"pair": "a+b"})
    held.leave(keep=True)
    assert log.lines(held)[-1].text.endswith(": broken off")


def test_the_contacts_of_the_fallen_are_bookkeeping_and_those_of_others_are_not() -> None:
    held = wookiees_fight("storm.1", "storm.2")
    gone = [line for line in log.lines(held) if "no longer touch" in line.text]
    assert gone
    assert all(line.small for line in gone)
    held = wookiees("storm.1")
    held.adjust("table", "contacts.storm.1/wook.1", None)
    assert not log.lines(held)[-1].small


# -- the five games ---------------------------------------------------------------------------------------------------


def test_bushido_an_exchange_and_a_tactical_test() -> None:
    held = pair()
    held.start("melee", {"pair": "a+b"})
    drive(held, steps(DEFEND))
    assert held.entries[-1].conclusion == ("A and B: nobody strikes",)
    held = session(model("a", "red"), model("b", "blue"), phase="starting")
    held.start("starting_phase")
    drive(held, [("4", [[1], [5]]), ("4.first", "blue", "red")])
    entry = held.entries[-1]
    assert entry.conclusion == ("every model gains 2 Activation Counters", "Ito is the first Active Player")
    told = [text for scene in scenes_of(held, held.table, entry) for text in scene.sentences]
    assert any("wins the tactical test" in text for text in told), "where there is more to tell, that is told"


def test_gods_gloom_a_melee() -> None:
    on = gloom.table([gloom.unit("rav", "p1"), gloom.unit("ski", "p2")], [("rav", "ski")])
    held = Session(on)
    held.start("melee", {"attacker": "rav"})
    drive(held, gloom.steps("3 3 3 3 1 v 1 / 2 2; MEL.70 hold"))
    assert held.entries[-1].conclusion == ("Ravagers win the melee: Skirmishers are destroyed",)
    held = Session(gloom.pair())
    held.start("melee", {"attacker": "rav"})
    drive(held, gloom.steps(gloom.TIE))
    assert held.entries[-1].conclusion == ("Shieldband wins the melee: 0 wounds to 0, a tie is the Defender's",)


def test_legion_each_pool_of_an_attack() -> None:
    held = wookiees_fight("storm.1")
    assert held.entries[-1].conclusion == ("Wookiee Warriors deal 2 wounds to Stormtroopers",)


def test_better_wargame_each_melee_of_a_phase() -> None:
    touch = {"models": 2, "in_contact": 2}
    pairs = [(f"A{n}", f"B{n}") for n in (1, 2, 3)]
    held = better_wargame.session({of: touch for both in pairs for of in both}, pairs, throw="stage")
    held.start("melee_phase")
    miss = ("to_hit", [[1, 1], [1, 1]])
    held.drive([("choose_melee", "A1"), miss, ("choose_melee", "A2"), miss, miss])
    assert held.entries[-1].conclusion == tuple(f"A{n} and B{n} fight: no losses" for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("fields", "dice", "came_to"),
    [
        ({"max_wounds": 2}, [15, 3, 1], ["a strikes x, who has 1 Wound left", "x strikes a without effect"]),
        ({"status": "dazed", "defence": None}, [1, 1], ["a strikes x without effect"]),
        ({"status": "stunned", "defence": None}, [], ["a strikes x, who is incapacitated"]),
    ],
    ids=["each volley of a phase", "who lay there before", "was not struck down"],
)
def test_speedies_a_melee(fields: dict[str, Any], dice: list[int], came_to: list[str]) -> None:
    fighters = [speedies_setups.plain("a", "R", engaged_this_turn=True), speedies_setups.plain("x", "K", **fields)]
    held = speedies_setups.battle(fighters, [("a", "x")])
    held.melee(dice, [("promotes", False)] if not dice else [])
    assert list(held.entries[-1].conclusion[: len(came_to)]) == came_to


@pytest.mark.parametrize(
    ("fields", "dice", "came_to"),
    [
        ({"max_wounds": 2}, [15, 3], "a shoots at x, who has 1 Wound left"),
        ({"max_wounds": 2}, [1], "a shoots at x without effect"),
        ({"status": "dazed"}, [1], "a shoots at x without effect"),
        ({"status": "dazed", "defence": None}, [15], "a shoots at x, who is stunned"),
    ],
)
def test_speedies_a_shot_says_what_it_did_and_not_what_was_before(
    fields: dict[str, Any], dice: list[int], came_to: str
) -> None:
    fighters = [speedies_setups.plain("a", "R", ranged=10), speedies_setups.plain("x", "K", **fields)]
    held = speedies_setups.battle(fighters, phase="ranged")
    held.do("shoot", "a", dice)
    assert held.entries[-1].conclusion == (came_to,)
