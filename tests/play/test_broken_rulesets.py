"""A ruleset whose code fails: plain text and JSON lines say so with file and line, and play goes on."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.engine.procedure import Context, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Ruleset
from companion.frontend.saying.sheets import chosen
from companion.frontend.setup import Setup
from companion.play.json_lines import Conversation
from companion.testing.endless import counted
from tests.games.duel import DUEL, Arena
from tests.play.held import Held
from tests.play.talking import heard, opening, say
from tests.play.test_plain import sit


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("nothing left")


async def asked(game: Context[Arena]) -> None:
    await game.choose("which", by="red", title="Which?", options=[Option(1, "One"), Option(2, "Two")])


@procedure("Broken exchange")
async def crash(game: Context[Arena]) -> dict[str, Any]:
    await asked(game)
    return {"dealt": 1 // 0}


@procedure("Broken odds")
async def unsure(game: Context[Arena]) -> None:
    await game.yes_no("sure", by="red", title="Sure?").with_odds(broken)


def running(loop: Any) -> Ruleset:
    return replace(DUEL, actions=lambda table: [Action("loop", "Loop", loop)], procedures=(loop,))


START = {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}}
HOOKS = ("actions", "badges", "next_action", "links")


def leaving(*_: Any) -> Any:
    sys.exit("enough")


@pytest.mark.parametrize(
    ("raises", "fault"), [(broken, "ZeroDivisionError: nothing left"), (leaving, "SystemExit: enough")]
)
@pytest.mark.parametrize("hook", HOOKS)
def test_which_hook_failed_and_where_is_said_and_ends_nothing(hook: str, raises: Any, fault: str) -> None:
    rules: dict[str, Any] = {hook: raises}
    where = f"{fault} (test_broken_rulesets.py, line"
    told = sit(["state", "1 ann", "adjust ann health 1", "quit"], Held(rules=replace(DUEL, **rules)))[1]
    assert f"the ruleset's {hook} failed: {where}" in told
    assert told.endswith("Saved in duel.toml.\n")
    assert told.count(f"the ruleset's {hook} failed") == 1, "it is told once"
    talk = Conversation(Held(rules=replace(DUEL, **rules)))
    said = opening(talk) + [line for made in ({"do": "state"}, START, {"do": "undo"}) for line in heard(talk, made)]
    assert hook not in ("actions", "links") or any(where in str(line) for line in said)
    assert said[1]["type"] in ("rest", "notice")


def test_odds_that_fail_are_refused_with_their_place() -> None:
    talk = Conversation(Held(rules=replace(running(unsure), knows_odds=True)))
    heard(talk, {"do": "start", "procedure": "loop"})
    (answer,) = say(talk, do="odds")
    assert answer["type"] == "error"
    assert "the ruleset's odds failed" in answer["message"]
    assert "test_broken_rulesets.py, line" in answer["message"]


def test_a_rule_error_names_file_and_line_in_both() -> None:
    ruleset = running(crash)
    told = sit(["loop", "1", "quit"], Held(rules=ruleset))[1]
    reason = "the rules could not go on: ZeroDivisionError: integer division or modulo by zero "
    reason += "(test_broken_rulesets.py, line"
    assert f"Not taken: {reason}" in told
    talk = Conversation(Held(rules=ruleset))
    say(talk, do="start", procedure="loop")
    (answer,) = say(talk, do="answer", value=1)
    assert answer["type"] == "error"
    assert answer["message"].startswith(reason)


def test_setting_up_a_game_whose_ruleset_fails_is_refused_in_words() -> None:
    for ruleset in (replace(DUEL, example=broken), replace(DUEL, templates=broken)):
        with pytest.raises(InvalidInput, match=r"failed: ZeroDivisionError: nothing left \(test_broken"):
            Setup(ruleset)
    with pytest.raises(InvalidInput, match="sheets failed"):
        chosen(replace(DUEL, sheets=broken), "")
    setup = Setup(replace(DUEL, faults=broken))
    for player, unit in zip(setup.players, setup.templates, strict=False):
        setup.add(player, unit)
    assert "faults failed" in setup.faults()[0]


# -- rules that come to no end --------------------------------------------------------------------------------------


def to_and_fro(game: Context[Arena]) -> None:
    for health in (1, 2):
        game.change(game.table.unit("ann"), "health", health, "to and fro")


FOR_EVER: dict[str, Callable[[Context[Arena]], object]] = {
    "notes": lambda game: game.note("again"),
    "changes": to_and_fro,
    "steps": lambda game: game.at("A"),
    "nothing": lambda game: None,
}


def endless(what: str) -> Held:
    """Rules that do this for ever, once they were answered."""

    @procedure("Round and round", DUEL.procedures[0].steps)
    async def loop(game: Context[Arena]) -> dict[str, Any]:
        await asked(game)
        while True:
            FOR_EVER[what](game)

    return Held(rules=running(loop))


@pytest.mark.parametrize("what", ["notes", "changes", "steps"])
def test_rules_that_do_something_for_ever_are_refused(what: str) -> None:
    held = endless(what)
    told = sit(["loop", "1", "undo", "quit"], held)[1]
    assert "asked nothing: it comes to no end (test_broken_rulesets.py, line" in told
    assert held.session.table.unit("ann").health == 3
    assert held.session.undo_count == 0


@procedure("Slam the door")
async def slam(game: Context[Arena]) -> dict[str, Any]:
    await asked(game)
    sys.exit("enough")


def test_a_procedure_that_ends_the_program_ends_nothing() -> None:
    held = Held(rules=running(slam))
    told = sit(["loop", "1", "state", "quit"], held)[1]
    assert "SystemExit: enough (test_broken_rulesets.py, line" in told
    assert told.endswith("Saved in duel.toml.\n")
    assert held.session.run is not None
    assert held.session.undo_count == 1


def test_a_game_that_ends_the_program_when_it_is_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slamming.py").write_text('import sys\nsys.exit("enough")\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "BUILT_IN", {**registry.BUILT_IN, "slam": "slamming:RULESET"})
    with pytest.raises(InvalidInput, match="'slam' cannot be loaded: enough"):
        registry.find("slam")


def test_the_contract_sees_rules_that_do_nothing_for_ever() -> None:
    """At the table they hang; who writes them reads the line."""
    held = endless("nothing")
    held.session.start("loop")
    with counted({Path(__file__)}, most=1000), pytest.raises(InvalidInput, match="comes to no end: 1000 lines"):
        held.session.answer(1, by="red")
    assert held.session.request is not None
