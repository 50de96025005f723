"""A program for a pseudo-terminal: the app at a procedure that asks requests of several kinds."""

import inspect
import sys
from pathlib import Path

from companion.tui.app import CompanionApp
from tests.games.everything import asking
from tests.tui.fakes import MemoryOpened

USUAL = (("pick", False), ("number", False), ("roll", False), ("specials", True), ("do", False))


class AskingAll(CompanionApp):
    """The app, which opens with that procedure; what is asked may be named on the command line."""

    CSS_PATH = str(Path(inspect.getfile(CompanionApp)).with_name("app.tcss"))

    async def on_ready(self) -> None:
        """Over the list of games."""
        named = sys.argv[1:-1]
        await self.open_session(MemoryOpened(asking(*([(kind, False) for kind in named] or USUAL))))


if __name__ == "__main__":
    AskingAll(Path(sys.argv[-1])).run()
