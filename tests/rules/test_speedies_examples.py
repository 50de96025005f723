"""Worked examples of the Speedies melee, dice in the order in which the rules consume them."""

import pytest

from companion.rules.speedies.engagement import combats
from companion.rules.speedies.units import SpeediesUnit
from tests.rules.speedies_setups import BARE, MISS, Fields, battle, plain, skirmish


def mine(of: str, **fields: object) -> SpeediesUnit:
    """A unit of R that Engaged this turn."""
    return plain(of, "R", engaged_this_turn=True, **fields)


def test_1_order() -> None:
    units = [plain("Captain", "R", agility=8), mine("Infantry"), plain("Rat", "K", agility=6), plain("Ghoul", "K")]
    session = battle(units, [("Captain", "Rat"), ("Infantry", "Rat"), ("Captain", "Ghoul")])
    done = session.melee([MISS] * 4, [("declare", "K", "Infantry"), ("declare", "R", "Rat")])
    assert done["orders"] == [["Infantry", "Rat", "Captain", "Ghoul"]]
    assert session.facts("order")[0] == [
        {"unit": "Infantry", "reason": "Engaged this turn, Agility 10"},
        {"unit": "Rat", "reason": "Agility 6"},
        {"unit": "Captain", "reason": "Agility 8"},
        {"unit": "Ghoul", "reason": "Agility 10"},
    ]
    assert session.facts("mode")[0] == "target"


def test_2_ties() -> None:
    session = skirmish("a bc", "ab ac")
    done = session.melee([12, 12, 17, 4, 11, MISS, MISS, MISS], [("activate", "c"), ("declare", "b")])
    assert done["orders"] == [["c", "b", "a"]]
    reasons = [place["reason"] for place in session.facts("order")[0]]
    assert reasons == ["Agility 10, rolled 17", "Agility 10, rolled 12, then 11", "Agility 10, rolled 12, then 4"]


@pytest.mark.parametrize(("defence", "status", "value"), [(14, "stunned", 15), (15, "ok", None)])
def test_3_pierce(defence: int, status: str, value: int | None) -> None:
    units = [mine("Champion", melee=13, weapons=("Sword",)), plain("Guard", "K", defence=14, defence_bonus=2)]
    session = battle(units, [("Champion", "Guard")])
    done = session.melee([15, defence] + ([MISS] if status == "ok" else []))
    first = done["volleys"][0]
    assert (first["hits"], first["unsaved"]) == (1, 0 if status == "ok" else 1)
    assert first.get("injury_value") == value
    assert first["result"] == status == session.unit("Guard").status


def test_4_critical_with_two_hammers() -> None:
    units = [mine("Miner", melee=13, weapons=("Hammer", "Hammer")), plain("Elf", "K", defence=16)]
    done = battle(units, [("Miner", "Elf")]).melee([13, 20, 16, 3, 15], [("promotes", False)])
    who: Fields = {"attacker": "Miner", "target": "Elf", "attacks": 2, "mode": "normal"}
    what: Fields = {"hits": 3, "crits": 1, "unsaved": 2, "injury_value": 24, "result": "incapacitated"}
    assert done["volleys"] == [who | what]
    assert done["improvement_draws"] == ["Miner"]
    assert done["units_lost"] == {"R": 0, "K": 1}


def test_5_two_wounds() -> None:
    giant = mine("Giant", melee=9, attacks=2, injury=3, pierce=3)
    session = battle([giant, plain("Rat", "K", defence=12, max_wounds=2)], [("Giant", "Rat")])
    done = session.melee([10, 16, 14, 11, 13])
    volley = done["volleys"][0]
    assert (volley["hits"], volley["unsaved"], volley["injury_value"]) == (2, 2, 13)
    assert session.facts("die")[0] == 16
    assert (session.unit("Rat").status, session.unit("Rat").wounds) == ("dazed", 1)
    assert done["acted"] == ["Giant"]


def test_6_dazed_target() -> None:
    units = [plain("Squire", "R", melee=14), plain("Elf", "K", defence=16, status="dazed")]
    session = battle(units, [("Squire", "Elf")])
    done = session.melee([6, 15, 15], [("promotes", False)])
    volley = done["volleys"][0]
    assert (volley["mode"], volley["hits"], volley["unsaved"]) == ("dazed", 1, 1)
    assert "injury_value" not in volley
    assert (session.unit("Elf").status, session.unit("Elf").wounds) == ("incapacitated", 0)
    assert done["improvement_draws"] == ["Squire"]


def test_7_only_helpless_targets() -> None:
    helpless = [plain("Z1", "K", status="stunned"), plain("Z2", "K", status="dazed", **BARE)]
    session = battle([plain("Monk", "R", attacks=2), *helpless], [("Monk", "Z1"), ("Monk", "Z2")])
    script = [("declare", "Z1"), ("declare", "Z2"), ("resolve_next", "Z2"), ("promotes", False), ("promotes", False)]
    done = session.melee([2, 14], script)
    second, first = done["volleys"]
    assert (second["target"], second["mode"], second["hits"], second["unsaved"]) == ("Z2", "dazed", 1, 1)
    assert (first["target"], first["mode"], first["spent"]) == ("Z1", "stunned", 1)
    assert first["result"] == second["result"] == "incapacitated"
    assert done["improvement_draws"] == ["Monk", "Monk"]
    assert done["units_lost"]["K"] == 2


def test_8_removed_from_the_order() -> None:
    first, second = mine("R1", melee=13, weapons=("Hammer",)), plain("R2", "R", melee=14, agility=8)
    theirs = [plain("K1", "K", agility=6, defence=18), plain("K2", "K", melee=13, agility=14, defence=16)]
    session = battle([first, theirs[0], second, theirs[1]], [("R1", "K1"), ("R2", "K1"), ("R2", "K2")])
    done = session.melee([14, 9, 16, 17, 13, 10], [("promotes", False)])
    assert done["orders"] == [["R1", "K1", "R2", "K2"]]
    assert [v.get("injury_value") for v in done["volleys"]] == [18, None, 13]
    assert done["acted"] == ["R1", "R2", "K2"]
    assert session.statuses() == {"R1": "ok", "K1": "incapacitated", "R2": "dazed", "K2": "ok"}
    assert session.struck() == [{"unit": "K1", "reason": "incapacitated"}]


def test_9_swapping_neighbours() -> None:
    pair = [plain("R1", "R", melee=13, agility=6), plain("R2", "R", melee=13, agility=8)]
    session = battle([*pair, plain("K1", "K", defence=18)], [("R1", "K1"), ("R2", "K1")])
    done = session.melee([16, 11], [("activate", "R2"), ("promotes", False)])
    assert done["orders"] == [["R1", "R2", "K1"]]
    assert done["acted"] == ["R2", "R1"]
    assert [v.get("injury_value") for v in done["volleys"]] == [16, None]
    assert [v["result"] for v in done["volleys"]] == ["stunned", "incapacitated"]
    assert done["improvement_draws"] == ["R1"]
    assert session.order() == ["R1", "R2", "K1"]
    orders = [[place["unit"] for place in order] for order in session.facts("order")]
    assert orders[1:] == [["R1", "K1"], ["R1"], []]


def test_10_groups() -> None:
    units = [plain(of, "R" if of[0] == "A" else "K") for of in ("A1", "A2", "A3", "B1", "B2", "B3")]
    units[-1].status = "stunned"
    session = battle(units, [("A1", "B1"), ("A2", "B1"), ("A2", "A3"), ("A3", "B2"), ("B2", "B3")])
    found = [[u.id for u in c] for c in combats(session.board, [])]
    assert found == [["A1", "A2", "B1"], ["A3", "B2"]]
    assert session.melees() == found


def test_11_staggered_with_a_spear() -> None:
    units = [mine("Lancer", weapons=("Spear",), status="staggered"), plain("Rat", "K", **BARE)]
    session = battle(units, [("Lancer", "Rat")])
    done = session.melee([17, 12])
    assert (done["volleys"][0]["hits"], done["volleys"][0]["injury_value"]) == (1, 12)
    assert session.unit("Rat").status == "dazed"


def test_12_critical_on_three_wounds() -> None:
    units = [mine("Ogre", melee=12, attacks=2), plain("Troll", "K", defence=15, max_wounds=3)]
    session = battle(units, [("Ogre", "Troll")])
    volley = session.melee([20, 5, 16, 14, MISS])["volleys"][0]
    assert (volley["hits"], volley["crits"], volley["unsaved"]) == (2, 1, 1)
    assert "injury_value" not in volley
    assert (session.unit("Troll").wounds, session.unit("Troll").status) == (2, "ok")
