"""The law of odds: at every request that dice follow, the choices have their chances before one is made.

Found out by playing: whatever is asked, in random games of all five, with dice before the next decision of anyone.
"""

from pathlib import Path

import pytest

from companion.engine.registry import BUILT_IN, find
from tests.odds.following import Asked, following
from tests.searching import one_in

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text()

FACTS = {
    "bushido": "reach surprised contacts 7a 10 10.hit 10.touch 4.alone fear.leader 10.unseen 12.unseen",
    "legion": "",
    "better-wargame": "in_charge_range circumstances",
    "gods-gloom": "charge no_assists",
    "speedies": "sees reached difficult contacts fall_inches leader cover",
}
"""What is so on the table: nobody chooses it, so that no request of these names but a roll has odds, ever."""

AFTER = {"units": "what happened on the table, entered after the battle"}
WITHOUT = {
    "bushido": AFTER,
    "legion": AFTER | {"command_card": "both cards are revealed at once, and nobody chooses against the other's"},
    "better-wargame": AFTER,
    "gods-gloom": AFTER
    | {
        "MEL.20.effects": "whether a card does something more: what it does is entered next, and the roll has its odds",
    },
    "speedies": {
        "record": "what happened on the table, entered after the battle",
        "promotes": "what a drawn card says; the dice that follow are another unit's",
        "retires": "no dice hang on it: those that follow are another unit's scar",
        "hatred": "as for `retires`",
        "robbed": "as for `retires`",
        "pit_fight": "how a fight ended that was played on the table; the dice that follow are another unit's",
        "treasure": "which units touch a token: the dice that follow are a caster's",
    },
}
"""Requests without odds although dice may follow, by name, each with its reason."""


ENTERED = {
    "result": "how the battle ended, entered after it; the dice are those of units that were lost",
    "victory_points": "entered after the battle",
}
DISTANT = {
    "bushido": ENTERED,
    "gods-gloom": ENTERED
    | dict.fromkeys(
        ("new_contacts", "a_engaged", "b_engaged", "facing", "left_hex"),
        "where units stand on the map after a move or a turn: what is done about it is chosen after it, with its odds",
    )
    | dict.fromkeys(("UAP.30.move", "MEL.10.pivot"), "the app has no map: how units stand after it is entered next")
    | dict.fromkeys(
        (f"{step}.effects{part}" for step in ("MEL.10", "MEL.20") for part in ("", ".unit", ".what", ".amount")),
        "what a card does, entered by who reads it",
    ),
    "legion": ENTERED
    | {"supply": "entered after the battle"}
    | dict.fromkeys(
        ("leader_contact", "place_minis", "place_mini", "room_for", "clear_of_contact"),
        "what minis touch on the table; the choice of the move before it, and the attack after it, have odds",
    )
    | dict.fromkeys(
        ("assign_wound", "recover", "ranged_target", "ranged_wounds"),
        "the dice that come next are of another action; what became of shots is entered",
    ),
    "speedies": ENTERED | {"blight_fate": "what the page says, read by the players"},
    "better-wargame": ENTERED
    | dict.fromkeys(("fired", "firefight_unit", "within"), "what is so on the table: who fired, and who is near whom")
    | {"stay_or_fall_back": "no dice hang on it: those that follow are another unit's test"},
}
"""Requests without odds that are asked before another decision, or another unit's, that dice follow: each with its
reason."""


TITLES = {
    "bushido": "Bushido",
    "gods-gloom": "God's Gloom",
    "legion": "Legion",
    "speedies": "Speedies",
    "better-wargame": "Building a Better Wargame",
}


TURNED = {
    "speedies": {"blight": "with `blight_table` printed the app does not know what the page says"},
    "better-wargame": dict.fromkeys(("near", "distance"), "with `measure_charges`: measured, too many ways to compare"),
}
"""The same for games with other options."""


def is_fact(game: str, kind: Asked) -> bool:
    """Whether a request asks how the table stands."""
    return kind.kind != "roll" and kind.name in FACTS[game].split()


OPTIONS = pytest.mark.parametrize(("turned", "games"), one_in(2, [(False, 16), (True, 8)]))
"""The options as printed at every run, with `-m search` turned; in so many games."""


@OPTIONS
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_request_before_dice_has_odds_or_a_reason(game: str, turned: bool, games: int) -> None:
    before = following(find(game), range(games), turned=turned).before
    excused = WITHOUT[game] | DISTANT[game] | (TURNED.get(game, {}) if turned else {})
    before = {kind: at for kind, at in before.items() if not is_fact(game, kind)}
    assert {tuple(kind): at.title for kind, at in before.items() if not at.has_odds and kind.name not in excused} == {}
    assert {kind.name for kind, at in before.items() if at.has_odds} & DISTANT[game].keys() == set()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_page_names_every_request_without_odds(game: str) -> None:
    of_all, *sections = PAGE.split("## In each game\n")[1].split("\n### ")
    (section,) = (section for section in sections if section.startswith(f"{TITLES[game]}\n"))
    without = of_all + section.split("Without:")[1]
    assert [name for name in (*WITHOUT[game], *DISTANT[game], *FACTS[game].split()) if f"`{name}`" not in without] == []


@OPTIONS
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_request_that_dice_follow_has_its_odds(game: str, turned: bool, games: int) -> None:
    found = following(find(game), range(games), turned=turned).found
    assert not [kind.name for kind, at in found.items() if is_fact(game, kind) and at.has_odds]
    found = {kind: at for kind, at in found.items() if not is_fact(game, kind)}
    assert len(found) >= 10
    excused = WITHOUT[game] | (TURNED.get(game, {}) if turned else {})
    missing = {tuple(kind): at.title for kind, at in found.items() if not at.has_odds and kind.name not in excused}
    assert missing == {}
    empty = {tuple(kind): at.title for kind, at in found.items() if at.looked is False and kind.name not in excused}
    assert empty == {}
    assert not [kind.name for kind, at in found.items() if at.looked and kind.name in excused]
