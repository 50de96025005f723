"""The stage, the cards beside the request and the last result: health first, what weighs, what breaks, who falls."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.procedure import procedure
from companion.engine.requests import Roll
from companion.engine.requests.base import Cost
from companion.engine.standing import Standing
from companion.engine.state.changes import Line, Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.entity import Condition
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.entry_texts import Texts, entries, texts_by_name
from companion.frontend.hooks import Hooks
from companion.testing import drive
from companion.tui.controller import SessionController
from companion.tui.latest_result import losses, loudest, revealed
from companion.tui.widgets.fight import life_left, reasons_beside, reasons_of
from companion.tui.widgets.fight import reached as come_to_a_bound
from companion.tui.widgets.fighter_card import fighter_cards
from companion.tui.widgets.rolled import FALL_ROWS_AT_LEAST, fall_rows, last_rows
from companion.tui.widgets.stage import stage, survivors
from tests.engine.duels import at_the_split, split
from tests.examples import present, table_of
from tests.games.duel import Arena, example
from tests.games.odd import playing
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.player import plain, press, resize, screen_text, sees
from tests.tui.scenes import SCENES, played


@pytest.mark.parametrize(
    ("row", "left"),
    [
        (StandingRow("health", "Health", 2, 5, 0), 2),
        (StandingRow("wounds", "Wounds marked", 2, 5, 5), 3),
        (StandingRow("models", "Models", 4, 8, 4), 4),
        (StandingRow("seals", "Seals", 2, 3), None),
        (StandingRow("health", "Health", 120, 340, 0), None),
        (StandingRow("order", "Order", "faceup"), None),
    ],
)
def test_life_is_what_is_left(row: StandingRow, left: int | None) -> None:
    assert life_left(row) == left


def test_who_has_come_to_a_bound_that_grows_is_told_whatever_is_rolled() -> None:
    rows = [StandingRow("suppression", "Suppressed", now, None, 3, "pinned at") for now in (2, 3, 4)]
    told = come_to_a_bound([Standing(str(row.value), "red", f"Squad {row.value}", "attacker", (row,)) for row in rows])
    assert [row.plain.split(":")[0] for row in told] == ["Squad 3", "Squad 4"]


def test_of_the_reasons_of_a_number_the_smallest_give_way_first() -> None:
    made = Tally.of("pool", "Pool", 2, (Line("Pool", 3), Line("charge", 1), Line("wounded", -2)))
    assert [reasons_beside(made, room).plain for room in (40, 20)] == ["3, charge +1, wounded −2", "wounded −2"]


def test_wounds_that_count_up_are_lost_and_of_minis_those_that_fell_now() -> None:
    bushido, legions = MemoryOpened(table_of("bushido")), MemoryOpened(table_of("legion"))
    bushido.session.start("melee", {"pair": "aya+chiyo"})
    bushido.session.adjust("aya", "wounds_marked", 2)
    assert losses(SessionController(bushido)) == {"aya": 2}
    squad = next(unit for unit in legions.session.table.units.values() if len(unit.miniatures) > 2)
    for mini in squad.miniatures[:2]:
        legions.session.adjust(mini.id, "defeated", True)
        if mini is squad.miniatures[0]:
            legions.session.start("command_phase")
    assert losses(SessionController(legions)) == {squad.id: 1}


def test_nothing_sealed_is_among_what_was_revealed() -> None:
    session, seen = at_the_split(), []
    for side in ("red", "blue"):
        session.answer(split(2, 1), by=side)
        seen.append(len(revealed(SessionController(MemoryOpened(session)))))
    assert seen == [0, 2]


def standing(of: str, side: str, *rows: StandingRow, role: str = "attacker") -> Standing:
    return Standing(of, side, of.title(), role, rows)


ANN = standing(
    "ann",
    "red",
    StandingRow("models", "Models", 5, 8, 3),
    StandingRow("fatigue", "Fatigue", 0),
    StandingRow("pool", "Melee Pool", 2),
    StandingRow("weapon", "Weapon", "Naginata, Reach"),
    StandingRow("conditions", "Conditions", "Prone", conditions=("Prone",)),
)
BOB = standing("bob", "blue", StandingRow("health", "Health", 34, 40, 0), role="defender")
CID = standing("cid", "blue", StandingRow("health", "Health", 1, 1, 0), role="assists")
POOL = Tally.of("fight/pool[ann]", "Ann's pool", 2, (Line("Pool", 3), Line("Cid assists", -1)))


def test_two_fighters_stand_side_by_side_with_their_reasons() -> None:
    of_bob = Tally.of("fight/pool[bob]", "Bob's pool", 2, (Line("Pool", 2),))
    assert reasons_of(ANN, [POOL, of_bob])["pool"] is POOL
    rows = plain(stage(example(), [ANN, BOB, CID], 78, 6, losses={"ann": 1}, tallies=[POOL]))
    assert rows == [
        "◆ ANN                                  ■ BOB",
        "  ●●●●●×··  5 of 8   below half at 3     34 of 40",
        "  melee pool 2   3, Cid assists −1       Cid assists",
        "  Naginata, Reach   Prone",
    ]
    # Where rows are few conditions stay.
    rows = plain(stage(example(), [ANN, BOB], 78, 3))
    assert len(rows) == 3
    assert "Prone" in rows[-1]


def test_many_units_stand_one_behind_the_other_and_where_that_is_too_many_the_rest_is_counted() -> None:
    many = [standing(f"unit{n}", "red", StandingRow("health", "Health", 1, 1, 0)) for n in range(13)]
    close = plain(stage(example(), [*many[:4], BOB], 78, 3))
    assert [row.split() for row in close[1:]] == [
        ["Unit0", "●", "Unit1", "●", "Unit2", "●", "Bob", "34", "of", "40"],
        ["Unit3", "●"],
    ]
    rows = plain(stage(example(), [*many, BOB], 78, 5))
    assert rows[0].split() == ["◆", "RHEA", "■", "BORIS"]
    assert rows[1].split()[:3] == ["Unit0", "●", "Bob"]
    assert rows[-1] == "  10 more"
    assert stage(example(), [], 60, 3) == []


def test_a_number_and_its_reasons_stand_in_one_row_and_the_least_reasons_give_way() -> None:
    rows = (
        StandingRow("pool", "Melee Pool", 4),
        StandingRow("conditions", "Conditions", "Prone", conditions=("Prone",)),
    )
    lines = (Line("Pool", 3), Line("Cid assists", 2), Line("a long day", -1))
    made = Tally.of("fight/pool[ann]", "Ann's pool", 4, lines)
    fought = [standing("ann", "red", *rows), BOB]
    shown = [plain(stage(example(), fought, 78, most, tallies=[made])) for most in (3, 2)]
    assert shown[0][1:] == ["  melee pool 4   Cid assists +2          34 of 40", "  Prone"]
    assert shown[1][1:] == ["  Prone                                  34 of 40"]


def test_units_in_an_order_say_whose_turn_comes() -> None:
    order = Tally.of(
        "order",
        "Attack order",
        2,
        (Line("1. Bob (fast)", 1, of="bob"), Line("2. Ann (slow)", 1, of="ann")),
        ranked=True,
    )
    rows = plain(stage(example(), [ANN, BOB, standing("dan", "red")], 78, 6, tallies=[order]))
    assert "acts after Bob" in rows[2]
    assert rows[1].endswith("Bob  34 of 40  acts next")


@pytest.mark.parametrize("width", [38, 43, 58, 78, 138])
@pytest.mark.parametrize("fighters", [[ANN, BOB], [ANN, ANN, BOB], [ANN]])
def test_the_stage_is_never_wider_than_given(width: int, fighters: list[Standing]) -> None:
    assert all(row.cell_length <= width for row in stage(example(), fighters, width, 8))


def made(*groups: FaceGroup, text: str = "Bob falls", thrown: tuple[FaceGroup, ...] | None = None) -> Result:
    return Result("k", "Roll", groups, text, "", {}, thrown)


def test_a_sum_says_what_it_is_the_sum_of_where_that_costs_no_row() -> None:
    lines = (Line("highest die", 6, dice=True), Line("supporting dice", 1, dice=True), Line("Brutal", 1))
    best = FaceGroup("attack", "red", "d6", (6, 3, 2), ("highest", "support", "spare"), {"result": of_lines(*lines)})
    assert plain(last_rows(example(), made(best), [], 80, 3)) == [
        "last  ◆ attack ▐6▌▐3▌ 2  6 + 1 +1 Brutal = 8   Bob falls"
    ]
    assert plain(last_rows(example(), made(best, best), [], 80, 3))[0].endswith("6 + 1 + 1 = 8")
    assert plain(last_rows(example(), made(best, best), [], 60, 3))[0].endswith("=8")
    damage = FaceGroup("damage", "red", "d6", (5, 1), ("kept", "kept"), {"total": of_lines(Line("dice (5, 1)", 6))})
    assert "▐5▌▐1▌=6 " in plain(last_rows(example(), made(damage), [], 80, 3))[0]
    less = FaceGroup(
        "damage", "red", "d6", (5, 1), ("kept",) * 2, {"total": of_lines(Line("dice", 6), Line("Armour", -1))}
    )
    assert "▐5▌▐1▌ −1 Armour = 5 " in plain(last_rows(example(), made(less), [], 80, 3))[0]


def of_lines(*lines: Line) -> Tally:
    return Tally.of("k", "k", sum(line.value for line in lines), lines)


def group(
    label: str,
    faces: tuple[int | str, ...],
    marks: tuple[str, ...],
    counts: dict[str, int] | None = None,
    before: tuple[int | None, ...] = (),
    *,
    by: str = "red",
    die: str = "d6",
) -> FaceGroup:
    return FaceGroup(label, by, die, faces, marks, counts or {}, before)


REROLLED = group("attack", (5, 6, 2), ("hit", "hit", "rerolled"), {}, (None, 2, 2))
LAST = {
    "faces that count are filled": (
        [
            group("attack", (5, 2, 6), ("hit", "", "hit"), {"hits": 2}),
            group("luck", (1, 6), ("rerolled", "critical"), by="blue"),
        ],
        "◆ attack ▐5▌ 2 ▐6▌ hits 2   ■ luck  1 ▐6▌ 1 critical",
    ),
    "numbers are said once": (
        [group("black", ("hit", "crit"), ("hit", "critical"), {"hits": 1, "crits": 1}, die="d8")],
        "◆ black ▐hit▌▐crit▌ hits 1, crits 1",
    ),
    "what one die alone did is not counted": ([group("check", (12,), ("passed",), die="d20")], "◆ check ▐12▌ passed"),
    "what two did is": ([group("check", (12, 15), ("passed",) * 2, die="d20")], "◆ check ▐12▌▐15▌ 2 passed"),
    "a rerolled die keeps its old face before it": ([REROLLED], "◆ attack ▐5▌2→▐6▌2→ 2  2 hit"),
    "many are counted with their faces before": (
        [group("attack", (6,) * 9 + (5,) * 3, ("hit",) * 12, {"hits": 12}, (2,) * 9 + (None,) * 3)],
        "◆ attack 9×2→▐6▌▐3×5▌ hits 12",
    ),
}


@pytest.mark.parametrize(("groups", "row"), LAST.values(), ids=LAST)
def test_the_last_roll_is_a_row(groups: list[FaceGroup], row: str) -> None:
    thrown = (group("attack 2", (6,), ("",)),) if None in groups[0].before else None
    width = 60 if groups[0].before else 80
    assert plain(last_rows(example(), made(*groups, thrown=thrown), [], width, 2)) == [f"last  {row}   Bob falls"]


def test_words_of_a_result_come_before_its_dice_where_there_is_little_room_and_the_newest_is_kept() -> None:
    result = made(group("attack", (5,), ("hit",)), text="Bob falls " * 9)
    assert plain(last_rows(example(), result, [], 60, 2))[0].startswith("last  Bob falls")
    rows = plain(last_rows(example(), None, ["one " * 30, "Hiro has the initiative"], 60, 1))
    assert rows == ["last  Hiro has the initiative."]


def test_who_falls_stands_in_large_letters_in_the_colour_of_its_side() -> None:
    table = example()
    bob = table.unit("bob")
    bob.name, bob.health = "Stingers", 0
    rows = fall_rows(table, [bob], 80)
    assert {row.cell_length for row in rows} == {80}
    assert len(rows) == 6
    assert rows[1].plain.startswith("   ▄▀▀ ▀█▀ █ █▄ █ █▀▀ █▀▀ █▀▄ ▄▀▀    █▀▀ ▄▀▄ █   █")
    assert "■ Boris loses Stingers" in rows[4].plain
    assert "1 of 2 units left" in rows[4].plain
    assert all("$fill-blue" in str(span.style) for row in rows for span in row.spans)
    assert fall_rows(table, [], 80) == []


def test_a_fall_says_what_is_left_of_the_unit_where_its_name_leaves_room() -> None:
    table = example()
    bob = table.unit("bob")
    assert "●" not in "".join(plain(fall_rows(table, [bob], 80, word="panics"))), "nothing is lost"
    bob.name, bob.health = "Stingers", 1
    breaks = partial(fall_rows, table, [bob], word="breaks", losses={"bob": 2})
    assert plain(breaks(80))[1].endswith("●××  1 of 3")
    # Else beside what is left of the side, or on the only row of its name.
    assert plain(breaks(68))[4].endswith("●××  1 of 3   2 of 2 units left")
    assert plain(breaks(60, most=FALL_ROWS_AT_LEAST))[0].endswith("●××  1 of 3")


def test_those_who_live_have_a_row_each_below_a_fall() -> None:
    table = example()
    table.unit("bob").health = 0
    rows = plain(survivors(table, [ANN, BOB], {"ann": 1}, 78))
    assert rows == ["◆ Ann   ●●●●●×··  5 of 8   below half at 3   Prone"]


def test_what_a_fighter_has_nothing_left_of_is_seen() -> None:
    """A 0 that began as 0 tells nothing; one that was spent decides what it may still do."""
    spent = standing(
        "ann", "red", StandingRow("morale", "Morale", 0, 2, spent=True), StandingRow("fatigue", "Fatigue", 0)
    )
    rows = plain(stage(example(), [spent, BOB], 78, 6))
    assert rows[1].startswith("  morale 0 of 2  ")
    assert "fatigue" not in "".join(rows)


@pytest.mark.parametrize(
    ("names", "words"),
    [(("Lancers",), "Lancers assist"), (("Cid",), "Cid assists"), (("Cid", "Dora"), "Cid and Dora assist")],
)
def test_those_who_assist_are_named_together_before_reminders(names: tuple[str, ...], words: str) -> None:
    bob = replace(
        BOB,
        rows=(
            *BOB.rows,
            StandingRow("berserk", "Berserk", "1 wound at the end"),
            StandingRow("remember", "Remember", "Bodyguard of somebody"),
        ),
    )
    helpers = [Standing(name.lower(), "blue", name, "assists", ()) for name in names]
    rows = plain(stage(example(), [ANN, bob, *helpers], 78, 8))
    of_bob = [row[39:].strip() for row in rows]
    assert words in " ".join(of_bob)
    assert next(at for at, row in enumerate(of_bob) if words in row) < next(
        at for at, row in enumerate(of_bob) if "remember" in row
    )


def test_what_may_be_spent_stays_when_other_numbers_give_way() -> None:
    # A dodge is carried about, and unbounded: nothing else in the fight says that it is there.
    row = StandingRow("words_left", "Dodge", 1)
    pool = StandingRow("pool", "Melee Pool in the fog", 2)
    ann = standing("ann", "red", pool, row, StandingRow("conditions", "Conditions", "Prone", conditions=("Prone",)))
    spends = [Cost("ann", "words_left", "Dodge", 1, 1)]
    assert "dodge 1" in " ".join(plain(stage(example(), [ann, BOB], 58, 3, spends=spends)))
    assert "dodge 1" not in " ".join(plain(stage(example(), [ann, BOB], 58, 3)))


def test_of_a_crowd_with_few_rows_each_is_a_row_with_what_is_left() -> None:
    boyz = [
        replace(ANN, of=of, name=name, side="blue") for of, name in (("a", "Gutripper Boyz"), ("b", "Boss Gutripper"))
    ]
    rows = plain(stage(example(), [ANN, replace(ANN, of="c", name="Second Squad"), *boyz], 42, 3))
    assert rows[1:] == ["  Ann 5 of 8           Gutripper Boyz 5", "  Second Squad 5       Boss Gutripper 5"]


def cards(most: int) -> list[str]:
    """What stands in so many rows beside a fight of Bushido."""
    session = played(SCENES["bushido"]).session
    own = [one for one in session.standings if one.side == session.standings[0].side]
    texts = texts_by_name(session.ruleset.sheets(session.table.options))
    rows = fighter_cards(session.table, own, 27, most, losses={}, dying={}, texts=texts)
    assert all(row.cell_length <= 27 for row in rows)
    return [row.plain for row in rows]


def test_what_traits_do_stands_below_them_while_there_is_room_and_lists_close_up_before_they_go() -> None:
    rows = cards(60)
    at = rows.index("  Bravery")
    assert rows[at + 1].startswith("    Repeats a failed Fear")
    # What a weapon has stands with it, before the traits.
    assert rows.index("  Naginata") < rows.index("    Powerful Attack") < at
    short = cards(34)
    assert "  Bravery" in short
    assert not any("Repeats" in row for row in short)
    assert any(row.startswith("  Weapons  Naginata, Reach") for row in cards(28))


@pytest.mark.parametrize("most", [34, 26, 20, 12])
def test_cards_keep_to_their_rows_and_never_lose_a_fighter(most: int) -> None:
    rows = cards(most)
    assert len(rows) <= most
    assert {"◆ HIRO", "◆ KENKO"} <= set(rows)


async def test_what_the_keywords_of_a_unit_do_stands_on_its_screen() -> None:
    opened = MemoryOpened(table_of("legion"))
    texts = texts_by_name(opened.session.ruleset.sheets(opened.session.table.options))
    known = dict(entries(opened.session.table.unit("luke"), texts))
    assert known["Deflect"].startswith("if a dodge was spent")
    assert "Jump 1" in known


def test_texts_are_those_of_the_options_in_force() -> None:
    opened = MemoryOpened(table_of("speedies"))
    hooks, texts = Hooks(opened), Texts()
    first = texts.of(hooks)
    assert texts.of(hooks) is first
    opened.session.table.options = {**opened.session.table.options, "turns": 7}
    assert texts.of(hooks) is not first


SIZES = [(80, 24), (60, 20)]


def legion(action: str, of: str, script: list[tuple[str, Any]], stop: str) -> MemoryOpened:
    """Wookiees and Boba Fett, Han and Vader with tokens, at the request `stop`."""
    opened = MemoryOpened(table_of("legion"))
    table = opened.session.table
    tokens: dict[str, dict[str, Any]] = {
        "wook": {"suppression": 1, "surge": 1},
        "boba": {"suppression": 2, "dodge": 1, "aim": 1},
        "han": {"order": "faceup", "aim": 1},
        "vader": {"dodge": 2},
    }
    table.put("phase", "activation")
    for unit, fields in tokens.items():
        for field, value in fields.items():
            table.unit(unit).put(field, value)
    opened.session.start(action, {"unit": of})
    drive(opened.session, script, stop=lambda request: request.name == stop, strict=False)
    assert present(opened.session.request).name == stop
    return opened


def halves(drawn: str, width: int) -> list[str]:
    """The words of both columns of a screen, each by itself."""
    lines = drawn.splitlines()
    half = width // 2
    return [
        " ".join(" ".join(part).split()) for part in ([line[:half] for line in lines], [line[half:] for line in lines])
    ]


SUPPRESSED = {
    "wook": ("suppression 1, suppressed at 2", "surge 1"),
    "boba": ("suppression 2, suppressed at 3",),
}


@pytest.mark.parametrize(("of", "other"), [("wook", ("boba", "dodge 1")), ("boba", ("boba", "aim 1"))])
async def test_tokens_that_may_be_spent_and_where_one_is_suppressed_stand_with_an_attack(
    of: str, other: tuple[str, str]
) -> None:
    opened = legion("melee_attack", of, [], "attack")
    async with showing(opened) as (pilot, _):
        for size in SIZES:
            await resize(pilot, *size)
            columns = halves(screen_text(pilot.app), size[0])
            for unit, words in SUPPRESSED.items():
                name = opened.session.table.unit(unit).name.upper()
                column = next(each for each in columns if name in each)
                wanted = (*words, *(other[1:] if unit == other[0] else ()))
                assert [each for each in wanted if each not in column] == []


async def test_a_ranged_attack_shows_its_target() -> None:
    script = [("action", "ranged_attack"), ("ranged_target", "vader")]
    async with showing(legion("activate", "han", script, "ranged_wounds")) as (pilot, _):
        for size in SIZES:
            await resize(pilot, *size)
            shooter, target = halves(screen_text(pilot.app), size[0])
            assert "◆ HAN SOLO ●●●●●● 6 of 6" in shooter
            assert "■ DARTH VADER ●●●●●●●● 8 of 8 dodge 2" in target


@procedure("Fright")
async def fright(game: Context[Arena]) -> None:
    """Somebody panics, then somebody breaks."""
    await game.yes_no("boo", by="red", title="Boo?")
    game.note("Bob panics", breaks="bob", breaks_as="panics")
    await game.yes_no("on", by="red", title="On?")


async def test_who_panics_stands_in_large_letters_with_the_games_own_word_for_the_round() -> None:
    async with showing(MemoryOpened(playing(fright, round_word="turn"))) as (pilot, game):
        await sees(pilot, "turn 1")
        await press(pilot, "y")
        await sees(pilot, "■ Boris Bob", "2 of 2 units left")
        fallen, word = loudest(SessionController(game), {})
        assert ([unit.id for unit in fallen], word) == (["bob"], "panics")


def test_a_unit_that_leaves_play_by_a_condition_that_says_so_breaks() -> None:
    wargame = registry.find("better-wargame").unit_type
    assert [c.breaks for c in wargame.conditions if c.breaks] == ["breaks"]
    assert Condition("x", "X", "x").breaks == ""


@pytest.mark.parametrize(("scene", "good"), [("gods-gloom", {3, 4, 5, 6}), ("legion", {"hit", "crit"})])
def test_games_say_which_faces_succeed(scene: str, good: set[int | str]) -> None:
    request = present(played(SCENES[scene]).session.request, Roll)
    for group in request.dice:
        found = group.doing
        assert good <= found or {"block"} <= found
        assert "blank" not in found
