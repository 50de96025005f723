"""Blocks as Markdown. Names that players typed are text in it, whatever they look like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from companion.frontend.clean import one_line
from companion.report.blocks import Block, Bullets, Cards, Grid, Heading, Paragraph

_SPECIAL = re.compile(r"[\\`*_\[\]<>&|~$#]")
"""What may begin markup inside a line, in CommonMark or in what GitHub adds to it."""
_LINKED = re.compile(r"(?i)(?<=:)//|(?<=www)\.|@(?=\S)")
"""What some renderers make links of by themselves."""
_BEGINNING = re.compile(r"^(?:(\d{1,9})([.)])|([-+=:!]))")
"""What begins a list, a heading or a rule at the beginning of a line."""


def markdown(blocks: Iterable[Block]) -> str:
    """The page as Markdown, with a line end at its end. Pictures are left out."""
    return "\n\n".join(text for block in blocks if (text := block_markdown(block))) + "\n"


def block_markdown(block: Block) -> str:
    """One block as Markdown, without a line end; empty for a picture."""
    if isinstance(block, Heading):
        return "#" * block.level + " " + escaped(block.text)
    if isinstance(block, Paragraph):
        lead = f"**{escaped(block.lead)}** " if escaped(block.lead) else ""
        return (lead + (escaped(block.text) if lead else escaped_line(block.text))).strip()
    if isinstance(block, Bullets):
        return "\n".join(f"- {escaped_line(item)}" for item in block.items)
    if isinstance(block, Grid):
        return "\n".join(_grid(block))
    if isinstance(block, Cards):
        return "\n".join(f"- {escaped_line(f'{card.name}: ' + '; '.join(card.lines))}" for card in block.items)
    return ""


def _grid(block: Grid) -> Iterator[str]:
    yield _row(block.head)
    yield "|" + "|".join(" ---: " if place in block.numbers else " --- " for place in range(len(block.head))) + "|"
    yield from map(_row, block.rows)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def escaped(text: str) -> str:
    """A text on one line, to be inside a line of Markdown and be read as it is."""
    line = one_line(text)
    return _LINKED.sub(lambda found: "\\" + found[0], _SPECIAL.sub(lambda found: "\\" + found[0], line))


def escaped_line(text: str) -> str:
    """A text that begins a line of Markdown."""
    line = escaped(text)
    return _BEGINNING.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line)
