"""Writes docs/companion.1, the manual page, from the help of the program: `python -m tools.man_page`."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.cli.commands import ABOUT, COMMANDS
from companion.cli.words import WORDS, add_words

PAGE = Path(__file__).parents[1] / "docs" / "companion.1"
COLUMNS = 76


def page() -> str:
    """The whole manual page as roff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    first, _, words = ABOUT.partition("\n\n")
    yield f'.TH COMPANION 1 "" "companion {companion.__version__}" "Games"'
    yield ".SH NAME"
    yield "companion \\- a table companion for miniatures games"
    yield ".SH SYNOPSIS"
    yield from _as_typed(words)
    yield ".SH DESCRIPTION"
    yield _safe(first)
    for name, work in COMMANDS.items():
        parser = argparse.ArgumentParser(f"companion {name}", formatter_class=_formatter, add_help=False)
        add_words(parser, WORDS[name])
        yield f".SH COMPANION {name.upper()}"
        yield _safe(work.__doc__ or "")
        yield from _as_typed(parser.format_help())
    yield ".SH ENVIRONMENT"
    yield "COMPANION_SAVES is the folder of sessions, NO_COLOR leaves colours out."


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=COLUMNS)


def _as_typed(text: str) -> Iterator[str]:
    yield ".PP"
    yield ".nf"
    yield from (_safe(line) for line in text.strip("\n").splitlines())
    yield ".fi"


def _safe(text: str) -> str:
    """Text of a line, none of which roff takes for a command."""
    words = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{words}" if words.startswith((".", "'")) else words


if __name__ == "__main__":
    os.environ["COLUMNS"] = str(COLUMNS)
    PAGE.write_text(page(), encoding="utf-8")
