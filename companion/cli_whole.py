"""All commands in one parser: what a shell completes is made from it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.cli_words import WORDS, add_words

Commands = Mapping[str, Callable[[argparse.Namespace], object]]


def _sessions(prefix: str, **_: object) -> Iterable[str]:
    from companion.store import saves_dir

    return [file.stem for file in saves_dir().glob("*.toml") if file.suffixes == [".toml"]]


def _games(prefix: str, **_: object) -> Iterable[str]:
    from companion.engine import registry

    return registry.names()


def _campaigns(prefix: str, **_: object) -> Iterable[str]:
    from companion.store import saves_dir

    return [file.parent.name for file in saves_dir().glob("*/campaign.toml")]


COMPLETED: Final[Mapping[str, Callable[..., Iterable[str]]]] = {
    "FILE": _sessions,
    "FILE|GAME": lambda prefix, **_: [*_games(prefix), *_sessions(prefix)],
    "NAME": lambda prefix, **_: [*_sessions(prefix), *_campaigns(prefix)],
    "GAME": _games,
    "ID": _games,
    "CAMPAIGN": _campaigns,
}
"""What completes a word, by what it is called in the help. Any other is completed as a file."""


class _Completed(argparse.ArgumentParser):
    """A parser each of whose words knows what completes it."""

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        action = super().add_argument(*args, **kwargs)
        if isinstance(action.metavar, str) and action.metavar in COMPLETED:
            # argcomplete reads it here.
            action.completer = COMPLETED[action.metavar]  # type: ignore[attr-defined]
        return action


def whole(commands: Commands) -> argparse.ArgumentParser:
    """The command line with each command below it, for reading: `cli.main` makes only what it was called with."""
    top = _Completed("companion", allow_abbrev=False)
    top.add_argument("--version", action="version", version="")
    below = top.add_subparsers(metavar="COMMAND")
    for name, work in commands.items():
        parser = below.add_parser(name, help=work.__doc__)
        add_words(parser, WORDS[name])
        parser.add_argument("--saves", metavar="DIR")
    return top


def complete(commands: Commands) -> None:
    """Answers a shell that asks how the line goes on, and ends the program; argcomplete says so by its variable."""
    import argcomplete

    argcomplete.autocomplete(whole(commands))


def shell_words(shell: str) -> str:
    """What a shell reads once at its start so that it completes the words of `companion`."""
    from argcomplete.shell_integration import shellcode

    return shellcode(["companion"], shell=shell)
