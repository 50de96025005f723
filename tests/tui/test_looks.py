"""What is in view at a moment of a game, size by size: nothing cut, nothing wasted, nothing said twice."""

from collections.abc import Callable
from copy import copy
from functools import partial

import pytest

from companion.engine.requests import Choose, Request, Roll, Split
from companion.engine.session import Session
from companion.store.lock import BUSY
from companion.tui.widgets.split_view import choices_of
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.player import press, resize, screen_text, until
from tests.tui.scenes import CHOICES, SCENES, at, played, reached
from tools.scenes import play_to

PHONE, SMALL, TABLET, USUAL, WIDE, LARGE = (45, 38), (60, 20), (45, 50), (80, 24), (100, 30), (140, 45)


class Look:
    """At this size, after these keys: what is seen, however many blanks are between its words, and what is not."""

    def __init__(
        self,
        size: tuple[int, int],
        *seen: str,
        keys: tuple[str, ...] = (),
        gone: tuple[str, ...] = (),
        once: tuple[str, ...] = (),
    ) -> None:
        self.size, self.keys = size, keys
        self.seen, self.gone, self.once = seen, gone, once

    def fits(self, shown: str) -> bool:
        """Whether all of it is so on this screen."""
        texts = (shown, " ".join(shown.split()))
        return (
            all(any(text in one for one in texts) for text in self.seen)
            and not any(text in one for one in texts for text in self.gone)
            and all(texts[1].count(text) == 1 for text in self.once)
        )


def ready(game: str) -> Callable[[], MemoryOpened]:
    return lambda: MemoryOpened(table_of(game))


def crowd() -> MemoryOpened:
    """A game with so many units that not all are in view."""
    opened = ready("speedies")()
    table = opened.session.table
    for number, unit in enumerate(list(table.units.values()) * 3):
        like = copy(unit)
        like.id, like.name = f"{unit.id}{number}", f"{unit.name} {number}"
        table.units[like.id] = like
    table.reindex()
    opened.session.adjust("table", "round", 2)
    return opened


def over() -> MemoryOpened:
    opened = ready("bushido")()
    for field, value in (("over_why", "nobody else stands"), ("over_winner", "red"), ("phase", "over")):
        opened.session.adjust("table", field, value)
    return opened


def read(opened: MemoryOpened) -> MemoryOpened:
    """The same game, as another program reads it."""
    opened.session.read_only, opened.read_only = BUSY, True
    return opened


def begun(game: str, action: str, unit: str) -> MemoryOpened:
    opened = ready(game)()
    opened.session.start(action, {"unit": unit})
    return opened


def spent(session: Session) -> bool:
    """Whether a unit at rest has no morale left."""
    units = session.table.units.values()
    return session.run is None and any(unit.alive and not unit.get("morale") for unit in units)


def asks(session: Session, name: str, kind: type[Request[object]] = Choose) -> bool:
    return isinstance(session.request, kind) and session.request.name == name


def rolls(session: Session, dice: int) -> bool:
    request = session.request
    return isinstance(request, Roll) and session.secret is None and sum(one.count for one in request.dice) == dice


def ordered(session: Session) -> bool:
    """Whether dice are thrown by one who acts in an order of units."""
    request = session.request
    return isinstance(request, Roll) and any(tally.ranked and int(tally) > 1 for tally in request.tally)


def ways(session: Session) -> bool:
    """Whether there are few ways to split."""
    request = session.request
    return isinstance(request, Split) and bool(choices_of(request.plans[0]))


def long_actions(session: Session) -> bool:
    request = session.request
    return isinstance(request, Choose) and request.name == "action" and len(request.open) > 7


def drawn(session: Session) -> bool:
    """Whether a unit that touches an enemy was drawn, and has not done anything yet."""
    run, request = session.run, session.request
    if run is None or request is None or "/action" not in request.key:
        return False
    return bool(run.about()) and not session.standings


def three_parts(session: Session) -> bool:
    request = session.request
    return isinstance(request, Split) and session.secret is None and len(request.plans[0].allotments) == 3


def many_closed(session: Session) -> bool:
    """Whether one of many is chosen, most of them closed."""
    request = session.request
    return isinstance(request, Choose) and request.name == "action" and len(request.options) > len(request.open) + 5


def without_numbers(session: Session) -> bool:
    request = session.request
    return isinstance(request, Choose) and not request.tally and len(request.options) > 1


def revealed_at(pair: str) -> MemoryOpened:
    """A melee exchange of Bushido at its dice."""
    opened = ready("bushido")()
    assert play_to(opened.session, (("melee", pair),), "roll", lambda _: True)
    return opened


revealed = partial(at, "bushido", "melee", {"pair": "hiro+oda"})
checked = partial(at, "speedies", "melee_phase", {}, "melee_check")
formations = partial(reached, "gods-gloom", lambda s: s.secret is not None and asks(s, "TFP.20"))

SEVEN_DICE = tuple(key for face in "1234567" for key in (face, "space"))

LOOKS: dict[str, tuple[Callable[[], MemoryOpened], list[Look]]] = {
    # -- the table
    "melees are named where rows are left for them": (
        ready("legion"),
        [
            Look(
                (45, 66),
                "melees  1 Luke Skywalker ─ 74-Z Speeder",
                "3 Wookiee Warriors ─ Boba Fett",
                gone=("m shows them",),
            )
        ],
    ),
    "a spent tracker stands before keywords": (
        partial(reached, "gods-gloom", spent),
        [Look(size, "morale 0 of") for size in (USUAL, SMALL)],
    ),
    "units out of view name the key that finds them, which does nothing in the past": (
        crowd,
        [Look(SMALL, "/ finds"), Look(SMALL, "as it was", " of 3", keys=("p",), gone=("finds",))],
    ),
    "actions out of view are counted": (
        ready("legion"),
        [Look((40, 16), " more ↓"), Look((40, 16), " more ↑", keys=("end",))],
    ),
    "when the game is over the cursor is on what is done then": (
        over,
        [
            Look(USUAL, "▸ 1  Write the battle as a page to read", "3  Go to the list of games"),
            Look(USUAL, "Luck", keys=("2",)),
        ],
    ),
    "a table of the rules that is read has the room of the list": (
        ready("better-wargame"),
        [
            Look(USUAL, "▸ Shooting and", "phases shooting, firefight", keys=("t", "down", "down", "down")),
            Look(USUAL, "what        changes  looks", "soft cover  cover", keys=("enter",)),
            Look(USUAL, "▸ Shooting and", keys=("escape",)),
        ],
    ),
    # So high that the units of a melee begin in one row and still have room for their cards.
    **{
        f"weapons and traits are told as cards of {game} print them": (ready(game), [Look((140, 50), *words)])
        for game, words in {
            "bushido": ("Tanto −1: Sharp (1), Combo Attack", "Naginata +1: Reach, Powerful Attack"),
            "gods-gloom": ("Charge Breaker", "Direct Wounds: 1", "Sworn brothers"),
            "legion": ("lightsaber: 6 black, Impact 2, Pierce 2", "blaster pistol: ranged"),
            "speedies": ("Spear: Melee Check +2", "Hex: 12+, harmful", "2 × Hammer: Injury +4"),
        }.items()
    },
    "what a reader may do goes on under its words": (
        lambda: read(played(SCENES["bushido"])),
        [
            Look(
                TABLET,
                "1  Watch   Melee exchange: Split in\n      secret",
                "T  Play on here   once nothing is in the\n      way any more",
            )
        ],
    ),
    "a tablet of a reader has the last result whole": (
        lambda: read(played(SCENES["bushido-result"])),
        [Look(TABLET, "Hiro's defence 7: a hit, Success Level 1.", gone=("tells the rest",))],
    ),
    # -- the guide
    "who acts stands with whom it touches where nobody fights": (
        partial(begun, "legion", "effect", "luke"),
        [
            Look(size, "which effect", "LUKE SKYWALKER", "SPEEDER BIKES", "6 of 6")
            for size in (SMALL, USUAL, WIDE, LARGE, TABLET)
        ],
    ),
    "every way to split is in view on a tablet, with what its odds assume": (
        lambda: played(SCENES["bushido"]),
        [
            Look(
                TABLET,
                *("4/0", "3/1", "2/2", "1/3", "0/4", "No re-rolls; Oda splits", "special, attack  ▌", "SEAL IT"),
                "End Phase.",
            ),
            Look(
                PHONE,
                "attack/defence   on Oda / on you",
                "3 Flow Like Water: Counterstrike\n",
                "Defence (0)  2 of 3 Ki",
            ),
        ],
    ),
    # Where the whole list was drawn its hint was cut; and where a thumb taps the parts have their names.
    "a long row of ways stands in two rows": (
        lambda: played(CHOICES["better-wargame-choice"]),
        [
            Look(SMALL, "Gutripper Boyz/hold    8/0   7/1", " 3/5   2/6", "the rest is hold."),
            Look(PHONE, "Gutripper Boyz/hold   on Gutripper", "8/0          0.7      7/1"),
        ],
    ),
    "on a phone each unit is seen before what stands below them": (
        ready("gods-gloom"),
        [Look(PHONE, *(unit.name for unit in table_of("gods-gloom").units.values()))],
    ),
    "an order of units takes no row from what a thumb needs": (
        partial(reached, "speedies", ordered),
        [Look(PHONE, "app rolls", "take one back", "Take it")],
    ),
    "a secret choice is whole on a small screen": (
        formations,
        [
            Look(size, "1  Advance", "2  Hold", "3  Harass", "Type the number", gone=("more ↓",))
            for size in (USUAL, SMALL)
        ],
    ),
    "a list that has no room says so and scrolls": (
        partial(reached, "legion", long_actions),
        [
            Look((60, 14), "more ↓", keys=("home",), gone=("more ↑",)),
            Look((60, 14), "more ↑", "No more actions", keys=("end",), gone=("more ↓",)),
        ],
    ),
    "a secret list scrolls while something is typed": (
        formations,
        [
            Look((36, 14), "more ↓", "•", keys=("1",)),
            Look((36, 14), "more ↑", "•", keys=("down",) * 20, gone=("more ↓",)),
        ],
    ),
    "nothing typed in a split says what to do": (
        partial(reached, "bushido", lambda s: isinstance(s.request, Split) and s.secret is not None),
        [Look(USUAL, "Nothing is typed yet. Type", keys=("enter",), gone=("not allowed",))],
    ),
    "arrows of a split without dice choose no dice": (
        partial(reached, "better-wargame", ways),
        [Look(USUAL, "← → ways", gone=("← → dice",))],
    ),
    # `5 too many: 2` was all that fitted of it.
    "the button of a phone says too many dice whole": (
        partial(reached, "speedies", lambda s: rolls(s, 2)),
        [
            Look(PHONE, "0 of 2 dice in"),
            Look(PHONE, "Take it: 5 too many", keys=SEVEN_DICE, gone=("5 too many: 2",)),
        ],
    ),
    "a unit whose order was drawn stands in the head and on the stage": (
        partial(reached, "legion", drawn),
        [Look(WIDE, "Activation  Wookiee Warriors", "WOOKIEE WARRIORS")],
    ),
    "too many in a split are said before what is missing": (
        partial(reached, "better-wargame", three_parts),
        [Look(USUAL, "7 of 6 placed — 1 too many", keys=("6", "space", "1", "enter"))],
    ),
    # A digit without a row answers nothing; what is closed is told by a key, and by its row.
    "closed options stand in one row and take no number": (
        partial(reached, "bushido", many_closed),
        [
            Look(USUAL, "what does Oda do?", "8 closed  ", gone=("touches no enemy",)),
            Look(USUAL, "Disengage", "touches no enemy", keys=("5", "c")),
            Look(USUAL, "what does Oda do?", keys=("escape",), gone=("touches no enemy",)),
            Look(USUAL, "touches no enemy", keys=("end", "enter")),
            Look(USUAL, keys=("escape", "4"), gone=("what does Oda do?",)),
        ],
    ),
    "whom an action is not for stands in one row": (
        partial(reached, "bushido", lambda s: s.run is None and "activate" in [a.name for a in s.actions() if a.open]),
        [
            Look(USUAL, "1  ◆ A Masaema Aya", "3 closed  ", keys=("1",), gone=("Ito activates now",)),
            Look(USUAL, "Itsunagi", "Ito activates now", keys=("c",)),
            Look(USUAL, "KENKO", keys=("escape", "3"), gone=("which?",)),
        ],
    ),
    "a ruling may take what is closed": (
        partial(reached, "bushido", many_closed),
        [Look(USUAL, "A RULING", keys=("O", *"because", "enter"), gone=("c shows why",))],
    ),
    "why says that nothing is closed where no number bears on a choice": (
        partial(reached, "better-wargame", without_numbers),
        [Look(USUAL, "Open: all 3 answers; no rule closes one.", keys=("w",))],
    ),
    "dice side by side leave the fighters their numbers": (
        lambda: revealed_at("aya+chiyo"),
        [Look(USUAL, "roll all dice", "defence against it", "melee pool 3", "Katana")],
    ),
    "every row of dice is in view on a screen that is turned": (
        lambda: revealed_at("hiro+oda"),
        [
            Look(PHONE, keys=("3", "6")),
            Look(USUAL, "■ Oda   ▐ ▌ ▐ ▌", "Last Stands last", "2 of 6 dice in", gone=("more ↓",)),
        ],
    ),
    "answers stay in view when the terminal gets smaller": (
        partial(at, "speedies", "melee_phase", {}, "attack_order"),
        [
            Look(WIDE, "1. Brigitta", "2  The bigger Agility"),
            Look(USUAL, "1  Go on", "2  The bigger Agility"),
            Look(WIDE, "1. Brigitta", "2  The bigger Agility"),
        ],
    ),
    # -- nothing twice
    "after its reveal each split stands once beside its fighter": (
        partial(revealed, "7"),
        [
            *(
                Look(size, "2 attack, 2 defence", gone=("Hiro 2 attack / 2 defence", "How many Melee boosts"))
                for size in (USUAL, LARGE, WIDE)
            ),
            Look(WIDE, gone=("split 2 attack", "Oda together Roll")),
        ],
    ),
    "what the stage has no room for is said below it": (
        partial(revealed, "5"),
        [Look(USUAL, "Hiro strikes first"), Look(WIDE, "strikes first", gone=("Hiro strikes first",))],
    ),
    "the stage leaves out what stands with the dice": (
        partial(revealed, "12"),
        [
            Look(WIDE, "success level 7", gone=("attack result",)),
            Look((100, 38), "split 2 attack / 2 defence"),
        ],
    ),
    "numbers that stand with the request are not said before it": (
        partial(at, "gods-gloom", "melee", {"attacker": "lancers"}, "ATC.10"),
        [Look(WIDE, once=("base 4, charge +1, Charge Bonus +1",), gone=("Lancers flank Stingers",))],
    ),
    "the band does not say at its right what its title says": (
        checked,
        [Look(WIDE, "d20, 12 or more", gone=("roll 1 d20",))],
    ),
}


@pytest.mark.parametrize("name", LOOKS)
async def test_in_view(name: str) -> None:
    moment, looks = LOOKS[name]
    async with showing(moment(), size=looks[0].size) as (pilot, _):
        for one in looks:
            if pilot.app.size != one.size:
                await resize(pilot, *one.size)
            await press(pilot, *one.keys)
            await until(pilot, lambda one=one: one.fits(screen_text(pilot.app)), str(vars(one)))  # type: ignore[misc]
