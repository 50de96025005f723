"""Plain text tells what a decision hangs on: standing and changes to it, results, reasons, costs, and no more."""

import io
from collections.abc import Sequence
from random import Random

import pytest

from companion.engine import registry
from companion.engine.change_words import sentence
from companion.engine.dice import Dice, Die
from companion.engine.requests import Option, Roll
from companion.engine.session import Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Change, Tally
from companion.engine.state.declarations import StandingRow
from companion.frontend.answers import option_of
from companion.frontend.hooks import Hooks
from companion.frontend.request_words import ask_of
from companion.frontend.typed import entity_named, field_named, meant
from companion.play.adjustments import adjust
from companion.play.plain import Plain
from companion.play.request_text import number_lines
from companion.play.table_text import StandingText, table_lines, where
from companion.testing import step_random
from tests.examples import present, table_of
from tests.games.duel import example
from tests.play.held import Held
from tests.play.test_json_lines import SHOP
from tests.play.test_plain import TO_ROLL, TO_SPLIT, answers, sit
from tests.rules import better_wargame, gloom, legion


def test_a_fight_is_printed_whole_once_and_then_only_what_changed_and_a_number_once() -> None:
    steps = answers(sit([*TO_SPLIT, "adjust bob health -1", "2 1", "again"])[1])
    assert "  Ann (attacker): Health 3 of 3.\n  Bob [/ (defender): Health 3 of 3" in steps[3]
    adjusted = steps[4]
    assert "  Bob [/: Health 2 of 3.\n" in adjusted
    assert "Ann: Health" not in adjusted
    assert "Health" not in steps[5].partition("Hand over")[2]
    assert "  Ann (attacker): Health 3 of 3" in steps[6]
    steps = answers(sit([*TO_SPLIT, "why", "2 1", "1 2"])[1])
    assert steps[3].count("Ann's pool") == 1
    assert "Ann's pool" not in steps[5]
    assert "Ann's pool" not in steps[6]


def test_standing_tells_what_ended_and_skips_what_is_nothing() -> None:
    def ann(*rows: StandingRow) -> Sequence[Standing]:
        return [Standing("ann", "red", "Ann", "attacker", rows)]

    text = StandingText()
    hits, most = StandingRow("hits", "hits", 0), StandingRow("counters", "Counters", 0, 99)
    assert list(text.lines(ann(StandingRow("conditions", "Conditions", "Prone"), hits, most))) == [
        "  Ann (attacker): Prone."
    ]
    assert list(text.lines(ann(hits._replace(value=2)))) == ["  Ann: hits 2, no conditions."]
    assert list(text.lines(ann(hits))) == ["  Ann: hits 0."]
    assert list(text.lines(ann(hits))) == []
    assert list(text.lines([])) == []
    assert list(text.lines(ann(hits._replace(value=1)))) == ["  Ann: hits 1."]


def test_a_result_is_two_lines_whoever_rolled_and_what_was_told_just_now_is_not_summed_up_again() -> None:
    typed = answers(sit([*TO_ROLL, "46 15"])[1])[6]
    assert "Rolled. Attack: 4 6 hit; guard: 1 no effect, 5 held.\n  2 against 1, Bob [/ takes 1.\n" in typed
    rolled = answers(sit([*TO_ROLL, "roll"])[1])[6]
    assert "Rolled. Attack: " in rolled
    units = [legion.unit("one", "blue", order="facedown", activated=True, aim=1), legion.unit("foe", "red")]
    session = Session(legion.table(units, phase="end", active=None))
    told = sit(["end_phase"], Held(session))[1]
    assert told.count("one: aim 1 to 0") == 1
    assert "order token face down to none, no longer activated (order pools are made anew).\n" in told
    assert "End Phase has ended.\n\nRound 2, Command Phase.\n" in told


def test_a_colour_of_dice_is_not_the_side_of_that_id() -> None:
    die = Die("red attack die", ("hit", "blank"), several="red attack dice")
    roll = Roll("k", by="red", title="Roll", dice=[Dice("red", die, 2)])
    assert next(iter(ask_of(roll, example()).lines())).startswith("  red: 2 red attack dice")
    assert list(ask_of(roll, example()).bounds()) == ["red: 2 red attack dice."]


def test_closed_actions_and_options_are_told_on_asking_and_an_absurd_number_is_refused_with_what_is_allowed() -> None:
    steps = answers(sit(["closed", "buy", "1", "closed", "why", "fly"], Held(rules=SHOP))[1])
    assert "  1 more is closed: closed says why.\n" in steps[0]
    assert "it is day" not in steps[0]
    assert "  Rest: it is day.\n" in steps[1]
    assert "  A number from 0 to 2 (Ann is small).\n" in steps[2]
    assert "wings" not in steps[3]
    assert "  Costs 1 of 3 Skill.\n" in steps[3]
    assert "  2. Kick (costs 2 of 3 Health)\n" in steps[3]
    assert "  Fly: Ann has no wings.\n" in steps[4]
    assert "Costs 1 of 3 Skill.\n" in steps[5]
    assert "Not taken: Fly: Ann has no wings." in steps[6]
    assert "Nothing is closed." in sit(["closed"])[1]
    told = sit(["buy", "500", "-1", "²", "99999999999999999999"], Held(rules=SHOP))[1]
    assert "Not taken: 500 is out of bounds (0 to 2: Ann is small).\n" in told
    assert "Not taken: -1 is out of bounds (0 to 2).\n" in told
    assert "Not taken: '²' is no whole number (a number from 0 to 2).\n" in told
    assert told.count("Not taken") == 4


def test_why_never_says_that_there_is_no_number_where_there_are_dice_or_bounds() -> None:
    steps = answers(sit([*TO_ROLL, "why", "46 15", "why"])[1])
    assert "attack: 2 d6.\nguard: 2 d6.\n" in steps[6]
    assert steps[8].startswith(
        "Exchange of blows, step C, Roll.\n"
        "This prompt has no number of its own. Those of the fight so far:\nAnn's pool: 3.\n"
    )
    assert not list(number_lines(Tally.of("k", "Advantage", 0, ())))
    assert "From 0 to 2 (Ann is small).\n" in sit(["buy", "why"], Held(rules=SHOP))[1]
    assert "Open: all 2 answers; no rule closes one.\n" in sit(["1 ann", "why"])[1]
    assert "Nothing is asked now.\n" in sit(["why"])[1]


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_why_in_every_game_is_of_this_request_alone(game: str) -> None:
    held, rng = Held(Session(table_of(game), rng=Random(6))), Random(6)
    for _ in range(120):
        request = held.session.request
        if request is not None:
            out = io.StringIO()
            sitting = Plain(held, out, 24)
            sitting.take(":why")
            numbers = {tally.name for tally in request.tally}
            told = out.getvalue()
            assert "Traceback" not in told
            assert all(f"{name}:" in told for name in numbers)
        if held.session.table.over is not None and held.session.run is None:
            break
        step_random(held.session, rng)


# -- names ------------------------------------------------------------------------------------------------------------


def test_a_clear_part_of_a_name_is_enough_for_units_fields_and_actions() -> None:
    names = {"a": ("Lutz Wolf",), "b": ("Hanna Wolf",), "c": ("Lutger",)}
    assert meant(names, "lutz") == ["a"]
    assert meant(names, "wolf") == ["a", "b"]
    assert meant(names, "anna") == ["b"]
    assert meant(names, "") == []
    options = [Option(of, name[0]) for of, name in names.items()]
    assert option_of(options, "Hanna").value == "b"
    table = example()
    table.unit("bob").name = "Bob the Bold"
    assert entity_named(table, "bold") == "bob"
    # The name that players see goes before an id that another has.
    table.unit("bob").name = "Ann"
    table.unit("ann").name = "Ann*"
    assert [entity_named(table, typed) for typed in ("ann", "Ann", "ann*", "bob")] == ["bob", "bob", "ann", "bob"]
    assert option_of([Option("ann", "Ann*"), Option("bob", "Ann")], "ann").value == "bob"
    table.unit("ann").name, table.unit("bob").name = "Ann", "Bob the Bold"
    assert entity_named(table, '"Bob the Bold"') == "bob", "as where words follow a name"
    assert field_named(table.unit("bob"), "shak") == "shaken"
    assert field_named(table.unit("bob"), "Health") == "health"
    held = Held()
    held.session.table.unit("bob").name = "Bob the Bold"
    told = sit(["adjust Bob the Bold health -1 he fell", "adjust bold Health 1", "touch Bob the Bold ann"], held)[1]
    assert "Bob the Bold: Health 3 to 2 (he fell).\nr" not in told
    assert "Bob the Bold: Health 3 to 2 (he fell).\n" in told
    assert "Bob the Bold: Health 2 to 1.\n" in told
    assert held.session.melees() == [["ann", "bob"]]
    assert "Rhea: Whom does Ann fight?" in sit(["exch ann"])[1]


def test_the_name_of_a_unit_buys_no_feat_and_a_value_is_typed_as_the_card_words_it() -> None:
    session = Session(table_of("better-wargame"))
    unit = next(iter(session.table.units.values()))
    (moved,) = adjust(session, f"{unit.id} movement double move it ran")
    assert isinstance(moved, Change)
    assert (unit.movement, moved.why) == ("double", "it ran")
    _ = adjust(session, f"{unit.id} movement none yet")
    assert unit.movement == ""
    table = example()
    feats = [Option("none", "No feat"), Option("kick", "Ann: Kick for 2"), Option("ann", "Ann")]
    assert option_of(feats, "ann", table).value == "ann"
    for typed in ("An", "Ann", "kick"):
        found = option_of(feats, typed, table).value
        assert found == ("kick" if typed == "kick" else "ann")
    told = sit(["buy", "0", "an"], Held(rules=SHOP))[1]
    assert "is not on the list" in told
    only = [Option("none", "No feat"), Option("kick", "Ann: Kick for 2")]
    with pytest.raises(Exception, match="says who, and not what"):
        option_of(only, "ann", table)


def test_players_read_no_ids_and_no_field_names() -> None:
    held = Held(Session(table_of("gods-gloom")))
    told = sit(["state", "touch ravagers stingers engaged=no", "log", "adjust ravagers nonsense 1"], held)[1]
    assert "a_engaged" not in told
    assert "b_engaged" not in told
    legion = present(registry.find("legion").example)
    text = sit(["state"], Held(Session(legion())))[1]
    assert ".1" not in text
    assert "Not taken: there is nothing called 'dave' (units: Ann, Bob [/, Cid).\n" in sit(["adjust dave health 1"])[1]
    assert "Not taken: there is no value called 'luck' here (known: Mark, Health" in sit(["adjust ann luck 1"])[1]


# -- contacts ---------------------------------------------------------------------------------------------------------


def test_flags_of_a_contact_are_set_in_words_and_setting_them_again_says_so() -> None:
    held = Held(Session(table_of("gods-gloom")))
    table = held.session.table
    steps = answers(sit(["touch ravagers stingers engaged=no", "touch ravagers stingers engaged=no"], held)[1])
    a, b = table.title("ravagers"), table.title("stingers")
    assert f"{a} and {b} still touch: neither engaged" in steps[1]
    assert "Nothing changed: it is so already.\n" in steps[2]
    assert table.contacts["ravagers", "stingers"]["a_engaged"] is False
    sit(["touch stingers ravagers engaged=yes"], held)
    assert table.contacts["ravagers", "stingers"]["b_engaged"] is True
    assert "Not taken: a contact has no 'rear' (engaged=no)." in sit(["touch ravagers stingers rear=yes"], held)[1]
    assert "contacts of this game have nothing to set" in sit(["touch ann bob rear=yes"])[1]


@pytest.mark.parametrize("line", ["undo ²", "log --5", "overrule ² 5", "overrule 1 ²", "² ann", "leave ²"])
def test_odd_numbers_in_words_are_refused(line: str) -> None:
    assert "Not taken:" in answers(sit([*TO_SPLIT, line])[1])[4]


def table_told(session: Session) -> list[str]:
    return list(table_lines(Hooks(Held(session))))


def test_choices_and_phases_stand_in_the_words_of_players() -> None:
    session = Session(legion.table([legion.unit("one", "blue", order="faceup"), legion.unit("foe", "red")]))
    told = table_told(session)
    assert "  one: wounds 0 of 1, order token face up" in told
    change = Change("one", "order", "faceup", "facedown", "activation over", "")
    assert sentence(session.table, change) == "one: order token face up → face down (activation over)"
    table = better_wargame.session({"A1": {}, "B1": {}}).table
    change = Change("table", "phase", "start", "melee", "the turn goes on", "")
    assert sentence(table, change) == "Melee begins (the turn goes on)"
    table = better_wargame.session({"A1": {}, "B1": {}}).table
    assert where(table) == "Turn 1, Melee, A acts."
    table.over_why = "the last turn is played"
    assert where(table) == "Turn 1, Melee."


def test_a_number_that_is_nothing_is_left_out_and_no_safeguard_is_shown_as_the_most() -> None:
    session = better_wargame.session({"A1": {"models": 6}, "B1": {"models": 4, "start_models": 8, "fired_models": 1}})
    told = table_told(session)
    assert "  A1: Models 6 of 6 (below half at 2)" in told
    assert "  B1: Models 4 of 8 (below half at 3), Models that fired 1 of 4" in told
    board = gloom.table([gloom.unit("rav", "p1"), gloom.unit("ogre", "p2")], [], seals=(2, 0))
    told = table_told(Session(board))
    assert "Rhea: 1 of 1 left, Command seals 2, Activations left 0." in told
    assert "Boris: 1 of 1 left, Command seals 0, Activations left 0." in told
