"""The odds of Building a Better Wargame against the explorer, which plays the real rules, and against icepool."""

from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from operator import itemgetter
from random import Random
from typing import Any

import icepool
import pytest

from companion.engine.odds import Given, Odds
from companion.engine.requests import Allotment, Split
from companion.engine.state.changes import Change
from companion.odds.chances import Chances
from companion.rules.better_wargame.odds import deaths
from companion.rules.better_wargame.odds.calculator import CALCULATOR
from companion.rules.better_wargame.odds.deaths import Hits, dealt_in_turn, many
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore
from tests.odds.stepping import column, odds_of
from tests.rules.better_wargame import AB, Wargame, melee, rolls, session, shooting, touch
from tests.rules.scene import happened, results

ROLLS = ("to_hit", "to_hit.extra", "to_wound", "to_wound.extra", "save", "save.extra")


def duel(a: dict[str, Any], b: dict[str, Any], **options: Any) -> Wargame:
    """A1 against B1, in the Melee Phase."""
    base = touch(2, leadership=3)
    return melee({"A1": base | a, "B1": base | b}, AB, **options)


def odds_at(held: Wargame, *names: str, script: Any = ()) -> Odds:
    held.drive(script, stop=lambda request: request.name in names)
    found = odds_of(held)
    assert found.exact
    return found


def names(held: Wargame, found: Odds) -> list[str]:
    """The options as programs know them."""
    return list(map(present(held.request).option_name, found.options()))


def fights(contact: int, reach: int, behind: int) -> Allotment:
    """Counts of models, as they are entered."""
    return Allotment("models", {"contact": contact, "reach": reach, "behind": behind})


def state(held: Wargame) -> Hashable:
    """What later steps read of the dice: which of them came to what, in order."""
    assert held.run is not None
    assert held.request is not None
    told = [(e.text, [g.marks for g in e.groups]) for e in results(held)]
    return repr((held.request.key, held.request.title, told))


def played(held: Wargame, of: str, stop: Any = None, *, in_order: bool = False) -> Chances[tuple[int, int]]:
    """Models lost by a unit and Wounds it took, once its attack is over."""

    def read(now: Wargame) -> tuple[int, int]:
        events = happened(now)
        changes = [e for e in events if isinstance(e, Change) and e.of == of]
        lost = sum(e.before - e.after for e in changes if e.field == "models")
        return lost, sum(e.after - e.before for e in changes if e.why == "wounded")

    def over(now: Wargame) -> bool:
        return present(now.request).name not in ROLLS

    return explore(held, harmless_answer, read, stop=stop or over, same=state, in_order=in_order)


SMALL = [
    ({"models": 2}, {"models": 2, "attacks": 0}),
    (touch(1), {"models": 2, "in_contact": 1, "armor": 2}),
    (touch(1, attacks=2, melee_offense=2), {"models": 2, "attacks": 0}),
    (touch(1, melee_skill=4, attacks=2), {"melee_skill": 0, "attacks": 0}),
    (touch(1, melee_skill=0, attacks=2), {"melee_skill": 4, "attacks": 0}),
]


@pytest.mark.parametrize("throw", ["row", "stage"])
@pytest.mark.parametrize(("a", "b"), SMALL)
def test_every_throw_is_worth_what_playing_it_gives(a: dict[str, Any], b: dict[str, Any], throw: str) -> None:
    held = duel(a, b, throw=throw)
    rng = Random(1)
    seen = set()
    held.drive(stop=lambda request: request.name in ROLLS)
    while held.request is not None and held.request.name in ROLLS:
        found = odds_at(held, held.request.name)
        assert found.value is None, "nothing is chosen"
        for of in ("A1", "B1"):
            expected = played(held, of)
            for place, measure in enumerate(("dealt", "wounds")):
                shown = column(found, measure, of)
                assert not shown or shown == expected.map(itemgetter(place)).fractions()
        seen.add(held.request.name)
        held.answer(held.request.random(rng))
    assert "to_hit" in seen


def test_which_model_a_save_is_rolled_for_counts() -> None:
    """Three Wounds on two models: the first and the third save are those of one model."""
    held = duel(touch(3), {"models": 2, "attacks": 0, "armor": 2}, throw="stage")
    held.drive(until="to_hit")
    while held.request is not None and held.request.name != "save":
        # A 5 succeeds, as the numbers stand here; sixes would be thrown again.
        held.answer([[5] * group.count for group in held.request.dice])
    assert [group.count for group in present(held.request).dice] == [3]
    found = odds_at(held, "save")
    expected = played(held, "B1", in_order=True).map(lambda made: made[0])
    assert column(found, "dealt", "B1") == expected.fractions()
    assert expected != played(held, "B1").map(lambda made: made[0])


def test_a_split_is_worth_what_playing_it_gives() -> None:
    one = touch(2, attacks=1)
    units = {"A1": one, "A2": one | touch(1, ap=2), "B1": one | {"armor": 2}, "B2": one}
    held = melee(units, [*AB, ("A1", "B2"), ("A2", "B1")], throw="stage")
    found = odds_at(held, "split")
    assert names(held, found) == ["2 B1 / 0 B2", "1 B1 / 1 B2", "0 B1 / 2 B2"]
    assert "in steps of" not in " ".join(found.assumes)
    assert dict(found.guarantees)[found.safest] == max(dict(found.guarantees).values())
    for option, (one_, two) in zip(found.options(), ((2, 0), (1, 1), (0, 2)), strict=True):
        held.answer({"parts": {"B1": one_, "B2": two}})
        held.answer({"parts": {"A1": 0, "A2": 2}})
        later = odds_at(held, "to_hit")
        for of in ("B1", "B2"):
            assert column(found, "dealt", of, option) == column(later, "dealt", of)
        held.undo(2)


def test_a_charge_is_worth_the_fight_of_all_models() -> None:
    """The same two units that touch with all models: each side's losses, while the other strikes."""
    one: dict[str, Any] = {"models": 2, "attacks": 1, "leadership": 3}
    units = {"A1": one | {"ap": 1}, "B1": one | {"models": 1, "armor": 2}, "B2": one}
    held = melee(units, throw="stage")
    found = odds_at(held, "declare_charges")
    assert found.options() == [("A1",)]
    for foe in ("B1", "B2"):
        touching = {of: fields | {"in_contact": fields["models"]} for of, fields in units.items()}
        fought = melee(touching, [("A1", foe)], throw="stage")
        later = odds_at(fought, "to_hit")
        assert column(found, "dealt", foe, ("A1",)) == column(later, "dealt", foe)
        assert column(found, "breaks", foe, ("A1",)) == column(later, "breaks", foe)
        assert column(found, "back", foe, ("A1",)) == column(later, "dealt", "A1")


def test_models_that_fired_are_no_part_of_a_charge() -> None:
    foe = {"models": 2}
    fired = odds_at(melee({"A1": {"models": 3, "fired_models": 1}, "B1": foe}, throw="stage"), "declare_charges")
    fresh = odds_at(melee({"A1": {"models": 2}, "B1": foe}, throw="stage"), "declare_charges")
    assert column(fired, "dealt", "B1", ("A1",)) == column(fresh, "dealt", "B1", ("A1",))


def test_who_breaks_is_what_playing_the_end_of_the_phase_gives() -> None:
    held = duel({"attacks": 1}, {"start_models": 4, "attacks": 0, "break_reroll": True}, throw="stage")
    found = odds_at(held, "to_hit")

    def broken(now: Wargame) -> bool:
        unit = now.table.units["B1"]
        return bool(unit.destroyed and unit.models > 0)

    def over(now: Wargame) -> bool:
        return present(now.request).name not in (*ROLLS, "break", "break.reroll")

    played_out = explore(held, harmless_answer, broken, same=state, stop=over)
    assert column(found, "breaks", "B1")[None] == played_out.p(True)


def test_leadership_tests_have_their_chance() -> None:
    held = session({"A1": {"suppressed": True, "leadership": 5}, "B1": {}}, phase="start").begun("start_of_turn")
    found = odds_at(held, "rally")
    assert column(found, "rallies", "A1")[None] == Fraction(2, 6)


@pytest.mark.parametrize("target", ["B1", "B2"])
def test_shots_are_worth_what_playing_them_gives(target: str) -> None:
    shooter = {"models": 2, "ranged_attacks": 1}
    held = shooting({"A1": shooter, "B1": {"models": 2}, "B2": {"models": 1, "cowering": True}}, throw="stage")
    aimed = odds_at(held, "targets")
    held.answer([target])
    split = odds_at(held, "fire")
    way = Allotment("models", {target: 2, "hold": 0})
    held.answer(way)
    assert column(aimed, "dealt", target, (target,)) == column(split, "dealt", target, way)
    for covered in ([], ["soft_cover"], ["concealed"]):
        held.answer(covered)
        expected = played(held, target, stop=lambda now: now.request is None).map(lambda made: made[0]).fractions()
        assert column(odds_at(held, "to_hit"), "dealt", target) == expected
        assert bool(covered) or column(split, "dealt", target, way) == expected
        held.undo()


def test_models_that_hold_their_fire_have_their_odds_too() -> None:
    held = shooting({"A1": {"models": 3, "ranged_attacks": 1}, "B1": {"models": 3}, "B2": {}}, throw="stage")
    held.drive(until="targets")
    held.answer(["B1"])
    split = odds_at(held, "fire")
    assert names(held, split) == ["3 B1", "2 B1 / 1 hold", "1 B1 / 2 hold", "0 B1 / 3 hold"]
    assert split.safest == split.options()[0]
    for option in split.options():
        held.answer(option)
        if not option.allotments["B1"]:
            assert held.request is None
            assert column(split, "dealt", "B1", option) == {0: 1}
        else:
            held.answer([])
            assert column(split, "dealt", "B1", option) == column(odds_at(held, "to_hit"), "dealt", "B1")
            held.undo()
        held.undo()


def test_hits_on_many_models_that_are_alike_have_their_odds() -> None:
    units = {"A1": touch(5), "A2": touch(6, ap=2), "B1": touch(12, attacks=0)}
    held = melee(units, [*AB, ("A2", "B1")], defender_allocates=True)
    dealt = {"parts": {str(model): 1 for model in range(3, 8)}}
    rolled = [*rolls(to_hit="66666 666666"), ("split", {"parts": {"A1": 12}})]
    first = odds_at(held, "allocate", script=rolled)
    held.answer(dealt)
    second = odds_at(held, "allocate")
    assert first.options() == second.options() == [None]
    # Something is taken for granted, so that nothing is claimed.
    assert first.assumes[0] == second.assumes[0] == "answers that come to the same may be listed once"
    assert "nothing else strikes the target in this phase" in first.assumes


def test_hits_that_are_dealt_again_on_the_way_do_not_end_the_odds_of_the_first() -> None:
    """Two units hit two units: the second deal is taken to be the plain one."""
    foes = {"models": 5, "ranged_attacks": 1}
    units = {"A1": foes | {"models": 4}, "B1": foes, "B2": foes}
    held = shooting(units, throw="stage", defender_allocates=True)
    held.answer(["B1", "B2"])
    held.answer({"parts": {"B1": 2, "B2": 2, "hold": 0}})
    held.drive([("to_hit", [[6, 6], [6, 6]])], until="allocate")
    found = odds_at(held, "allocate")
    assert found.options() == [None]
    assert found.assumes[0] == "answers that come to the same may be listed once"
    assert "hits that are not dealt evenly go to the models from the first on" in found.assumes


@pytest.mark.parametrize("seed", range(18))
def test_deaths_are_what_trying_every_number_of_hits_gives(seed: int) -> None:
    """Attackers of several kinds, model by model, against the polynomials."""
    rng = Random(seed)
    models = rng.randint(1, 5)
    parts = [(rng.randint(0, 4), Fraction(rng.randint(1, 5), 6), Fraction(rng.randint(0, 6), 6)) for _ in range(3)]
    parts = parts[: 1 + seed % 3]
    expected: dict[int, Fraction] = {}
    for hits in product(*(range(dice + 1) for dice, _, _ in parts)):
        weight = Fraction(1)
        survives = [Fraction(1)] * models
        turn = 0
        for number, (dice, hit, kills) in zip(hits, parts, strict=True):
            weight *= many([(hit, dice)]).p(number)
            for _ in range(number):
                survives[turn % models] *= 1 - kills
                turn += 1
        spread = {0: weight}
        for alive in survives:
            after: dict[int, Fraction] = {}
            for dead, p in spread.items():
                after[dead] = after.get(dead, Fraction(0)) + p * alive
                after[dead + 1] = after.get(dead + 1, Fraction(0)) + p * (1 - alive)
            spread = after
        for dead, p in spread.items():
            expected[dead] = expected.get(dead, Fraction(0)) + p
    found = dealt_in_turn(tuple(Hits(((hit, dice),), Fraction(1), kills) for dice, hit, kills in parts), models)
    assert found.error is None
    assert found.number.fractions() == {dead: p for dead, p in expected.items() if p}


@pytest.mark.parametrize(("models", "hit", "wound", "save"), [(4, 4, 3, 5), (7, 1, 2, 7), (3, 7, 6, 2)])
def test_the_calculator_is_what_icepool_gives(models: int, hit: int, wound: int, save: int) -> None:
    found = CALCULATOR.odds({"models": models, "hit": hit, "wound": wound, "save": save, "targets": 50})
    d6 = icepool.d6

    def success(target: int) -> Any:
        if target <= 1:
            return d6.map(lambda face: icepool.d6.map(lambda again: int(again != 1)) if face == 1 else 1)
        if target >= 7:
            return d6.map(lambda face: icepool.d6.map(lambda again: int(again == 6)) if face == 6 else 0)
        return d6.map(lambda face: int(face >= target))

    dead = success(hit).map(
        lambda h: success(wound).map(lambda w: success(save).map(lambda s: 1 - s) if w else 0) if h else 0
    )
    total = models @ dead
    assert column(found, "dealt", "") == {
        int(k): Fraction(total.probability(k)) for k in total.outcomes() if total.probability(k)
    }


def test_of_too_many_kinds_of_attackers_numbers_are_drawn_and_it_is_said_how_far_off_they_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = tuple(Hits(((Fraction(1, 2), 20),), Fraction(1), Fraction(1, n)) for n in (2, 3, 4))
    drawn = dealt_in_turn(parts, 20)
    assert drawn.error is not None
    assert 0 < drawn.error < 0.02
    assert sum(drawn.number.fractions().values()) == 1
    monkeypatch.setattr(deaths, "MOST_WAYS", 10_000)
    dealt_in_turn.cache_clear()
    exact = dealt_in_turn(parts, 20)
    assert exact.error is None
    assert max(abs(float(drawn.number.p(dead) - p)) for dead, p in exact.number.fractions().items()) < drawn.error
    dealt_in_turn.cache_clear()


ENGAGED: dict[str, Any] = {"models": 3, "attacks": 1, "leadership": 3}


def by_unit(found: Odds, option: Given = None) -> dict[tuple[str, str, int | None], Fraction]:
    """The rows of an option; models lost are one measure, as each side counts them otherwise."""
    rows = [row for row in found.rows if row.option == option and row.p]
    return {("dealt" if r.measure == "taken" else r.measure, r.of, r.value): Fraction(r.p) for r in rows}


def test_what_a_charge_touches_is_worth_the_fight_of_all_models_that_are_not_counted_yet() -> None:
    held = melee({"A1": ENGAGED, "B1": ENGAGED | {"armor": 2}, "B2": ENGAGED})
    charge = [("declare_charges", ["A1"])]
    found = odds_at(held, "contacts", script=charge)
    assert found.options() == [("B1",), ("B2",), ("B1", "B2")]
    assert {"all 3 models of A1 fight", "all 3 models of B1 fight"} <= set(found.assumes)
    stood = held.undo_count
    for touched in (["B1"], ["B2"]):
        held.answer(touched)
        counts = odds_at(held, "in_contact")
        assert by_unit(counts, fights(3, 0, 0)) == by_unit(found, tuple(touched))
        assert by_unit(counts, fights(1, 1, 1)) == by_unit(counts, fights(2, 0, 1))
        assert by_unit(counts, fights(1, 1, 1)) != by_unit(found, tuple(touched))
        for _ in range(2):
            held.answer({"parts": {"contact": 3}})
        assert by_unit(odds_at(held, "to_hit")) == by_unit(found, tuple(touched))
        held.undo(held.undo_count - stood)


def test_units_that_are_counted_are_taken_to_fight_as_they_do() -> None:
    counted = ENGAGED | {"in_contact": 1, "in_reach": 1}
    held = melee({"A1": counted, "B1": counted, "A2": ENGAGED}, AB)
    found = odds_at(held, "pile_in_opponent")
    assert found.options() == [None]
    held.drive([("pile_in_opponent", ["B1"])], until="contacts")
    before = odds_at(held, "contacts")
    assert {"2 of 3 models of A1 fight", "2 of 3 models of B1 fight"} & set(before.assumes)
    held.answer([])
    held.answer({"parts": {"contact": 1, "reach": 1, "behind": 1}})
    assert by_unit(odds_at(held, "to_hit")) == by_unit(found) == by_unit(before, ())


def test_the_counts_of_a_large_unit_are_compared_by_how_many_fight() -> None:
    held = melee({"A1": ENGAGED | {"models": 20}, "B1": ENGAGED}, AB)
    found = odds_at(held, "in_contact")
    assert found.options() == [fights(n, 0, 20 - n) for n in range(20, 0, -1)]
    held.answer({"parts": {"contact": 5, "reach": 3, "behind": 12}})
    held.answer({"parts": {"contact": 3}})
    assert by_unit(odds_at(held, "to_hit")) == by_unit(found, fights(8, 0, 12))


@pytest.mark.parametrize(("of", "others"), [("A1", ("A2", "B2")), ("A2", ("A1", "B1")), ("B2", ("A1", "B1"))])
def test_the_counts_of_a_unit_have_the_odds_of_its_own_melee(of: str, others: tuple[str, str]) -> None:
    """Two melees, of which the units of one are counted: which is fought first does not matter."""
    counted = ENGAGED | {"in_contact": 3}
    units = {unit: ENGAGED if unit == of else counted for unit in ("A1", "A2", "B1", "B2")}
    held = melee(units | {"B2": units["B2"] | {"armor": 2}}, [("A1", "B1"), ("A2", "B2")], throw="stage")
    found = odds_at(held, "in_contact")
    assert not {row.of for row in found.rows} & set(others)
    held.answer({"parts": {"contact": 2, "behind": 1}})
    held.drive([("choose_melee", of if of[0] == "A" else "A" + of[1])], until="to_hit")
    assert by_unit(odds_at(held, "to_hit")) == by_unit(found, fights(2, 0, 1))


def test_whom_a_unit_touches_has_the_odds_of_its_own_melee() -> None:
    counted = ENGAGED | {"in_contact": 3}
    held = melee({"A1": counted, "A2": ENGAGED, "B1": counted, "B2": ENGAGED | {"armor": 1}}, AB)
    found = odds_at(held, "contacts", script=[("declare_charges", ["A2"])])
    assert {row.of for row in found.rows if row.option == ("B2",)} == {"A2", "B2"}
    assert () not in found.options(), "it fights nobody then"
    held.answer(["B2"])
    script = [("in_contact", {"parts": {"contact": 3}}), ("in_contact", {"parts": {"contact": 3}})]
    held.drive([*script, ("choose_melee", "A2")], until="to_hit")
    assert by_unit(odds_at(held, "to_hit")) == by_unit(found, ("B2",))


@pytest.mark.parametrize("throw", ["row", "stage"])
def test_the_choice_of_a_melee_says_the_losses_of_both_sides_past_every_split(throw: str) -> None:
    one = touch(2, attacks=1, leadership=3)
    contacts = [("A1", "B1"), ("A1", "B2"), ("A2", "B2"), ("A3", "B3")]
    units = dict.fromkeys(("A1", "A2", "A3", "B1", "B2", "B3"), one)
    held = melee(units | {"B2": one | {"ap": 1}, "A1": one | {"armor": 1}}, contacts, throw=throw)
    found = odds_at(held, "choose_melee")
    assert {row.of for row in found.rows if row.option == "A1"} == {"A1", "A2", "B1", "B2"}
    assert {row.of for row in found.rows if row.option == "A3"} == {"A3", "B3"}
    assert "units that touch several enemies split for the most losses" in found.assumes
    held.answer("B1")
    for _ in range(2):
        split = odds_at(held, "split")
        assert isinstance(held.request, Split)
        held.answer(split.safest)
    assert by_unit(odds_at(held, "to_hit")) == by_unit(found, "A1")


def test_dice_that_are_rolled_again_are_told_of_first() -> None:
    held = duel({"models": 2, "armor": 3, "melee_offense": 2, "attacks": 2}, {"models": 2}, throw="stage")
    while (request := present(held.request)).name != "save.extra":
        held.answer([[6] * dice.count for dice in request.dice] if request.dice else harmless_answer(request))
    assert request.title.startswith("B1")
    assert odds_of(held).headings[0].of == "B1"
