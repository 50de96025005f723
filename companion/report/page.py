"""Blocks as one HTML page with its pictures inside: nothing is fetched, nothing in it runs."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from companion.frontend.clean import clean
from companion.frontend.palette import DARK, LIGHT, SIDES, Palette
from companion.report.blocks import Block, Cards, Heading, Paragraph, Picture, UnitCard
from companion.report.markdown import block_markdown

_NO_LINKS = ("link", "image", "autolink", "linkify", "html_inline", "html_block", "reference", "entity")
_PIPS = 24
"""Up to so many boxes a unit has a pip for each."""
_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
$style</style>
</head>
<body>
$body</body>
</html>
""")
_STYLE = """\
:root { color-scheme: light dark; $light }
@media (prefers-color-scheme: dark) { :root { $dark } }
body { background: var(--background); color: var(--text); }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 Georgia, serif; }
h1, h2, h3, th { font-family: system-ui, sans-serif; line-height: 1.25; }
h1 { margin-bottom: 0.2em; }
h2 { margin-top: 2em; border-bottom: 1px solid #8888; padding-bottom: 0.2em; }
h3 { margin: 1.4em 0 0.3em; }
p, li { overflow-wrap: anywhere; }
p strong { color: var(--lead, inherit); }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.92rem; }
th, td { border-bottom: 1px solid #8886; padding: 0.25em 0.9em 0.25em 0; text-align: left; vertical-align: top; }
figure { margin: 1em 0; overflow-x: auto; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.8rem; padding: 0; }
.cards li { list-style: none; border: 1px solid var(--rule); border-top: 4px solid; padding: 0.5em 0.8em; }
.cards b { display: block; font-family: system-ui, sans-serif; }
.cards i { font-style: normal; letter-spacing: 0.1em; overflow-wrap: anywhere; }
.cards span { display: block; color: var(--quiet); font-size: 0.9em; }
svg { max-width: 100%; height: auto; }
svg.wide { max-width: none; }
@media print { body { max-width: none; margin: 0; } h2, h3 { break-after: avoid; } figure { break-inside: avoid; } }
"""


def _roles(palette: Palette) -> str:
    """The colours of a palette as properties of a style."""
    roles = {"background": palette.background, "text": palette.text, "quiet": palette.quiet, "rule": palette.rule}
    roles |= {"accent": palette.accent, "ink": palette.ink} | dict(zip(SIDES, palette.sides, strict=True))
    return " ".join(f"--{role}: {colour};" for role, colour in roles.items())


def page(blocks: Iterable[Block]) -> str:
    """The whole page, light or dark as the reader's system is. The title is that of the first heading."""
    listed = list(blocks)
    title = next((block.text for block in listed if isinstance(block, Heading)), "")
    read = MarkdownIt("commonmark", {"html": False}).enable("table").disable(_NO_LINKS, ignoreInvalid=True)

    def drawn(block: Block) -> str:
        if isinstance(block, Picture):
            return f"<figure>\n{ElementTree.tostring(block.svg, encoding='unicode')}\n</figure>\n"
        if isinstance(block, Cards):
            return f'<ul class="cards">\n{"".join(map(_card, block.items))}</ul>\n'
        text = read.render(block_markdown(block))
        colour = block.colour if isinstance(block, Paragraph) else ""
        return f'<div style="--lead: var(--{colour})">\n{text}</div>\n' if colour else text

    style = Template(_STYLE).substitute(light=_roles(LIGHT), dark=_roles(DARK))
    return _PAGE.substitute(title=escape(clean(title)), style=style, body="".join(map(drawn, listed)))


def _card(card: UnitCard) -> str:
    """A unit with its pips; more than there is room for are a number."""
    colour = f"var(--{card.colour})"
    pips = "●" * card.left + "×" * (card.of - card.left) if card.of <= _PIPS else f"{card.left} of {card.of}"
    shown = f"<i>{pips}</i>" if card.of else ""
    lines = "".join(f"<span>{escape(clean(line))}</span>" for line in card.lines)
    name = escape(clean(card.name))
    return f'<li style="border-top-color: {colour}"><b style="color: {colour}">{name}</b>{shown}{lines}</li>\n'
