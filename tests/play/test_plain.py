"""Plain play: a duel through typed lines with mistakes in between, each word, and nothing lost by a wrong line."""

import dataclasses
import io
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.dice import D6, Dice
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.procedure import procedure
from companion.engine.requests import Allotment, Choose, Number, Option, Pick, Plan, Request, Split, Text, YesNo
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.state.results import FaceGroup
from companion.frontend.request_words import ask_of
from companion.play import plain
from companion.play.words import WORDS
from tests.examples import present, table_of
from tests.games.duel import DUEL, Arena, example
from tests.games.odd import playing
from tests.play.held import Held, typed
from tests.rules.legion import those
from tests.rules.scene import begun


def sit(lines: Iterable[str], held: Held | None = None) -> tuple[Held, str]:
    held = held or Held()
    return held, typed(held, lines)


def answers(told: str) -> list[str]:
    """What was printed after each typed line."""
    return told.split("> ")


TO_SPLIT = ["1 ann", "bob", ""]
TO_ROLL = [*TO_SPLIT, "2 1", "attack 1 guard 2"]


@procedure("Ask")
async def word_like(game: Context[Arena]) -> None:
    await game.choose("it", by="red", title="Which?", options=[Option("a", "undo"), Option("b", "left")])
    await game.do("then", by="table", title="Then")


def test_an_option_called_like_a_word_is_chosen_and_a_colon_means_the_word() -> None:
    for word, now in (("undo", "then"), (":undo", None)):
        held, _ = sit([word], Held(playing(word_like)))
        assert getattr(held.session.request, "name", None) == now


def test_a_sealed_answer_is_pushed_out_of_sight_on_the_lowest_screen_too() -> None:
    out = io.StringIO()
    plain.play(Held(), iter([f"{line}\n" for line in TO_ROLL[:4]]), out, rows=3)  # type: ignore[arg-type]
    assert "\n" * plain.LOWEST in out.getvalue()


def test_a_whole_duel_with_mistakes_in_between() -> None:
    held, told = sit(
        [
            *("7", "exchange", "dave", "ann"),  # no such line; which fighter?; no such fighter; Ann
            *("b", "x", "1", ""),  # a beginning is enough: Bob; no answer to a do; wrong again
            *("4 4", "1 1 1", "attack 2", "attack 2 gaurd 1", "2 1", "guard 2 attack 1"),
            *("45", "45 1x", "45/16 6", "4516", "roll"),
            *("perhaps", "y", "quit"),
        ]
    )
    assert told.startswith("Duel at dawn, Duel.\n")
    assert "Round 1, Fight.\n  1. Exchange blows (fighter: Ann, Bob [/, Cid)\n> " in told
    assert "Not taken: '7' is nothing that can be started (the number of a line; help lists the words).\n" in told
    assert "Exchange blows: which fighter?\n  1. Ann\n  2. Bob [/\n  3. Cid\n  back gives up.\n" in told
    assert "Not taken: 'dave' is not on the list (type the number of a line, or its words).\n" in told
    assert "Rhea: Whom does Ann fight?\n  1. Bob [/\n  2. Cid\n" in told
    assert "Anyone: Turn Ann and Bob [/ to face each other\n  Enter when it is done.\n" in told
    assert "Not taken: attack cannot be 4 (0 to 3)." in told
    assert "Not taken: 3 numbers typed (one each: attack, guard)." in told
    assert "Not taken: 2 of 3 placed (1 left over)." in told
    assert "Not taken: there is no part 'gaurd' (such as attack 3 guard 0)." in told
    assert "Revealed: Rhea: 2 attack, 1 guard.\nRevealed: Boris: 1 attack, 2 guard.\n" in told
    assert "Rhea and Boris: Ann strikes Bob [/\n  attack: 2 d6.\n  guard: 2 d6.\n" in told
    assert "Not taken: 2 more of 4 dice." in told
    assert "Bob [/: Health 3 to 2 (struck by Ann).\n" in told
    assert "Not taken: 'perhaps' is neither yes nor no (y or n).\nRhea: Did the crowd cheer?\n" in told
    assert "Exchange of blows has ended.\n\nRound 1, Fight, Boris acts.\n" in told
    assert told.endswith("Saved in duel.toml.\n")
    assert len(held.session.entries) == 1
    assert held.session.run is None


def test_every_step_says_who_what_and_why() -> None:
    _, told = sit([*TO_SPLIT, "why", "again"])
    hand_over, why, again = answers(told)[3:6]
    assert hand_over.endswith(
        "In secret. Hand over to Rhea; the others look away.\n"
        "Exchange of blows, Split in secret.\n"
        "  Ann (attacker): Health 3 of 3.\n"
        "  Bob [/ (defender): Health 3 of 3, dice 3.\n"
        "Rhea: Split Ann's dice\n  Ann's pool 3: skill.\n"
        "  3 to divide into attack 0 to 3, guard 0 to 3; such as attack 3 guard 0.\n"
    )
    assert why == (
        "Exchange of blows, step B, Split in secret.\nAnn's pool: 3.\n  +3 skill\n"
        "Numbers of the fight so far:\nBob [/'s pool: 3.\n  +3 skill\n3 in all.\nRhea: Split Ann's dice\n"
    )
    assert again.startswith("\nExchange of blows, Split in secret.")


def test_undo_and_redo_and_the_dice_stay() -> None:
    held, told = sit([*TO_ROLL, "4 5 1 6", "u", "u 2", "redo 2", "r", "undo"])
    steps = answers(told)
    assert steps[7].startswith("Undone.\nBob [/: no longer Shaken, Health 2 to 3 (undo).\n")
    assert "attack: 2 d6; rolled before: 4 5.\n" in steps[7]
    assert "or roll to let the app roll (dice rolled before an undo stay)." in steps[7]
    assert "Hand over to Rhea" in steps[8]
    assert held.session.table.unit("bob").health == 3
    assert held.session.redo_count == 1


def test_nothing_to_undo_gives_up_no_choice_which_may_be_given_up() -> None:
    _, told = sit(["u", "redo", "undo x", "undo 0", "back", "1", "undo 3", "redo", "1"])
    steps = answers(told)[1:-1]
    assert [step.split("\n")[0] for step in steps[:5]] == [
        "Not taken: there is nothing to undo.",
        "Not taken: there is nothing to redo.",
        "Not taken: 'x' is no whole number (a number, 1 or more).",
        "Not taken: a number, 1 or more, is wanted.",
        "Not taken: there is nothing to go back from (undo undoes the last answer).",
    ]
    assert steps[6].startswith("Not taken: there is nothing to undo.\nExchange blows: which fighter?")
    assert steps[7].startswith("Not taken: there is nothing to redo.\nExchange blows: which fighter?")
    assert "Whom does Ann fight?" in steps[8]
    held, told = sit(["exchange blows", "why", "back", "exchange", "3", "u"])
    assert held.session.run is None
    assert "Exchange blows: which fighter? (again: the list)\n" in told
    assert told.count("Not taken") == 0


def test_adjust_by_id_or_name_by_field_or_label() -> None:
    held, told = sit(
        [
            "adjust ann health -1 dropped",
            "adjust 'Bob [/' Health =2",
            "adjust cid shaken yes",
            "adjust cid Shaken no",
            "adjust rhea name Rea",
            "adjust ann health 2",
            "adjust ann health +9",
            "adjust ann luck 1",
            "adjust ann",
            "adjust ann shaken 2",
            "adjust ann health none",
        ]
    )
    table = held.session.table
    assert (table.unit("ann").health, table.unit("bob").health, table.unit("cid").shaken) == (2, 2, False)
    assert table.side("red").name == "Rea"
    assert "Ann: Health 3 to 2 (dropped).\n" in told
    assert "Nothing changed: it is so already.\n" in told
    assert told.count("Not taken:") == 5
    assert "Not taken: Health cannot be 11 (allowed: 0 to 3).\n" in told


def test_contacts_are_set_and_numbers_overruled_by_hand() -> None:
    held, told = sit(["touch ann bob", "touch bob cid", "part bob ann", "touch ann"])
    assert "Ann and Bob [/ touch (the players said so).\n" in told
    assert "Not taken: Bob [/ and Cid are on the same side.\n" in told
    assert held.session.melees() == []
    assert "Nothing can be overruled at rest" in sit(["overrule"])[1]
    lines = ["overrule 1 5 a fine sword", "overrule 9 1", "overrule answer '9 0' why not", "overrule answer"]
    held, told = sit([*TO_SPLIT, "overrule", *lines])
    assert "1. Ann's pool 3: skill 3\n2. Bob [/'s pool 3: skill 3\nanswer. An answer to this prompt" in told
    assert "Ann's pool 5: skill 3, ruling: a fine sword +2." in told
    assert "Not taken: there is no line 9 (overrule alone lists them).\n" in told
    assert held.session.sealed == ["red"]
    assert "9 0" not in told.replace("overrule answer", "")


def test_a_number_of_what_has_ended_is_overruled_by_going_back_into_it() -> None:
    words = ["overrule", "why", "overrule 9 1", "overrule 4 0 he slipped"]
    held, told = sit([*TO_ROLL, "4516", "6 / 1", "y", *words])
    listed, why, none, ruled = answers(told)[9:13]
    assert "Exchange of blows has ended; to overrule a number of it leads back into it.\n1. Ann's pool 3" in listed
    assert "Exchange of blows counted:\nAnn's pool: 3.\n  +3 skill\n" in why
    assert "there is no line 9" in none
    assert ruled.startswith("Ruling: wounds is 0 instead of 1: he slipped.\nAnn: Health 2 to 3 (undo).\n\nRound 1")
    assert held.session.run is None


def test_leaving_keeps_or_takes_back() -> None:
    held, told = sit([*TO_SPLIT, "leave", "leave keep it is late"])
    assert "Not taken: leave keep, or leave back (keep: what happened so far counts; back: it is undone)." in told
    assert "Exchange of blows was broken off.\n  Ann and Bob [/ touch.\n" in told
    assert held.session.melees() == [["ann", "bob"]]
    held, told = sit([*TO_SPLIT, "leave back"])
    assert "Nothing on the table is different.\n" in told
    assert held.session.melees() == []


@procedure("March")
async def march(game: Context[Arena], fighter: str) -> None:
    game.instruct("Move the banner")
    for at in ("ford", "gate"):
        await game.roll(at, by="red", title=f"The {at}", dice=[Dice("luck", D6, 1)])
    game.result("they pass", groups=[FaceGroup("luck", "red", "d6", (4,), ("good",))])


def marching() -> Held:
    def actions(_: Arena) -> list[Action]:
        who = (Option("ann", "Ann"), Option("bob", "Bob", "is tired"))
        both = tuple(Option(of, of) for of in ("ann", "bob"))
        return [
            Action("march", "March", march, None, "fighter", who),
            Action("feast", "Feast", march, None, "fighter", both, "nobody is hungry"),
        ]

    return Held(rules=dataclasses.replace(DUEL, procedures=(*DUEL.procedures, march), actions=actions))


def test_what_is_offered_begins_at_once_where_one_may_do_it_and_is_refused_where_nobody_may() -> None:
    begun, _, refused, _ = answers(sit(["march", "leave back", "feast"], marching())[1])[1:]
    assert "The ford" in begun
    assert "Not taken: Feast: nobody is hungry.\n" in refused


def test_what_an_ended_procedure_told_is_told_again_by_the_next_and_where_it_was_broken_off() -> None:
    _, told = sit(["march", "3", "4"] * 2, marching())
    assert told.count("good") == 2
    _, told = sit(["march", "leave keep"], marching())
    assert told.count("Move the banner") == 2


def test_state_and_log() -> None:
    _, told = sit(["log", *TO_ROLL, "4 5 1 6", "state", "log", "log 1", "log all", "log x"])
    first, *_, state, log, one, everything, wrong, _end = answers(told)[1:]
    assert first == "Nothing has happened yet.\n"
    assert "Rhea: 1 of 1 left.\n  Ann: Health 3 of 3\n" in state
    assert "  Bob [/: Health 2 of 3, Shaken\n" in state
    assert "Melee 1: Ann, Bob [/.\nAnn and Bob [/ touch.\n" in state
    assert ". Bob [/: Health 3 to 2 (struck by Ann).\n" in log
    assert len(one.splitlines()) == 2
    assert everything == log
    assert wrong.startswith("Not taken: 'x' is no whole number")


def test_save_tells_of_trouble_and_a_reader_may_look() -> None:
    held = Held()
    assert "Saved in duel.toml.\n" in sit(["save"], held)[1]
    held.trouble = "the disk is full"
    told = sit(["save", "again"], held)[1]
    assert told.count("Not saved: the disk is full.\n") == told.count("\nthe disk is full.\n") == 1
    assert sit([], held)[1].endswith("Not everything is saved: the disk is full.\n")
    held, told = sit(["1 ann", "state", "adjust ann health 1"], Held(read_only=True))
    assert "This session is open for reading only: another program has this session open.\n" in told
    assert told.count("Not taken: this session is open read-only") == 2
    assert held.session.entries == []


def test_help_names_every_word_and_says_of_one_or_of_all_how_it_is_typed() -> None:
    short, one, whole, wrong = (sit([line])[1] for line in ("help", "help u", "help all", "help undoo"))
    assert f"Words: {', '.join(word.name for word in WORDS)}.\n" in short
    assert [word.name for word in WORDS if f"  {word.usage}: {word.help}." in short] == []
    assert [word.name for word in WORDS if f"  {word.usage}: {word.help}." in one] == ["undo"]
    assert all(f"  {word.usage}: {word.help}." in whole for word in WORDS)
    assert "Not taken: 'undoo' is no word (help lists them)." in wrong
    assert "Not taken: there are no odds for what stands now." in sit([*TO_SPLIT, "odds"])[1]


def test_odds_as_percent(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = (Allotment("plain", {"attack": attack, "guard": 3 - attack}) for attack in (2, 3))
    rows = tuple(Chance(way, "dealt", p, "bob") for way, p in zip(ways, (0.75, 0.875), strict=True))
    heading = Heading("dealt", "bob", "wounds Bob")
    found = Odds("ann", "Chance to wound", rows, (heading,), ("Bob guards with 1",), exact=False, error=0.004)
    held = Held()
    monkeypatch.setattr(Session, "odds", lambda self, goal="": found)
    assert (
        "Ann: Chance to wound, sampled, within 0.4 percent.\n"
        "  2 attack, 1 guard: wounds Bob, 75.0 percent.\n"
        "  3 attack, 0 guard: wounds Bob, 87.5 percent.\n"
        "  Assumed: Bob guards with 1.\n"
    ) in sit([*TO_SPLIT, "odds"], held)[1]


def test_an_empty_line_asks_again_and_the_end_of_input_or_an_interrupt_is_quit() -> None:
    held, told = sit(["", "1 ann", "", "bob"])
    assert told.count("Rhea: Whom does Ann fight?") == 2
    assert told.endswith("Saved in duel.toml.\n")
    assert held.session.request is not None

    def lines() -> Iterable[str]:
        yield "1 ann\n"
        raise KeyboardInterrupt

    out = io.StringIO()
    held = Held()
    plain.play(held, lines(), out)  # type: ignore[arg-type]
    assert out.getvalue().endswith("Saved in duel.toml.\n")
    assert held.session.request is not None


def test_the_end_of_the_game() -> None:
    session = Session(example(), rng=Random(2))
    session.adjust("bob", "health", 0)
    session.adjust("cid", "health", 1)
    held, told = sit(["1 ann", "", "3 0", "1 0", "666", "n", "exchange"], Held(session))
    assert "The game is over: Rhea wins, last one standing.\n> " in told
    assert "Not taken: Exchange blows: the fight is over.\n" in told
    assert held.session.table.over is not None


def asked(kind: type[Request[Any]], **more: Any) -> Any:
    return kind("r", by="red", title="?", **more)


def among(kind: type[Request[Any]], *values: Any, **more: Any) -> Any:
    return asked(kind, options=[Option(value, f"take {value}") for value in values], **more)


PLAIN = Plan("plain", "no trick", 3, {"attack": (0, 3), "guard": (0, 3)})
FEINT = Plan("feint", "a feint", 2, {"a": (0, 2), "b": (0, 2)})
LONG = Plan("Flow Like Water: Sweep Attack", "", 2, {"attack": (0, 2), "guard": (0, 2)})
TWO_ONE = {"plan": "plain", "parts": {"attack": 2, "guard": 1}}
FLOWS = {"plan": LONG.plan, "parts": {"attack": 1, "guard": 1}}
SPLIT = asked(Split, plans=[PLAIN, FEINT])


@pytest.mark.parametrize(
    ("request_", "line", "value"),
    [
        (among(Choose, "a", "b"), "2", "b"),
        (among(Choose, "a", "b"), "A", "a"),
        (among(Choose, "a", "b"), "take b", "b"),
        (among(Choose, 3, 1), "1", 1),
        (among(Choose, "alpha", "beta"), "be", "beta"),
        (among(Pick, "a", "b", "c"), "1 3", ["a", "c"]),
        (among(Pick, "a", "b", "c"), "take a, c", ["a", "c"]),
        (among(Pick, "a", "b", "c"), "none", []),
        (among(Pick, "a", "b", "c"), "all", ["a", "b", "c"]),
        (among(Pick, "a", "b", "c"), "take b", ["b"]),
        (among(Pick, "a", "b", default=["a", "b"]), "", ["a", "b"]),
        (among(Pick, "a", "b", default=["a", "b"]), "none", []),
        (asked(Number, lo=0, hi=9), " 7 ", 7),
        (asked(Number, lo=0, hi=3, default=3), "", 3),
        (asked(YesNo, default=True), "", True),
        (asked(YesNo, default=True), "N", False),
        (asked(Text), "  leaps over it ", "leaps over it"),
        (asked(Text), "'Mark of the Wolf'", "Mark of the Wolf"),
        (asked(Text), "the bards' and \"", "the bards' and \""),
        (asked(Split, plans=[PLAIN], default={"attack": 2, "guard": 1}), "", TWO_ONE),
        (SPLIT, "2 1", TWO_ONE),
        (SPLIT, "21", TWO_ONE),
        (SPLIT, "2", TWO_ONE),
        (SPLIT, "attack=2, guard=1", TWO_ONE),
        (SPLIT, "1 g 2 att", TWO_ONE),
        (SPLIT, "2 attack 1 guard", TWO_ONE),
        (SPLIT, "2 1 1", {"plan": "feint", "parts": {"a": 1, "b": 1}}),
        (SPLIT, "feint 1 1", {"plan": "feint", "parts": {"a": 1, "b": 1}}),
        (SPLIT, "feint 2", {"plan": "feint", "parts": {"a": 2, "b": 0}}),
        (SPLIT, "feint b 2 a 0", {"plan": "feint", "parts": {"b": 2, "a": 0}}),
        (asked(Split, plans=[PLAIN, LONG]), "Flow Like Water: Sweep Attack 1 1", FLOWS),
        (asked(Split, plans=[PLAIN, LONG]), "flow 1 1", FLOWS),
    ],
)
def test_what_is_typed_takes_shape(request_: Any, line: str, value: Any) -> None:
    assert ask_of(request_, example()).answer(line) == value
    request_.check(ask_of(request_, example()).answer(line))


ANSWERS = [*TO_ROLL, "roll", "1", "2", "3", "", "y", "n", "none", "0", "state", "why", "log", "u", "redo", "back"]
ANSWERS += ["1 1", "2 1", "3 0", "1 2 3"] * 2
REST = ["", "1", "-1", "x", "ann", "ann bob", "ann health", "ann health -1", "keep", "back", "answer", "answer 1"]
REST += ["1 5", "'", '"ann', "table round 3", "99999999999999999999"]
SIGNS = "²٣½ö龍[]'\"\\;:=+-*,/.0 1a\t\x1b\u202e"


@pytest.mark.parametrize("game", ["", *registry.BUILT_IN])
def test_whatever_is_typed_the_sitting_goes_on(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers, words of the app with anything behind them, and any signs."""
    monkeypatch.chdir(tmp_path)
    rng, words = Random(5), [word.name for word in WORDS if word.name != "quit"]
    lines = []
    for _ in range(400):
        any_signs = "".join(rng.choices(SIGNS, k=rng.randint(1, 20)))
        odd = rng.choice([f"{rng.choice(words)} {rng.choice(REST)}", any_signs])
        lines.append(rng.choice([odd, *rng.choices(ANSWERS, k=3)]))
    held, told = sit(lines, Held(Session(table_of(game), rng=Random(5)) if game else None))
    assert told.count("\n> ") == len(lines) + 1
    assert held.session.undo_count > 0


def struck() -> Held:
    """An attack whose dice were rolled, and which has told them."""
    session = Session(table_of("legion"))
    session.start("melee_attack", {"unit": "luke"})
    session.answer([["hit", "hit", "blank", "blank", "blank", "blank"]])
    return Held(session)


def test_what_is_set_by_hand_does_not_tell_the_dice_again_that_lie_nor_what_is_to_be_done_on_the_table() -> None:
    for line in ("adjust Mara score 2 the bridge", "adjust luke aim 1"):
        told = answers(sit([line, "undo", "redo"], struck())[1])[:4]
        assert ["2 hits, 4 blanks" in text for text in told] == [True, False, False, False]
        assert ["(undo)" in text for text in told] == [False, False, True, False]
    held = Held(Session(table_of("bushido")))
    told = answers(sit(["melee hiro+oda", "adjust hiro ki 5", "undo"], held)[1])[1:]
    assert ["Turn to face the enemy" in text for text in told[:3]] == [True, False, False]


def test_a_list_whose_items_have_no_names_is_not_changed_by_one() -> None:
    told = sit(["adjust aya granted +Feint"], Held(Session(table_of("bushido"))))[1]
    assert "Not taken: granted for a while have no names" in told


def test_a_round_that_is_set_by_hand_is_told_in_the_middle_of_a_procedure_too() -> None:
    held, said = sit(["adjust table round 4 the judge", "adjust table active Anselm"], struck())
    told = answers(said)[1:]
    assert "round 1 to 4 (the judge)." in told[0]
    assert "it is Anselm's turn." in told[1]
    assert held.session.table.round == 4


@pytest.mark.parametrize("line", ["undo  to 2", "undo\tto\t2", ": undo to 2", "undo to 2 Anyway"])
def test_a_word_is_one_however_many_blanks_or_tabs_stand_behind_it(line: str) -> None:
    held, said = sit([line], struck())
    assert "Undone: 1 input." in said
    assert present(held.session.request).title.endswith("roll 6 attack dice")


@pytest.mark.parametrize(
    ("action", "until", "line", "refused"),
    [
        ("activate", "action", "1 -3", "Luke Skywalker's actions can be 0 or more here (Perform actions): "),
        ("activate", "action", "1 -3", "actions left cannot be -3 (allowed: 0 or more)"),
        ("melee_attack", "attack", "1 900", "Luke Skywalker, black dice can be 500 or less here (Attack, step 2): "),
        ("melee_attack", "attack", "1 x", "'x' is no whole number (overrule 1 5 why)"),
        ("melee_attack", "attack", "answer roll", "a list of faces is asked for (6 black)"),
    ],
)
def test_a_ruling_that_the_rules_cannot_follow_is_refused_with_what_they_can(
    action: str, until: str, line: str, refused: str
) -> None:
    session = begun(
        those("luke v storm; luke.1+storm.1", luke={"order": "faceup"}), action, {"unit": "luke"}, until=until
    )
    told = sit([f"overrule {line} the judge"], Held(session))[1]
    assert refused in told
    assert ".py" not in told
