"""How tests play the plain aftermath, and campaigns of the games that have it."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.registry import find
from companion.engine.session import Session
from companion.frontend.setup import Setup
from companion.store.joining import Joining, create_campaign
from companion.store.opening import open_session
from companion.testing import drive, play_random
from tests.examples import table_of
from tests.store.feuds import session_file

GAMES = ("bushido", "gods-gloom", "legion", "better-wargame")


def ended(game: str, **options: Any) -> Session:
    """The example of a game whose battle has just ended in a draw."""
    table = table_of(game)
    table.options = {**table.options, **options}
    for side in table.sides.values():
        side.put("owes_aftermath", True)
    table.over_why, table.phase, table.active = "it is late", "over", None
    return Session(table, rng=Random(1))


def settle(
    session: Session,
    side: str,
    units: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    result: str = "",
    face: int = 6,
    **totals: int,
) -> dict[str, Any]:
    """Plays the aftermath of a side: what its units did, the face of every die, and what its totals gain."""
    units = dict(units or {})
    session.start("aftermath", {"side": side})

    def answer(request: Any) -> Any:
        if request.name == "result":
            return result or request.options[0].value
        if request.name == "units":
            return {"rows": {of: dict(cells) for of, cells in units.items()}}
        if request.kind == "roll":
            return [[face]]
        return totals.get(request.name)

    return drive(session, default=answer)


def campaign_of(folder: Path, game: str, name: str = "The long war", **options: Any) -> Path:
    """A campaign of Rhea and Boris with the units of the game's example."""
    setup = Setup(find(game))
    players = zip(("Rhea", "Boris"), setup.players, strict=True)
    joining = [Joining(player, "", setup.example_units(side)) for player, side in players]
    return create_campaign(folder, name, game, options, joining)


def opened(file: Path, of: str) -> Any:
    """The session of a battle, open for play."""
    return open_session(session_file(file, of), rng=Random(3))


def fought(file: Path, of: str, seed: int = 1) -> Any:
    """The session of a battle that was played at random until it was over."""
    session = opened(file, of)
    assert play_random(session.session, Random(seed), most=9000, most_entries=4000)
    return session


def end_late(session: Session) -> None:
    """Ends a battle as it stands."""
    session.adjust("table", "over_why", "it is late")
    session.adjust("table", "phase", "over")
    for side in session.table.sides:
        session.adjust(side, "owes_aftermath", True)


def settle_late(session: Session, **how: Any) -> None:
    """Ends a battle as it stands, and plays the aftermath of both sides."""
    end_late(session)
    for side in ("rhea", "boris"):
        settle(session, side, **how)


def closed_late(file: Path, of: str, **how: Any) -> None:
    """A battle that ends as it began, with its aftermath: the campaign has closed it."""
    played = opened(file, of)
    settle_late(played.session, **how)
    assert played.trouble == ""
    played.close()
