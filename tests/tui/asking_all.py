"""A program for a pseudo-terminal: the app at a procedure that asks requests of several kinds."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from companion.tui.app import CompanionApp
from tests.games.everything import asking
from tests.tui.fakes import MemoryOpened


class AskingAll(CompanionApp):
    """The app, which opens with that procedure."""

    CSS_PATH = str(Path(inspect.getfile(CompanionApp)).with_name("app.tcss"))

    async def on_ready(self) -> None:
        """Over the list of games."""
        game = MemoryOpened()
        game.session = asking(("pick", False), ("number", False), ("roll", False), ("specials", True), ("do", False))
        await self.open_session(game)


if __name__ == "__main__":
    AskingAll(Path(sys.argv[1])).run()
