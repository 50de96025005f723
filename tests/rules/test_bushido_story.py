"""What an exchange is told as: the conclusion that the log keeps, and the sentences of a report."""

from typing import Any

import pytest

from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.frontend.saying.limits import spends_words
from companion.report.playback import scenes_of
from companion.rules.bushido.actions import badges
from companion.rules.bushido.records import Feat, Special, Trait
from companion.testing import drive
from tests.examples import present
from tests.rules.bushido_kit import fight, pair, steps, table_of, those
from tests.rules.scene import begun, now, results

COUNTER = (Special("Counterstrike Defence"),)


def told(of: Session) -> list[str]:
    """The sentences of the last procedure."""
    return [text for scene in scenes_of(of, of.table, of.entries[-1]) for text in scene.sentences]


@pytest.mark.parametrize(
    ("a", "b", "script", "concluded", "sentences"),
    [
        pytest.param(
            {},
            {},
            "0/3 v 3/0: / 3 3 3 / 2 2 2 /",
            "A holds off B, 5 to 4",
            ["A attacks B.", "A holds off B, 5 (3, 3, 3) against 4 (2, 2, 2)."],
            id="a tie of nothing with nothing is no blow, though the active player wins it",
        ),
        pytest.param(
            {},
            {"specials": COUNTER},
            "3/0 v 0/2 Counterstrike Defence: 2 2 2 / / / 6 6; 10 [5 5]",
            "B holds off A, 7 to 4, and does 2 wounds",
            [
                "A attacks B.",
                "B holds off A, 7 (6, 6) against 4 (2, 2, 2), and does 2 wounds (damage 5, 5 at Success Level 1).",
                "B's Counterstrike Defence triggers.",
            ],
            id="whoever holds off strikes back",
        ),
        pytest.param(
            {},
            {"specials": COUNTER},
            "3/0 v 0/2 Counterstrike Defence: 2 2 2 / / / 6 6; 10 [1 1]",
            "B holds off A, 7 to 4",
            [
                "A attacks B.",
                "B holds off A, 7 (6, 6) against 4 (2, 2, 2), and does no harm (damage 1, 1 at Success Level 1).",
                "B's Counterstrike Defence triggers.",
            ],
            id="a counterstrike without harm is no more than a defence",
        ),
    ],
)
def test_blows_are_told_by_what_came_of_them(
    a: dict[str, Any],
    b: dict[str, Any],
    script: str,
    concluded: str,
    sentences: list[str],
) -> None:
    held = pair(a, b)
    fight(held, script)
    assert held.entries[-1].conclusion == (concluded,)
    assert told(held) == sentences


def test_whoever_reaches_something_without_dice_strikes_and_of_harm_nothing_is_said() -> None:
    """A ruling may give a result to somebody who has no dice."""
    held = begun(pair(), "melee", {"pair": "a+b"})
    drive(held, steps("0/3 v 3/0: / 1 1 1 / 2 2 2 /"), stop=lambda request: request.name == "12")
    held.overrule(
        next(key for key in present(held.run).context.tallies if key.endswith("/attack[a]")), 2, "a cloud of dust"
    )
    drive(held, steps("12 [1 1]"))
    assert held.entries[-1].conclusion == ("A hits B, 2 to 0; B hits A, 4 to 0, and does 1 wound",)
    assert told(held) == [
        "A attacks B.",
        "A hits B, 2 against 0.",
        "B hits A, 4 (2, 2, 2) against 0 (1, 1, 1), and does 1 wound (damage 1, 1 at Success Level 4).",
    ]


# -- results that may still change, what feats and boosts cost, who is held --------------------------------------------


def said(s: Session) -> list[str]:
    """The results of the last exchange that tell both comparisons."""
    return [e.text for e in results(s) if "defence" in e.text]


@pytest.mark.parametrize(
    ("mine", "so_far"),
    [({}, False), ({"traits": (Trait("Unblockable", x=1),)}, True), ({"traits": (Trait("Prowess", x=1),)}, True)],
)
def test_what_may_still_change_is_said_to_be_so_far(mine: dict[str, tuple[Trait, ...]], so_far: bool) -> None:
    s = pair({"melee_pool": 2, **mine}, "melee_pool 2")
    # A hits B with 6 against 2, B does not hit A with 4 against 6.
    fight(s, "1/1 v 1/1: 6 / 6 / 4 / 2; 12 [1 1]")
    assert said(s)[0].startswith("So far: ") == so_far
    # What nothing has changed is not told twice.
    assert len(said(s)) == 1 + ("Unblockable" in repr(mine))
    assert not any(text.startswith("So far") for text in said(s)[1:])


def test_the_reply_to_a_grapple_is_only_so_far() -> None:
    grapples = {"melee_pool": 2, "specials": (Special("Grapple Attack", 0),)}
    s = pair(grapples, "melee_pool 2")
    fight(s, "1/1 Grapple Attack v 1/1: 6 / 2 / 6 / 2")
    assert said(s)[0] == (
        "A's attack 6, B's defence 2: a hit, Success Level 4. "
        "So far: B's attack 6, A's defence 2: a hit, Success Level 4."
    )
    s = pair(grapples, "melee_pool 2")
    fight(s, "1/1 Grapple Attack v 1/1: 2 / 2 / 6 / 6; 12 [1 1]")
    assert "So far" not in said(s)[0]


def test_a_dead_model_is_held_by_nobody() -> None:
    s = pair("strength 9", "wounds_max 1; melee_pool 3; states held (a)")
    fight(s, "3/0 v 0/2: 6 6 6 / / / 2 2; 12 [1 1]")
    dead = table_of(s).unit("b")
    assert not dead.alive
    assert not dead.has("held")
    assert badges(table_of(s), dead) == ["out of play"]


def test_a_wound_of_the_end_phase_is_no_small_thing_in_a_report() -> None:
    s = those("a", "b", a="states bleeding (1)", phase="ending")
    drive(begun(s, "end_phase"), strict=False)
    (scene,) = scenes_of(s, s.table, s.entries[-1])
    assert scene.sentences == ("A takes 1 wound (Bleeding).",)
    assert not scene.quiet


def test_a_simple_feat_is_offered_by_name_with_what_it_costs() -> None:
    feats = (Feat("Mend", ki=2, timing="simple"), Feat("Calm", ki=1, timing="simple"), Feat("Roar", ki=9))
    s = those("a", "b", a={"ki_feats": feats, "ki_tokens": 2, "ki_max": 9})
    begun(s, "activate", {"model": "a"}, until="action", strict=False)
    labels = {option.value: option.words for option in now(s, Choose).options}
    assert labels["simple_feat"] == "Simple Ki feat: Mend (2 Ki), Calm (1 Ki)"
    assert labels["complex_feat"] == "Complex Ki feat"
    assert labels["walk"] == "Walk"


def test_boosts_say_what_each_costs() -> None:
    s = begun(pair("melee_boost_cost 2; ki_tokens 5; ki_max 5", {}), "melee", {"pair": "a+b"})
    drive(s, stop=lambda r: r.name == "4", strict=False)
    assert spends_words(now(s)).startswith("2 each, of 5 ")
