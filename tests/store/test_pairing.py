"""Who should fight whom: everybody meets everybody, nobody twice running, and the odd one rests in turn."""

from collections import Counter
from itertools import combinations

import pytest

from companion.store.format.campaign import (
    Battle,
    Campaign,
    CampaignRoster,
    CampaignTable,
    Player,
)
from companion.store.pairing import suggested


def of_players(many: int) -> Campaign:
    names = [f"p{number}" for number in range(many)]
    header = CampaignTable(1, "duel", 1, "id")
    return Campaign(
        "x", header, players={n: Player(n) for n in names}, rosters={n: CampaignRoster(n, n) for n in names}
    )


def fight(made: Campaign, *rosters: str, practice: bool = False) -> None:
    number = len(made.battles) + 1
    made.battles[f"b{number}"] = Battle("x", "2026-11-21", dict.fromkeys(rosters, 1), practice=practice)


@pytest.mark.parametrize("many", [3, 4, 5, 6, 7])
def test_everybody_meets_everybody_and_nobody_twice_running(many: int) -> None:
    made = of_players(many)
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    before: set[frozenset[str]] = set()
    for _ in range(3 * many):
        pairings = suggested(made)
        pairs = {frozenset(pair) for pair in pairings.pairs}
        assert len({one for pair in pairs for one in pair} | {pairings.rests} - {""}) == many
        assert not pairs & before
        before = pairs
        met.update(pairs)
        rested[pairings.rests] += 1
        for pair in pairings.pairs:
            fight(made, *pair)
    everyone = [frozenset(pair) for pair in combinations(made.rosters, 2)]
    assert max(met[pair] for pair in everyone) - min(met[pair] for pair in everyone) <= 2
    assert max(rested.values()) - min(rested.values()) <= 1


def test_who_left_is_not_asked_practice_is_forgotten_two_meet_and_one_alone_rests() -> None:
    made = of_players(2)
    fight(made, "p0", "p1")
    assert suggested(made).pairs == (("p0", "p1"),)
    assert suggested(of_players(1)).rests == "p0"
    assert suggested(of_players(0)).pairs == ()
    assert len(suggested(of_players(31)).pairs) == 15
    made = of_players(4)
    fight(made, "p0", "p1", practice=True)
    assert suggested(made).pairs[0] == ("p0", "p1")
    made.players["p1"] = Player("p1", left=True)
    pairings = suggested(made)
    assert "p1" not in (*(one for pair in pairings.pairs for one in pair), pairings.rests)
