"""The odds of Speedies against the explorer and against play, roll by roll, as exact fractions."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.engine.requests import Choose, Roll
from companion.frontend.saying.odds import told
from companion.rules.speedies import RULESET
from companion.rules.speedies.falls import height_of, landing
from companion.rules.speedies.melee.order import by_roll, must_roll
from companion.rules.speedies.odds.roll_off import places
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore
from tests.odds.stepping import Column, after_the_roll, columns, odds_of, only
from tests.rules.scene import now
from tests.rules.speedies_setups import BARE, DAZED, FIRST, STUNNED, Battle, Fields, battle, plain, skirmish
from tests.rules.speedies_setups import duel as resting

FATE = ("unsaved", "dealt", "staggered", "dazed", "stunned", "falls")
ONE = Fraction(1)


def duel(one: Fields, two: Fields, **options: Any) -> Battle:
    """Two units in contact, at the first request of the Melee phase."""
    return resting(one, two, improvement_by="card", **options).begun("melee_phase")


def to(session: Battle, name: str, *values: object) -> Battle:
    """Gives these answers; this request must stand then."""
    session.reply(*values)
    assert now(session).name == name
    return session


def fate(session: Battle, wounds: int = 1) -> dict[Column, Fraction] | None:
    """What became of the target, once the volley is over: as columns."""
    status, after = session.unit("x").status, session.unit("x").wounds
    if not session.facts("volley") and status != "incapacitated":
        return None
    found: dict[Column, Fraction] = {("dealt", "x", wounds - after): ONE} if wounds > 1 else {}
    if status != "ok":
        found["falls" if status == "incapacitated" else status, "x", None] = ONE
    return found


GREAT: Fields = {"weapons": ("Dagger", "Great Sword")}
PAIR: Fields = {"weapons": ("Dagger", "Hammer")}
SPECIALIST = "Great Weapon Specialist"
CASES: list[tuple[Fields, Fields, Fields]] = [
    ({}, {}, {}),
    ({"weapons": ("Hammer",)}, {"defence": 12, "defence_bonus": 4}, {}),
    ({"injury": 2, "pierce": 3}, {"defence": 14, "injury_resist": 2}, {}),
    ({"melee_advantage": 1}, BARE, {}),
    ({"weapons": ()}, BARE, {}),
    ({}, DAZED, {}),
    ({}, DAZED | {"max_wounds": 2}, {"injured_multiwound_buffer": True}),
    ({"skills": ("Deadly",)}, BARE, {}),
    ({"skills": ("Hero Killer",)}, {"defence": 10}, {}),
    ({"skills": (SPECIALIST,), "weapons": ("Great Sword",)}, {"defence": 10}, {}),
    ({}, {"no_stun": True, "defence": 19}, {}),
    ({}, {"skills": ("Pit Fighter",), "defence": 19}, {"auto_fail_max": 1}),
    ({"attacks": 2}, BARE | {"max_wounds": 2}, {}),
    ({"attacks": 4, "injury": -2}, BARE | {"max_wounds": 3}, {}),
    ({"weapons": ("Hammer", "Hammer")}, {"defence": 15}, {}),
    (PAIR | {"skills": ("Deadly",), "melee": 10}, BARE | {"max_wounds": 2}, {}),
    (GREAT | {"skills": (SPECIALIST, "Hero Killer")}, {"defence": 12, "max_wounds": 2}, {}),
]


@pytest.mark.parametrize(("one", "two", "options"), CASES)
def test_each_roll_of_a_volley_is_the_average_of_what_follows(one: Fields, two: Fields, options: Fields) -> None:
    session = duel(one, two, **options)
    wounds = session.unit("x").wounds
    for weapon in session.unit("a").weapons:
        if isinstance(session.request, Choose):
            session.reply(weapon.name)
    names = set()
    while isinstance(session.request, Roll) and fate(session, wounds) is None:
        request = session.request
        number = sum(group.count for group in request.dice)
        names.add(request.name)
        if number <= 2:
            expected = after_the_roll(session, lambda s: fate(s, wounds))
            assert only(columns(odds_of(session)), *FATE[1:]) == only(expected, *FATE[1:])
        # Hits and failed Defences, so that the volley goes on: 20 for the first, the next ones one less each.
        left = list(range(20, 20 - number, -1) if request.name == "melee_check" else [2] * number)
        session.reply([[left.pop(0) for _ in range(group.count)] for group in request.dice])
    assert "melee_check" in names


def test_of_equal_hits_the_first_rolled_injures_though_nothing_stops_it_and_the_other_may_be_stopped() -> None:
    session = duel(GREAT | {"skills": ("Deadly", "Hero Killer"), "injury": -3}, {"defence": 12})
    to(to(session, "melee_check", "Dagger"), "defence_check", [[18], [15]])
    kinds = ("dazed", "stunned", "falls")
    assert only(columns(odds_of(session)), *kinds) == only(after_the_roll(session, fate), *kinds)


@pytest.mark.parametrize(("attacks", "wounds", "exact"), [(1, 2, True), (3, 3, False)])
def test_two_weapons_with_a_die_to_come_are_exact_until_they_are_very_many(
    attacks: int, wounds: int, exact: bool
) -> None:
    one = {"weapons": ("Great Sword", "Fighting Claws"), "skills": ("Deadly",), "melee": 12}
    session = duel({**one, "attacks": attacks, "bonus_attacks": attacks}, {"defence": 16, "max_wounds": wounds})
    found = present(to(session, "declare_weapon").odds())
    assert found.exact == exact


def test_a_whole_volley_is_what_playing_every_fall_of_its_dice_gives() -> None:
    session = duel({"weapons": ("Hammer",)}, {"defence": 15})
    played = explore(session, harmless_answer, lambda s: s.unit("x").status, stop=lambda s: fate(s) is not None)
    found = columns(odds_of(session))
    for status, measure in (("dazed", "dazed"), ("stunned", "stunned"), ("incapacitated", "falls")):
        assert found.get((measure, "x", None), 0) == played.p(status)


def test_checks_are_what_icepool_counts() -> None:
    icepool = pytest.importorskip("icepool")
    d20 = icepool.d(20)
    for lean, dice in ((0, d20), (1, d20.highest(2)), (-1, d20.lowest(2))):
        session = duel({"melee_advantage": lean, "melee": 12, "attacks": 3}, BARE)
        hits = 3 @ dice.map(lambda die: 2 if die == 20 else int(die >= 12))
        expected = {("hits", "a", int(n)): Fraction(hits.probability(n)) for n in hits.outcomes()}
        assert only(columns(odds_of(session)), "hits") == expected


def test_more_attacks_never_hurt_and_against_the_stunned_no_hits_are_counted() -> None:
    calculator = present(RULESET.calculator)
    for wounds, status in product((1, 2, 3), ("ok", "dazed")):
        falls = [
            columns(calculator.odds({"attacks": n, "wounds": wounds, "status": status}))["falls", "target", None]
            for n in range(1, 8)
            if n >= wounds or status == "dazed"
        ]
        assert falls == sorted(falls)
    found = calculator.odds({"attacks": 2, "status": "stunned"})
    assert [heading.measure for heading in found.headings] == ["unsaved", "falls"]


def test_the_order_of_two_weapons_on_one_enemy_is_worth_the_same_and_nothing_is_claimed_of_other_targets() -> None:
    session = duel(PAIR, {"defence": 15})
    found = odds_of(to(session, "declare_weapon"))
    assert found.options() == ["Dagger", "Hammer"]
    assert found.alike
    assert found.beside == ("the attacks left go where they do most",)
    assert "the same whatever the answer" not in (*found.beside, *found.assumes)
    more = duel(PAIR | {"attacks": 2}, {"defence": 15})
    to(more, "declare_weapon").reply("Dagger")
    other = odds_of(more)
    assert not other.alike
    assert f"worth {float(present(other.value)) * 100:.1f} percent." in " ".join(told(other))


@pytest.mark.parametrize(("skills", "assumed"), [((), False), (("Diseased",), True)])
def test_volleys_assume_the_advantage_of_now_where_it_is_that_of_the_first_turn(
    skills: tuple[str, ...], assumed: bool
) -> None:
    session = skirmish("a xy", "ax ay", a={"attacks": 2, "skills": skills, "agility": 5}, until="declare")
    assert ("Advantage as it is now" in odds_of(session).assumes) == assumed


@pytest.mark.parametrize(("agility", "same"), [(13, True), (10, False)])
def test_the_next_dice_are_called_the_same_only_if_the_other_order_has_them(agility: int, same: bool) -> None:
    """a strikes x first either way; if y is not before b by the other reading, a and b are in a row and may change."""
    first = FIRST | {"agility": 8}
    session = skirmish("ab xy", "ax bx by", a=first, b=12, x=9, y=agility, options={"improvement_by": "card"})
    found = odds_of(to(session.begun("melee_phase"), "attack_order"))
    assert found.options() == ([None] if same else ["keep", "switch"])
    assert ("the next dice are the same whatever the answer" in found.beside) == same


def test_the_odds_of_another_order_are_those_of_the_other_order() -> None:
    session = skirmish("a x", "ax", a={"agility": 8, "melee": 5}, x={"agility": 9, "melee": 16}, until="attack_order")
    found = odds_of(session)
    assert found.options() == ["keep", "switch"]
    assert not found.alike
    assert "the same" not in " ".join((*found.beside, *found.assumes))
    for target, *answers in (("x", "keep"), ("a", "switch", True)):
        session.reply(*answers)
        expected = only(columns(odds_of(session)), *FATE)
        assert only(columns(found, answers[0]), *FATE) == {k: p for k, p in expected.items() if k[1] == target}
        session.undo(len(answers))


def test_what_was_declared_counts_and_shows() -> None:
    """The third attack on an enemy that is certain to fall is worth nothing."""
    session = skirmish("a xy", "ax ay", a=FIRST | {"attacks": 3}, x=STUNNED, y=DAZED | BARE, until="declare")
    assert "declared" not in [tally.key for tally in now(session).tally]
    session.reply("x", "y")
    (shown,) = [tally for tally in now(session).tally if tally.key == "declared"]
    assert [line.label for line in shown.lines] == ["x, Weapon", "y, Weapon"]
    found = odds_of(session)
    falls = {o: {c.of: c.p for c in found.rows if (c.option, c.measure) == (o, "falls")} for o in ("x", "y")}
    once, twice = 1 - Fraction(13, 20) ** 2, 1 - Fraction(13, 20) ** 4
    assert falls == {"x": {"x": 1, "y": once}, "y": {"x": 1, "y": twice}}
    assert (found.safest, found.value, found.goal) == ("y", 1 + twice, "enemies incapacitated, on average")
    assert found.guarantees == (("x", 1 + once), ("y", 1 + twice))


def test_a_split_of_attacks_is_found_where_it_does_most() -> None:
    """Two attacks on either are worth less than one on each: no option is worth more than what best goes on from it."""
    easy = DAZED | BARE
    found = odds_of(skirmish("a xy", "ax ay", a=FIRST | {"attacks": 2}, x=easy, y=easy, until="declare"))
    once = 1 - Fraction(13, 20) ** 2
    assert found.guarantees == (("x", 2 * once), ("y", 2 * once))
    assert found.beside == ("the attacks left go where they do most",)


def test_a_combat_is_one_row_named_by_any_of_ones_units_in_it_with_the_dice_that_come_first_there() -> None:
    session = skirmish("abc xy", "ax bx cy", a={"melee": 12}, b={"melee": 4}, until="choose_combat")
    found = odds_of(session)
    offered = [(o.value, o.label) for o in now(session).options if o.why_not is None]
    assert offered == [("a", "a, b against x"), ("c", "c against y")]
    assert found.options() == ["a", "c"]
    assert (found.of, found.safest, found.guarantees) == ("Which combat next", None, ())
    rolls = [row for row in found.rows if row.option == "a"]
    session.reply("b")
    assert [replace(row, option="a") for row in odds_of(session).rows] == rolls


@pytest.mark.parametrize("sides", ["RK", "RKK", "RKR", "KKR"])
def test_a_roll_off_is_what_its_own_steps_give(sides: str) -> None:
    units = [plain(str(n), side) for n, side in enumerate(sides)]
    session = battle(units, [(a.id, b.id) for a in units for b in units if a.side < b.side]).begun("melee_phase")
    found = columns(odds_of(session))
    expected = _played(units)
    for place, unit_ in enumerate(units):
        assert found["first", unit_.id, None] == expected[place][0]
        for n, p in enumerate(expected[place], 1):
            assert found.get(("place", unit_.id, n), 0) == (p if len(units) > 2 else 0)


def _played(units: list[Any]) -> list[list[Fraction]]:
    """The places of each unit, from the functions that play uses; a roll in which all draw is rolled again."""
    if not must_roll(units, False):
        return [[Fraction(place == n) for n in range(len(units))] for place in range(len(units))]
    found = [[Fraction(0)] * len(units) for _ in units]
    groups: dict[tuple[tuple[int, ...], ...], int] = {}
    for faces in product(range(1, 21), repeat=len(units)):
        order = tuple(tuple(units.index(u) for u in group) for group in by_roll(units, faces))
        groups[order] = groups.get(order, 0) + 1
    decided = {order: weight for order, weight in groups.items() if len(order) > 1}
    for order, weight in decided.items():
        before = 0
        for group in order:
            for place, chances in zip(group, _played([units[n] for n in group]), strict=True):
                for n, p in enumerate(chances):
                    found[place][before + n] += p * weight
            before += len(group)
    total = sum(decided.values())
    return [[p / total for p in row] for row in found]


def test_units_of_one_player_that_roll_off_too_are_even() -> None:
    assert set(places(0, 0, 4).fractions().values()) == {Fraction(1, 5)}


def test_single_checks_and_tables_have_their_chances() -> None:
    session = skirmish("a x", a={"type": "hero", "agility": 12}, phase="move").begun("climb", {"unit": "a"})
    assert columns(odds_of(session), "climb") == {("passes", "a", None): Fraction(9, 20)}
    session.reply("climb")
    assert [heading.text for heading in odds_of(session).headings] == ["passes the Agility Check to climb"]
    assert columns(odds_of(session)) == {("passes", "a", None): Fraction(9, 20)}
    session.reply([[1]], 4)
    measure = {"incapacitated": "falls"}
    assert columns(odds_of(session)) == after_the_roll(
        session, lambda s: {(measure.get(s.unit("a").status, s.unit("a").status), "a", None): ONE}
    )


def test_a_fall_that_is_survived_by_a_wound_has_a_column_of_its_own() -> None:
    session = skirmish("a x", a={"agility": 12, "max_wounds": 2}, phase="move").begun("climb", {"unit": "a"})
    session.reply("climb", [[1]], 6)
    found = odds_of(session)
    ends = Counter((landing(session.unit("a"), face + height_of(6))) for face in range(1, 21))
    texts = {end: end.status + " and a Wound less" * end.buffered for end in ends}
    assert {"stunned", "stunned and a Wound less"} <= set(texts.values())
    assert {h.text: found.column(None, h) for h in found.headings} == {texts[end]: n / 20 for end, n in ends.items()}


def test_a_shot_is_the_average_of_what_follows_and_cover_is_a_fact() -> None:
    session = skirmish("a xy", a={"ranged": 14}, x={"defence": 12}, phase="ranged").begun("shoot", {"unit": "a"})
    target = odds_of(session)
    to(session, "cover", "x")
    assert session.odds() is None
    session.reply(False)
    assert only(columns(odds_of(session)), *FATE) == only(columns(target, "x"), *FATE)
    session.undo()
    session.reply(True)
    kinds = ("dazed", "stunned", "falls")
    assert only(columns(odds_of(session)), *kinds) == only(after_the_roll(session, fate), *kinds)


def test_an_engage_says_who_may_be_staggered_by_fear() -> None:
    session = skirmish("a xy", a={"morale": 12}, x={"causes_fear": True}, phase="engage")
    found = odds_of(session.begun("engage", {"unit": "a"}))
    assert columns(found, "x") == {("staggered", "a", None): Fraction(11, 20)}
    assert found.options() == ["x"]


def test_a_card_that_is_drawn_is_worth_the_check_that_follows_it() -> None:
    hero: Fields = {"type": "hero", "morale": 5, "melee": 14, "ranged": 9, "defence": 11}
    session = skirmish("a xy", "ax", a=hero, x=STUNNED, options={"improvement_by": "card"}, until="improvement_card")
    found = present(session.odds())
    assert "morale" not in found.options()
    assert columns(found, "attacks") == {("gains", "a", None): ONE}
    assert columns(found, "melee_or_ranged") == {("gains", "a", None): Fraction(14, 20)}
    session.reply("defence")
    assert columns(odds_of(session)) == columns(found, "defence") == {("gains", "a", None): Fraction(11, 20)}
