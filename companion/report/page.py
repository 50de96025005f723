"""Blocks as one HTML page with its pictures inside: nothing is fetched, nothing in it runs."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from companion.frontend.clean import clean
from companion.report.blocks import Block, Heading, Picture
from companion.report.markdown import block_markdown

_NO_LINKS = ("link", "image", "autolink", "linkify", "html_inline", "html_block", "reference", "entity")
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
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 Georgia, serif; }
h1, h2, h3, th { font-family: system-ui, sans-serif; line-height: 1.25; }
h1 { margin-bottom: 0.2em; }
h2 { margin-top: 2em; border-bottom: 1px solid #8888; padding-bottom: 0.2em; }
h3 { margin: 1.4em 0 0.3em; }
p, li { overflow-wrap: anywhere; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.92rem; }
th, td { border-bottom: 1px solid #8886; padding: 0.25em 0.9em 0.25em 0; text-align: left; vertical-align: top; }
figure { margin: 1em 0; overflow-x: auto; }
svg { max-width: 100%; height: auto; }
svg.wide { max-width: none; }
@media print { body { max-width: none; margin: 0; } h2, h3 { break-after: avoid; } figure { break-inside: avoid; } }
"""


def page(blocks: Iterable[Block]) -> str:
    """The whole page. The title is that of the first heading."""
    listed = list(blocks)
    title = next((block.text for block in listed if isinstance(block, Heading)), "")
    read = MarkdownIt("commonmark", {"html": False}).enable("table").disable(_NO_LINKS, ignoreInvalid=True)
    body = "".join(
        _drawn(block) if isinstance(block, Picture) else read.render(block_markdown(block)) for block in listed
    )
    return _PAGE.substitute(title=escape(clean(title)), style=_STYLE, body=body)


def _drawn(picture: Picture) -> str:
    return f"<figure>\n{ElementTree.tostring(picture.svg, encoding='unicode')}\n</figure>\n"
