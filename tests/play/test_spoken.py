"""What a screen reader speaks: whole games without signs, each thing once, without columns."""

import io
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import log, registry
from companion.engine.bookkeeping import covers
from companion.engine.log import summary
from companion.engine.requests import Cost, Option, Plan, Request, Split
from companion.engine.seed import Seed
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Change, Line, Note, Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.paths import contact_path
from companion.engine.state.phrases import falls, phrase, says
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.answers import listed
from companion.frontend.request_words import ask_of
from companion.frontend.saying.sentences import ending
from companion.play.plain import Plain
from companion.play.request_text import number_lines
from companion.play.results import Told, change_lines, dice_first, result_lines
from companion.play.speech import spoken
from companion.play.table_text import StandingText
from companion.testing import step_random
from tests.examples import present, table_of
from tests.games.duel import example
from tests.play.held import Held
from tests.rules import gloom, legion
from tests.rules.bushido_kit import model
from tests.rules.bushido_kit import session as bushido

SIGNS = re.compile(r"[→×—–″½]|\d\"|\.\.\.|###")

INSIDE = re.compile(
    r"\b[a-z]+(_[a-z0-9]+)+\b|\b[a-z]\w*\.\d+\b|(?<![+-])\b1 (dice|wounds|hits)\b|\b(\w+): \3:|s's\b|\b(True|False)\b"
)
AS_WRITTEN = ("special_forces", "sworn_brothers")
"""A face of a token, typed as it is, and a trait that the app does not know, as its file has it."""


def heard(game: str, seed: int, steps: int) -> list[str]:
    """What is spoken of a game that is played at random."""
    held = Held(Session(table_of(game), rng=Random(seed)))
    out = io.StringIO()
    talk = Plain(held, out, 0)
    talk.greet()
    rng = Random(seed)
    for _ in range(steps):
        if held.session.run is None and held.session.table.over is not None:
            break
        talk.tell(step_random(held.session, rng))
        if rng.random() < 0.1:
            talk.take(rng.choice([":state", ":log 5", ":why", ":closed", ":remember", ":odds", ":luck", ":again"]))
    talk.take(":log all")
    talk.take(":state")
    return out.getvalue().splitlines()


def told(of: Session | Held, *lines: str, greet: bool = False) -> str:
    """What plain play says when these lines are typed."""
    out = io.StringIO()
    talk = Plain(of if isinstance(of, Held) else Held(of), out, 0)
    if greet:
        talk.greet()
    for line in lines:
        talk.take(line)
    return out.getvalue()


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_a_whole_game_is_spoken_without_signs(game: str) -> None:
    lines = heard(game, 4, 400)
    assert [line for line in lines if SIGNS.search(line)] == []
    assert [
        line for line in lines if re.search(r"(?<![+.\d])\b1 (wounds|hits|dice|models|Counters|actions)\b", line)
    ] == []
    assert [line for line in lines if re.search(r"\w  +\w", line)] == []
    assert [line for line in lines if INSIDE.search(line) and not any(word in line for word in AS_WRITTEN)] == []


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("Health 3 → 2", "Health 3 to 2"),
        ("Rolled again: defence 3→2.", "Rolled again: defence 3 to 2."),
        ('run 7½", and do not shoot', "run 7 and a half inches, and do not shoot"),
        ('move 1" or ½"', "move 1 inch or half an inch"),
        ('a straight 2" move', "a straight 2-inch move"),
        ("up to 4″: does it reach?", "up to 4 inches: does it reach?"),
        ("Move? — Rhea: no", "Move? Rhea: no"),
        ("2 attack, 1 defence — no special", "2 attack, 1 defence: no special"),
        ("2 attack / 1 defence", "2 attack, 1 defence"),
        ("armour 0, other gear –, gold 0", "armour 0, other gear none, gold 0"),
        ("Ann 1 (leader) – Bob 1", "Ann 1 (leader) and Bob 1"),
        ("3 × unarmed", "3 times unarmed"),
        ("with / between them", "with / between them"),
    ],
)
def test_signs_are_spoken_as_words(written: str, heard: str) -> None:
    assert spoken(written) == heard


def test_what_players_wrote_is_left_as_it_is() -> None:
    assert 'took the 9" hill – twice' in told(Session(example()), 'score red 2 took the 9" hill – twice')
    table = example()
    table.units["ann"].name = 'Ann – the "2" of 3'
    table.units["bob"].notes = 'moved 5" – at last'
    held = Held(Session(table))
    held.file = Path("/games/duel – 5" + '"/dawn → dusk.toml')
    out = io.StringIO()
    talk = Plain(held, out, 0)
    talk.say('Ann – the "2" of 3: Health 3 → 2, within 8"', "Ann – the " + '"2" of 3 – Bob 1')
    talk.take("note")
    talk.take(":save")
    assert 'Ann – the "2" of 3: Health 3 to 2, within 8 inches' in out.getvalue()
    assert 'Ann – the "2" of 3 and Bob 1' in out.getvalue()
    assert 'moved 5" – at last' in out.getvalue()
    assert 'Saved in /games/duel – 5"/dawn → dusk.toml.' in out.getvalue()


PRONE = "states.prone"


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        pytest.param(
            [*(("health", of, 3, 2, "hail") for of in ("ann", "bob")), ("health", "cid", 3, 1, "hail")],
            ["Ann and Bob [/: Health 3 → 2 (hail).", "Cid: Health 3 → 1 (hail)."],
            id="units that change alike share a line",
        ),
        pytest.param(
            [
                ("health", "ann", 3, 2, "hail"),
                ("health", "ann", 2, 1, "hail"),
                ("shaken", "ann", False, True, "hail"),
                ("health", "bob", 3, 2, "fire"),
            ],
            ["Ann: Health 3 → 1, Shaken (hail).", "Bob [/: Health 3 → 2 (fire)."],
            id="what one reason changed of a unit is one sentence",
        ),
        pytest.param(
            [
                (PRONE, "oda", None, 1, "Sweep Attack"),
                (PRONE, "oda", 1, 2, "again"),
                (PRONE, "oda", 2, None, "stands up"),
            ],
            ["Oda: Prone (Sweep Attack).", "Oda: Prone 1 → 2 (again).", "Oda: no longer Prone (stands up)."],
            id="a marker that comes and goes has no number",
        ),
    ],
)
def test_changes_are_told_by_unit_and_reason(changes: list[tuple[Any, ...]], lines: list[str]) -> None:
    table = table_of("bushido") if changes[0][0] == PRONE else example()
    made = [Change(of, field, before, after, why, "") for field, of, before, after, why in changes]
    assert list(change_lines(table, made)) == lines


def dice(
    name: str, *faces: Any, marks: tuple[str, ...] = (), by: str = "red", die: str = "d6", **more: Any
) -> FaceGroup:
    return FaceGroup(name, by, die, faces, marks or ("",) * len(faces), **more)


HIT = ("hit", "hit")
RED: Any = {"by": "", "die": "red attack die"}


@pytest.mark.parametrize(
    ("groups", "text", "lines"),
    [
        pytest.param(
            [
                dice("ann", 4, 4, marks=HIT),
                dice("bob", 1, 2, by="blue"),
                dice("cid", "special_forces", marks=("drawn",), by="blue", die="token"),
            ],
            "Ann hits!",
            ["Blows. Ann: 4 4 hit; Bob [/: 1 2 no effect; Cid: special forces drawn.", "  Ann hits!"],
            id="a face without a mark did nothing where others of the result did",
        ),
        pytest.param(
            [dice("red", "hit", **RED), dice("red", 4)],
            "",
            ["Blows. Red: hit; Rhea: 4."],
            id="a colour of dice is not the side of that id",
        ),
        pytest.param([dice("ann", 4, 4)], "ann: 4 4", ["Blows. Ann: 4 4.", "  ann: 4 4."], id="a bare result"),
        pytest.param(
            [
                dice(
                    "red",
                    "hit",
                    "surge",
                    "blank",
                    "crit",
                    marks=("hit", "hit", "", "critical"),
                    by="",
                    die="red attack die",
                )
            ],
            "2 hits, 1 crit",
            ["Blows. Red: hit crit, surge as hit, blank no effect.", "  2 hits, 1 crit."],
            id="a symbol that counts as itself is said once",
        ),
    ],
)
def test_a_result_is_told_by_its_dice_and_their_marks(groups: list[FaceGroup], text: str, lines: list[str]) -> None:
    made = Result("k", "Blows", tuple(groups), text, "", {})
    assert list(result_lines(example(), made)) == lines
    assert next(result_lines(example(), made, "Blows")).startswith("Rolled. ")


def test_dice_that_lay_already_are_not_told_again_and_one_that_falls_as_before_is() -> None:
    told = set[Told]()

    def lines(title: str, groups: tuple[FaceGroup, ...], text: str = "2 hits", **more: Any) -> list[str]:
        return list(result_lines(example(), Result(title, title, groups, text, "", {}, **more), "", told))

    mine = (dice("attack", 4, 6, marks=HIT),)
    assert lines("Strike", mine) == ["Strike. Attack: 4 6 hit.", "  2 hits."]
    assert list(result_lines(example(), Result("", "Both", mine, "Bob falls", "", {}), "", told)) == ["  Bob falls."]
    assert lines("Parry", mine)[0] == "Parry. Attack: 4 6 hit."
    first, again = (dice("attack", 6, marks=("hit",)),), (dice("attack", 6, marks=("hit",), before=(6,)),)
    assert lines("Roll", first)[0] == "Roll. Attack: 6 hit."
    assert lines("Again", again, thrown=first)[0] == "Again. Attack: 6 (was 6) hit."


@pytest.mark.parametrize(
    ("total", "reasons", "line"),
    [
        (7, {"Move": 7}, "  reach 7: Move."),
        (9, {"Move": 6, "half as far again": 3}, "  reach 9: Move 6, half as far again +3."),
    ],
)
def test_one_reason_alone_has_no_figure_of_its_own(total: int, reasons: dict[str, int], line: str) -> None:
    tally = Tally.of("reach", "reach", total, tuple(Line(*reason) for reason in reasons.items()))
    assert list(number_lines(tally)) == [line]


def option(value: str, *spent: int) -> Option[str]:
    return Option(value, value, cost=tuple(Cost("ann", "ki", "ki", 3, spend) for spend in spent))


def test_what_most_options_cost_is_told_once() -> None:
    told = list(listed(example(), [option("a", 1), option("b", 1), option("c", 2), option("d", 1), option("e")]))
    assert told == [
        "  1. a",
        "  2. b",
        "  3. c (costs 2 of 3 ki)",
        "  4. d",
        "  5. e",
        "  Each of 1, 2 and 4 costs 1 of 3 ki.",
    ]
    assert list(listed(example(), [option("a", 1), option("b", 1)])) == [
        "  1. a (costs 1 of 3 ki)",
        "  2. b (costs 1 of 3 ki)",
    ]
    assert list(listed(example(), [option(of, 1) for of in "abc"]))[-1] == "  Each costs 1 of 3 ki."


def test_a_bound_without_room_is_one_number_and_a_reason_is_said_once() -> None:
    plans = [
        Plan(name, name, 2, {"attack": (1, 2), "guard": (0, 0)}, {"attack": "it is wild"}, {"guard": "it is wild"})
        for name in ("plain", "fierce")
    ]
    request: Request[object] = Split("split", by="red", title="Split", plans=plans)
    first, second, *_ = ask_of(request, example()).lines()
    assert "attack 1 (it is wild) to 2, guard 0; such as" in first
    assert second == "  fierce: 2 to divide into attack 1 to 2, guard 0."


def test_a_stun_a_place_in_the_order_and_a_draw_are_told_once() -> None:
    said = told(Session(table_of("speedies")), "melee_phase", "1", "1", "13", "16 5", "3", "1 / 2")
    assert said.count("Fang is dazed") == 1
    assert said.count("Anselm is stunned") == 1
    assert "status ok" not in said
    assert "no longer touch" not in said
    assert said.count("Brigitta (Engaged this turn, Agility 10)") == 1
    assert said.count("Fang (Agility 6)") == 1
    table = table_of("speedies")
    table.contacts.clear()
    for unit in table.units.values():
        unit.treasure = False  # type: ignore[attr-defined]
    table.round = table.options["turns"]
    said = told(Session(table), "melee_phase")
    assert said.count("a draw") == 1
    assert "The battle is over" not in said


def test_a_stun_stands_in_the_summary_once() -> None:
    session = Session(table_of("speedies"))
    rng = Random(4)
    session.start("melee_phase")
    while session.run is not None:
        step_random(session, rng)
    entry = session.entries[-1]
    hurt = {c.of for c in entry.changes() if c.field == "status"}
    assert hurt
    for line in summary(session, entry):
        assert "status" not in line or not any(line.startswith(session.table.title(of) + ":") for of in hurt), line


def test_dice_are_told_before_what_they_changed() -> None:
    result = Result("a", "Strike", (), "Bob is hurt", "", {})
    hurt, order = Change("bob", "health", 3, 2, "struck", ""), Note("Next.", "", {})
    assert list(dice_first([hurt, result, order])) == [result, hurt, order]
    assert list(dice_first([hurt, order])) == [hurt, order]
    assert list(dice_first([result, hurt])) == [result, hurt]


def test_a_mini_that_falls_is_told_once_and_names_that_are_listed_all_have_what_is_said_behind_them() -> None:
    session = Session(table_of("legion"))
    table = session.table
    unit = next(unit for unit in table.units.values() if len(unit.miniatures) > 2)
    mini, second = unit.miniatures[1:3]
    other = next(unit for unit in table.units.values() if unit.side != table.owner(mini.id).side).miniatures[0]
    wounds = Change(mini.id, "wounds", 0, 1, "struck", "")
    gone, both = (Change(one.id, "defeated", False, True, "struck", "") for one in (mini, second))
    apart = Change("table", contact_path(mini.id, other.id), {}, None, "gone", "")
    told = [falls(f"{table.title(mini.id)} falls", mini)]
    assert not covers(table, told, wounds)
    session.adjust(mini.id, "defeated", True)
    assert [covers(table, told, change) for change in (wounds, gone, apart)] == [True, True, True]
    assert not covers(table, [], gone)
    assert not covers(table, [str(told[0])], gone), "letters say nothing"
    session.adjust(second.id, "defeated", True)
    told = [falls(f"{table.title(mini.id)} and {table.title(second.id)} fall", mini, second)]
    assert all(covers(table, told, change) for change in (gone, both))
    told = [falls(f"{table.title(mini.id)} strikes {table.title(second.id)}: it falls", second)]
    assert not covers(table, told, gone)


def test_what_is_said_of_another_unit_is_not_said_of_this_one() -> None:
    table = table_of("speedies")
    one, two, *_ = table.units.values()
    one.name, two.name = "Ghoul", "Ghoul 2"
    dazed, hurt = Change(one.id, "status", "ok", "dazed", "", ""), Change(one.id, "wounds", 3, 1, "", "")
    assert not covers(table, [phrase("Ghoul strikes ", says("Ghoul 2, who is dazed", two, "status", "dazed"))], dazed)
    assert not covers(table, [phrase("Hero strikes Ghoul, ", says("who has 2 left", one, "wounds", 2))], hurt)
    assert covers(table, [phrase("Hero strikes ", says("Ghoul, who is dazed", one, "status", "dazed"), ".")], dazed)
    assert covers(table, [phrase("Ghoul 2 strikes Ghoul: Ghoul has ", says("1 left", one, "wounds", 1))], hurt)


def test_two_who_fall_are_both_told_at_the_end() -> None:
    """Of an attacker who dies of its own attack the conclusion does not speak."""
    made = legion.table(
        [
            legion.unit("one", "blue", name="Hero", dice={"black": 2}),
            legion.unit("foe", "red", name="Jedi", keywords={"Djem So Mastery": True}),
        ],
        [("one.1", "foe.1")],
    )
    session, _ = legion.attack(made, "one", "attack [surge crit]; defence [blank]")
    assert not made.unit("one").alive
    assert not made.unit("foe").alive
    told = log.summary(session, session.entries[-1])
    assert told[0] == "Hero deals 1 wound to Jedi, and Jedi is defeated"
    assert any(line.startswith("Hero: ") and "defeated" in line for line in told)
    assert not any(line.startswith("Jedi: ") for line in told)


def test_an_old_game_opens_without_figures_and_in_sentences() -> None:
    held = Held(Session(table_of("speedies"), seed=Seed("0" * 64)))
    held.notices = ["another program has it open"]
    said = told(held, greet=True)
    assert "Another program has it open.\n" in said
    assert f"SHA-256 begins with {held.session.commitment[:16]}." in said
    assert held.session.commitment not in said, "64 figures are heard by those who ask for them"
    assert f"SHA-256 is {held.session.commitment}." in told(held, "dice")
    held.session.start("melee_phase")
    assert "SHA-256" not in told(held, greet=True)


@cache
def game(of: str, seed: int = 2) -> tuple[Session, str]:
    """A ready game played to its end at random, and what plain play said of it."""
    held = Held(Session(table_of(of), rng=Random(seed)))
    out, rng = io.StringIO(), Random(seed)
    talk = Plain(held, out, 0)
    talk.greet()
    while held.session.run is not None or held.session.table.over is None:
        if held.session.request is None:
            talk.tell(step_random(held.session, rng))
        else:
            talk.answered(lambda _: step_random(held.session, rng))
    return held.session, out.getvalue()


@pytest.mark.parametrize("of", registry.BUILT_IN)
def test_the_end_of_a_game_is_told_once_and_no_symbol_stands_for_or_more(of: str) -> None:
    session, told = game(of)
    over = present(session.table.over)
    assert told.count(over.why) == 1 + told.count(f"({over.why})"), "the question who won may name the reason too"
    assert len(re.findall(r"(?i)\b(game|battle) is over[:,]", told)) == 1
    assert spoken(ending(session.table)) in told
    assert over.why not in " ".join(session.entries[-1].conclusion)
    assert sum(over.why in line.text for line in log.lines(session) if line.kind == "note") == 1, "the log has it"
    assert re.findall(r"\b\d+\+(?!\w)", told) == []
    assert "faces 1 to" not in told, "no face of plain dice is listed"
    assert re.findall(r"\d\.0 percent", told) == []
    assert re.findall(r"^(\w+), \1\.$", told, re.MULTILINE) == []


def test_a_last_stand_and_its_end_are_told_once() -> None:
    dying = model("a", "red", last_stand=True, wounds_marked=3, wounds_max=3)
    held = Held(bushido(dying, model("b", "blue"), model("c", "red"), phase="ending"))
    said = told(held, "end_phase")
    while held.session.run is not None:
        said += told(held, "")
    assert said.count("A is out of play: its Last Stand is over") == 1
    assert "no longer" not in said
    assert told(held, "log 20").count("Last Stand") == 1


def test_both_that_are_destroyed_are_told_in_one_sentence() -> None:
    on = gloom.table([gloom.unit("rav", "p1", health=1), gloom.unit("ogre", "p2", health=1)], [("rav", "ogre")])
    held, out, rng = Held(Session(on)), io.StringIO(), Random(1)
    talk = Plain(held, out, 0)
    talk.take("melee rav")
    while held.session.run is not None:
        dice = [of for of in present(held.session.request).dice if of.count]
        if dice:
            talk.take(" / ".join(" ".join("5" if of.name == "red" else "1" for _ in range(of.count)) for of in dice))
        else:
            talk.tell(step_random(held.session, rng))
    assert "are destroyed" in out.getvalue()
    assert not re.search(" (are|is) and ", out.getvalue())


def test_of_one_that_is_out_of_action_nothing_stands_any_more() -> None:
    text = StandingText()
    ann = Standing("ann", "red", "Ann", "attacker", (StandingRow("health", "Health", 0, 3),))
    assert list(text.lines([ann], gone={"ann"})) == ["  Ann: out of action."]
    assert list(text.lines([ann], gone={"ann"})) == []


def test_minis_without_room_share_a_sentence() -> None:
    units = [legion.unit("us", "blue", name="Troopers", minis=5), legion.unit("foe", "red", name="Guards", minis=2)]
    touching = [("us.1", "foe.1"), ("us.2", "foe.2"), ("us.3", "foe.2"), ("us.4", "foe.2"), ("us.5", "foe.2")]
    session = Session(legion.table(units, touching))
    session.start("effect", {"unit": "foe"})
    script = {"effect": "removed", "removed_mini": "foe.2", "room_for": []}
    while session.run is not None and session.request is not None:
        session.answer(script[session.request.name])
    notes = [line.text for line in log.lines(session) if "no room" in line.text]
    assert notes == [
        "Troopers 2, Troopers 3, Troopers 4 and Troopers 5 have no room: they stand in cohesion with their leader"
    ]
    facts = [e.facts["no_room"] for e in session.entries[-1].events if isinstance(e, Note) and "no_room" in e.facts]
    assert facts == ["us.2", "us.3", "us.4", "us.5"], "programs hear of each"


def test_a_note_that_a_result_has_told_is_no_line_of_the_log() -> None:
    session, _ = game("speedies")
    notes = [event for entry in session.entries for event in entry.events if isinstance(event, Note)]
    told = [note for note in notes if note.beside == "result"]
    assert any("volley" in note.facts for note in told)
    texts = [line.text for line in log.lines(session)]
    assert [note.text for note in told if note.text in texts] == []


def test_what_was_revealed_is_not_said_again_and_the_strengths_of_a_comparison_once() -> None:
    _, told = game("bushido")
    assert re.findall(r"^Revealed: .*?: (\d attack, \d defence)", told, re.MULTILINE)
    assert re.findall(r"^\w+(?: \w+)? \d attack, \d defence", told, re.MULTILINE) == []
    damage = [part for part in told.split("\n\n") if "damage dice:" in part]
    assert damage
    assert all("highest die" not in part and "Attack result" not in part for part in damage)
