"""What tests of reports share: battles played at random, and pages as readers find them."""

from functools import cache
from html.parser import HTMLParser
from random import Random

from companion.engine.session import Session
from companion.report.battle import Battle
from companion.report.reading import battle_of
from companion.testing import play_random
from tests.examples import table_of


def played(game: str, seed: int = 1) -> Session:
    """A battle of the game's example, played at random."""
    session = Session(table_of(game), rng=Random(seed))
    play_random(session, Random(seed), most_entries=400)
    return session


@cache
def battle(game: str, seed: int = 1) -> Battle:
    """What came of such a battle; nobody changes it."""
    return battle_of(played(game, seed), "A battle")


class Reader(HTMLParser):
    """A page as a browser takes it: its elements with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.values: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.values += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data
