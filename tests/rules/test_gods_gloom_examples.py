"""Twelve worked examples, each driven through Session with typed dice."""

from typing import Any

from companion.engine.state.changes import Note
from companion.testing import drive
from tests.rules.gloom import PUSHED, fight, state, those
from tests.rules.scene import begun, happened

ALL_BUT_70 = ["MEL.10", "MEL.20", "MEL.30", "MEL.40", "MEL.50", "MEL.60", "MEL.80"]


def roles(a: Any, d: Any) -> dict[str, Any]:
    return {"attacker": a, "defender": d}


def pools(a: str, d: str) -> dict[str, Any]:
    return roles(*({"red": int(p.split("/")[0]), "blue": int(p.split("/")[1])} for p in (a, d)))


def results(a: tuple[int, int], d: tuple[int, int]) -> dict[str, Any]:
    return roles(*({"hits": h, "blocks": b} for h, b in (a, d)))


def test_e1_plain_win_and_push() -> None:
    on = those("rav", "shield", "rav+shield")
    out = fight(on, "rav", f"3 6 4 1 2 v 5 1 / 3 2 2; {PUSHED}")
    assert out["pools"] == pools("5/0", "2/3")
    assert out["results"] == results((3, 0), (1, 1))
    assert out["inflicted"] == roles(2, 1)
    assert (out["winner"], out["winner_role"], out["push"], out["consolidation"]) == ("rav", "attacker", "pushed", None)
    assert state(out, "rav") == (4, 2, False)
    assert state(out, "shield") == (4, 2, False)
    assert out["contacts"] == [["rav", "shield", True], ["shield", "rav", True]]
    assert out["path"] == ALL_BUT_70
    assert out["units"]["shield"]["wounds"] == 2
    assert [out["units"][u]["standard_action_used"] for u in ("rav", "shield")] == [True, False]


def test_e2_tie_then_standing_ground() -> None:
    on = those("lan", "shield", "lan+shield")
    out = fight(on, "lan", "4 2 1 5 / 2 v 6 2 / 3 1 2; MEL.60.push p2 push; MEL.60.stand p1 stand")
    assert out["pools"] == pools("4/1", "2/3")
    assert out["results"] == results((2, 0), (1, 1))
    assert out["inflicted"] == roles(1, 1)
    assert (out["winner"], out["push"]) == ("shield", "stood")
    assert state(out, "lan") == (3, 1, False)
    assert state(out, "shield") == (5, 3, False)


def assisted(lancers_facing: bool) -> Any:
    lancers = "rav+lan" if lancers_facing else "rav<lan"
    return those("shield ski rav", "ogre lan ski-2", f"shield+ogre ski+ogre rav+ogre {lancers} shield+ski-2")


def test_e3_assists_from_the_graph() -> None:
    on = assisted(lancers_facing=True)
    out = fight(on, "shield", "3 4 1 2 / 5 v 3 1 2 / 4 2 6; MEL.60.push p2 decline", "ogre")
    assert out["assists"] == {"offensive": ["ski"], "defensive": ["ski-2"]}
    assert out["pools"] == pools("4/1", "3/3")
    assert out["results"] == results((2, 1), (1, 2))
    assert out["inflicted"] == roles(0, 0)
    assert (out["winner"], out["push"]) == ("ogre", "declined")
    assert state(out, "shield") == (6, 2, False)
    assert all(held["wounds"] == 0 for held in out["units"].values())


def test_e3_names_the_refused_candidate_and_its_blocker() -> None:
    session = begun(assisted(lancers_facing=True), "melee", {"attacker": "shield"})
    session.answer("ogre")
    drive(session, stop=lambda r: r.kind == "roll")
    facts = [dict(n.facts) for n in happened(session) if isinstance(n, Note) and "assist" in n.facts]
    assert facts == [
        {"assist": "offensive", "unit": "ski", "granted": True},
        {"assist": "offensive", "unit": "rav", "granted": False, "blockers": ["lan"]},
        {"assist": "defensive", "unit": "ski-2", "granted": True},
    ]


def test_e3_variant_an_enemy_with_its_back_turned_blocks_nobody() -> None:
    on = assisted(lancers_facing=False)
    out = fight(on, "shield", "3 4 1 2 1 / 5 v 3 1 2 / 4 2 6; MEL.60.push decline", "ogre")
    assert out["assists"]["offensive"] == ["rav", "ski"]
    assert out["pools"]["attacker"] == {"red": 5, "blue": 1}


def test_e4_formations() -> None:
    on = those("rav", "shield", "rav+shield", seals=(1, 2))
    out = fight(
        on,
        "rav",
        "TFP.10 p1 pass; TFP.10 p2 declare; TFP.10.final p1 declare; TFP.20 p1 advance; "
        "TFP.20 p2 hold; 3 5 1 2 2 v 1 2 / 3 4 2 2; ATC.20.pool p2 keep; MEL.60.push p2 decline",
    )
    assert out["formations_applied"] == [{"who": "defender", "formation": "hold"}]
    assert out["players"] == {"p1": {"command_seals": 0}, "p2": {"command_seals": 1}}
    assert out["pools"] == pools("5/0", "2/4")
    assert out["results"] == results((2, 0), (0, 2))
    assert out["inflicted"] == roles(0, 0)
    assert (out["winner"], out["push"]) == ("shield", "declined")
    assert out["units"]["rav"]["morale"] == 1


def test_e5_harass_kills() -> None:
    on = those("lan", "ski", "lan+ski", ski={"health": 1, "morale": 0}, seals=(1, 0))
    out = fight(on, "lan", "TFP.10 declare; TFP.20 harass; MEL.70 follow_up")
    assert out["path"] == ["MEL.10", "MEL.20", "MEL.70", "MEL.80"]
    assert (out["winner"], out["push"], out["consolidation"]) == ("lan", None, "follow_up")
    assert "pools" not in out
    assert "results" not in out
    assert out["inflicted"] == roles(0, 0)
    assert out["assists"] == {"offensive": [], "defensive": []}
    assert state(out, "ski") == (0, 0, False)
    assert out["units"]["ski"]["destroyed"]
    assert out["contacts"] == []
    assert out["players"]["p1"] == {"command_seals": 0}


def test_e6_reroll_and_criticals() -> None:
    on = those("ogre", "shield", "ogre+shield", seals=(1, 0))
    out = fight(
        on,
        "ogre",
        "TFP.10 pass; 1 2 2 3 1 / 4 2 v 4 2 / 1 1 5; ATC.20.pool p1 reroll; "
        f"ATC.20.pool p1 [6 6 2 3 1 / 2 1]; ATC.30 p1 [5]; ATC.30 p2 [3]; {PUSHED}",
    )
    assert out["results"] == results((4, 0), (1, 2))
    assert out["inflicted"] == roles(2, 1)
    assert state(out, "ogre") == (7, 4, False)
    assert state(out, "shield") == (4, 2, False)
    assert out["push"] == "pushed"
    assert out["players"]["p1"] == {"command_seals": 0}


def test_e7_loser_without_morale() -> None:
    on = those("lan", "rav", "lan+rav", rav={"health": 4, "morale": 0})
    out = fight(on, "lan", "3 5 1 2 / 6 v 4 2 / 1; MEL.60.push push; retreat_hexes 3")
    assert out["pools"] == pools("4/1", "2/1")
    assert out["results"] == results((2, 1), (1, 0))
    assert out["inflicted"] == roles(2, 0)
    assert out["push"] == "pushed"
    assert state(out, "rav") == (1, 0, True)
    assert state(out, "lan") == (4, 3, False)


def test_e8_impossible_push_kills() -> None:
    on = those("rav", "ski", "rav+ski", ski={"morale": 1})
    out = fight(on, "rav", "3 4 6 1 1 v 2 / 5 1; MEL.60.push push; retreat_hexes 0; MEL.70 hold")
    assert out["pools"] == pools("5/0", "1/2")
    assert out["results"] == results((3, 0), (0, 1))
    assert out["inflicted"] == roles(2, 0)
    assert (out["push"], out["consolidation"]) == ("impossible", "hold")
    assert state(out, "ski") == (0, 0, True)
    assert out["path"] == [*ALL_BUT_70[:-1], "MEL.70", "MEL.80"]


def test_e9_both_destroyed() -> None:
    on = those("rav", "lan", "rav+lan", rav={"health": 1}, lan={"health": 2})
    out = fight(on, "rav", "3 3 4 1 2 v 6 2 / 3 1")
    assert out["results"] == results((3, 0), (1, 1))
    assert out["inflicted"] == roles(2, 1)
    assert (out["winner"], out["winner_role"], out["push"], out["consolidation"]) == (None, None, None, None)
    assert [out["units"][u]["morale"] for u in ("rav", "lan")] == [2, 3]
    assert [out["units"][u]["destroyed"] for u in ("rav", "lan")] == [True, True]
    assert out["path"] == ["MEL.10", "MEL.20", "MEL.30", "MEL.40", "MEL.50", "MEL.80"]


def test_e10_charge_flank_boost_weak() -> None:
    on = those("lan", "shield", "lan|shield", lan={"traits": ("charge_bonus",), "boost": True}, shield={"weak": True})
    out = fight(
        on,
        "lan",
        "charge yes; ATC.10.boost p1 spend; 3 3 5 1 2 4 2 / 3 1 v 6 / 4; MEL.60.push push; MEL.60.stand stand",
    )
    assert out["flanking"] is True
    assert out["pools"] == pools("7/2", "1/1")
    assert out["results"] == results((4, 1), (1, 1))
    assert out["inflicted"] == roles(3, 0)
    assert state(out, "shield") == (3, 1, False)
    assert (out["winner"], out["push"]) == ("lan", "stood")
    assert out["units"]["lan"]["boost"] is False
    assert out["contacts"] == [["lan", "shield", False], ["shield", "lan", True]]
    # The record of a melee has these names.
    names = "path winner winner_role flanking assists formations_applied pools results inflicted push consolidation"
    assert set(out) == {*names.split(), "units", "players", "contacts"}
    assert " ".join(sorted(out["units"]["lan"])) == "boost destroyed health morale standard_action_used weak wounds"


def test_e11_berserk_and_death_curse() -> None:
    on = those(
        "rav",
        "ski",
        "rav+ski",
        rav={"traits": ("berserk",), "health": 3},
        ski={"traits": ("death_curse",), "health": 2},
    )
    out = fight(on, "rav", "MEL.10.berserk p1 declare; 3 5 1 1 2 v 2 / 4 1; MEL.70 follow_up")
    assert out["results"] == results((3, 0), (0, 1))
    assert out["inflicted"] == roles(2, 0)
    assert out["consolidation"] == "follow_up"
    assert state(out, "ski") == (0, 2, False)
    assert state(out, "rav") == (1, 2, True)


def test_e12_ended_before_it_began() -> None:
    on = those("shield", "rav", "shield+rav", ask_effects="melee")
    script = (
        "MEL.10.effects yes; MEL.10.effects.unit rav; MEL.10.effects.what wounds; MEL.10.effects.amount 5; MEL.70 hold"
    )
    out = fight(on, "shield", script)
    assert out["path"] == ["MEL.10", "MEL.70", "MEL.80"]
    assert (out["winner"], out["consolidation"], out["push"]) == ("shield", "hold", None)
    assert "pools" not in out
    assert state(out, "rav") == (0, 2, False)
    assert out["units"]["shield"]["standard_action_used"]
