"""Speedies' tables, skills and sample lines as data; faults of tables; random battles from end to end."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import InvalidValue
from companion.engine.ruleset import Next
from companion.engine.session import Session
from companion.play.new_game import Asker, Flags, new_session
from companion.rules.speedies import RULESET, catalog
from companion.rules.speedies.actions import badges, next_action
from companion.rules.speedies.catalog import SAMPLE_UNITS, arm, sample_unit
from companion.rules.speedies.checks import unit_faults
from companion.rules.speedies.example import example, templates
from companion.rules.speedies.skills import effects
from companion.rules.speedies.units import Spell, Weapon
from companion.store.opening import open_session
from companion.testing import play_random
from tests.rules.speedies_setups import plain, skirmish


def test_listed_gear_has_the_printed_numbers() -> None:
    printed = {
        "Dagger": (0, 0, 0),
        "Sword": (0, 0, 3),
        "Axe": (0, 0, 3),
        "Spear": (2, 0, 0),
        "Hammer": (0, 4, 0),
        "Pike": (7, 3, 0),
        "Great Sword": (5, 3, 3),
        "Great Hammer": (5, 7, 0),
        "Fighting Claws": (0, 0, 3),
    }
    assert {n: (g.weapon.melee, g.weapon.injury, g.weapon.pierce) for n, g in catalog.GEAR.items()} == printed
    assert [n for n, g in catalog.GEAR.items() if g.hands == 2] == ["Pike", "Great Sword", "Great Hammer"]
    assert {n: g.weapon.attacks for n, g in catalog.GEAR.items() if g.weapon.attacks} == {"Fighting Claws": 1}
    armour = {"Shield": 4, "Tower Shield": 6, "Light armour": 1, "Heavy armour": 2, "Mithril armour": 3}
    assert {a.name: a.defence_bonus for a in catalog.ARMOUR} == armour
    with pytest.raises(ValueError, match="no weapon 'Bow'"):
        arm("Bow")


def test_sample_lines_have_the_printed_numbers() -> None:
    fields = ("move", "melee", "ranged", "defence", "agility", "morale", "attacks", "max_wounds", "injury", "pierce")
    printed = {
        "captain": (6, 12, 12, 17, 8, 7, 1, 1, 0, 0),
        "infantry": (6, 14, 14, 18, 10, 10, 1, 1, 0, 0),
        "veteran": (5, 12, 14, 14, 14, 7, 1, 1, 0, 0),
        "rat": (8, 15, None, None, 6, 18, 1, 1, 0, 0),
        "giant": (7, 9, None, 13, 14, 13, 2, 3, 3, 3),
    }
    assert {k: tuple(getattr(sample_unit(k, "u", "U", "R"), f) for f in fields) for k in SAMPLE_UNITS} == printed


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"name": "Odd", "step": "M7", "text": "x", "speed": 3}, "unknown key 'speed'"),
        ({"name": "Odd", "step": "M77", "text": "x"}, "step cannot be 'M77'"),
        ({"name": "Odd", "step": "M7", "text": "x", "advantage_when": "never"}, "advantage_when cannot be 'never'"),
        ({"name": "Odd", "step": "M7", "text": "x", "grants": ["wings"]}, "grants cannot be"),
    ],
)
def test_a_wrong_skill_names_file_and_entry(entry: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "read_data", lambda package, name: {"skill": [entry]})
    with pytest.raises(ValueError, match=rf"skills\.toml: skill Odd.*{told}"):
        catalog.records("skills.toml", "skill", catalog.Skill)


def test_a_wrong_table_names_file_and_row(monkeypatch: pytest.MonkeyPatch) -> None:
    for second, told in (("dazed", r"tables\.toml: fall to 9 stands after 11"), ("bored", "status cannot be 'bored'")):
        rows = [{"to": 11, "status": "ok"}, {"to": 9, "status": second}]
        monkeypatch.setattr(catalog, "read_data", lambda package, name, rows=rows: {"fall": rows})
        with pytest.raises(ValueError, match=told):
            catalog.bands("fall", catalog.StatusBand)


def test_effects_of_several_skills_add_up() -> None:
    added = effects(("Hard to Kill", "Undead", "Shove", "Moonwalk"))
    assert (added.injury_resist, added.grants) == (2, ("no_stun",))
    assert [(step, text.partition(":")[0]) for step, text in added.reminders] == [("M5", "Shove"), ("M5", "Moonwalk")]


def test_sheets_show_what_the_rules_use() -> None:
    sheets = {s.id: s for s in RULESET.sheets(RULESET.default_options())}
    for sheet in sheets.values():
        assert sheet.rows
        assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    assert ("Hammer", "0", "+4", "0", "") in sheets["gear"].rows
    assert sheets["injury"].rows == (("up to 14", "dazed"), ("15–17", "stunned"), ("18 or more", "incapacitated"))
    assert [row[0] for row in sheets["improvement"].rows][-2:] == ["19", "20"]
    assert ("Giant Rat", "8", "15+", "–", "–", "6+", "18+", "1", "1", "0", "0") in sheets["lines"].rows
    assert len(sheets["skills"].rows) == len(catalog.SKILLS)
    named = [row[3].partition(":")[0] for row in sheets["rulings"].rows if row[3]]
    assert all(name in RULESET.default_options() for name in named)
    assert "{" not in str([s.rows for s in sheets.values()])


def test_sheets_show_the_options_in_force() -> None:
    options = {"auto_fail_max": 1, "injured_multiwound_buffer": True, "dazed_move": "half"}
    sheets = {s.id: s for s in RULESET.sheets({**RULESET.default_options(), **options})}
    assert sheets["checks"].rows[1] == ("1", "fails")
    dazed = next(row[1] for row in sheets["statuses"].rows if row[0] == "Dazed")
    assert dazed.endswith("it loses those first. Moves half its Move, and only while others hold its enemies.")
    assert "injured_multiwound_buffer: yes" in [row[3] for row in sheets["rulings"].rows]


def test_options_are_checked_and_agility_is_asked_at_set_up() -> None:
    mode = RULESET.option("agility_mode")
    assert (mode.default, mode.choices, mode.ask_at_setup) == ("rating", ("rating", "target"), True)
    for name, value in (("agility_mode", "size"), ("turns", 0)):
        with pytest.raises(InvalidValue):
            RULESET.checked_option(name, value)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"weapons": ("Pike", "Dagger")}, "Pike needs both hands"),
        ({"weapons": ("Spear", "Spear")}, "Spear is never one"),
        ({"weapons": (Weapon("A"), Weapon("A", 1))}, "different numbers"),
        ({"weapons": ("Dagger", "Dagger", "Dagger")}, "has 3 weapons"),
        ({"spells": (Spell("Ward"), Spell("Ward"))}, "twice"),
    ],
)
def test_faults_of_a_unit(fields: dict[str, Any], told: str) -> None:
    assert any(told in reason for _, reason in unit_faults(plain("a", "R", **fields)))
    session = skirmish("a x", a=fields)
    assert any(told in reason for _, _, reason in RULESET.faults(session.table))


def test_faults_of_a_table() -> None:
    session = skirmish("a x", phase="lunch", active="Q")
    assert [field for _, field, _ in RULESET.faults(session.table)] == ["phase", "active"]
    assert RULESET.faults(skirmish("a x").table) == []


def test_badges_and_the_next_action() -> None:
    session = skirmish("a xy", "ax", y={"fled": True})
    session.adjust("a", "melee_advantage", -1, why="deep water")
    assert badges(session.board, session.table.units["a"]) == ["engaged with x", "Melee Disadvantage"]
    assert badges(session.board, session.table.units["y"]) == ["fled"]
    assert next_action(session.board) == Next("fight 1 combat in the Melee phase", ("R",))
    told = []
    for phase in ("upkeep", "engage", "ranged", "over"):
        session.adjust("table", "phase", phase)
        told.append(next_action(session.board).words)
    assert told == ["begin turn 3 with the Upkeep", *["on to the next phase"] * 3]


@pytest.mark.parametrize(
    "options",
    [
        {"agility_mode": "rating", "improvement_by": "card", "neutrals": True, "cast_before_ranged": True},
        {
            **dict.fromkeys(("injured_multiwound_buffer", "roll_off_own", "interceptor_strikes_first"), True),
            "rout_without_hero": "best_morale",
            "turns": 6,
            "other_combats": "resolve",
            "dazed_move": "half",
            "auto_fail_max": 1,
        },
    ],
)
def test_random_battles_end_whatever_the_options(options: dict[str, Any]) -> None:
    """What they reach with the usual ones is a law of every game."""
    for seed in range(6):
        table = example(RULESET)
        table.put("options", {**table.options, **options})
        session = Session(table, rng=Random(seed))
        assert play_random(session, Random(seed), most=6000, most_entries=2000)
        assert table.over is not None
        assert all(not action.open for action in session.actions())


def test_a_new_game_copies_units_that_nothing_has_befallen(tmp_path: Path) -> None:
    listed = templates()
    assert [u.id for u in RULESET.unit_templates()] == [u.id for u in listed]
    assert len({u.id for u in listed}) == len(listed) == 15
    assert all((u.status, u.treasure, u.engaged_this_turn) == ("ok", False, False) for u in listed)
    assert all(list(u.faults()) == [] and list(unit_faults(u)) == [] for u in listed)
    assert example(RULESET).units["ghoul"].status == "dazed"
    opened = open_session(new_session(Flags("speedies", "Cellar"), tmp_path, Asker(None, print)))
    assert opened.session.table.options["agility_mode"] == "rating"
    assert {u.status for u in opened.session.table.units.values()} == {"ok"}
    opened.close()
