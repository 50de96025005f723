"""Names are never markup or script: not in the page, not in the Markdown, whoever renders that."""

import re
import unicodedata
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from companion.engine.session import Session
from companion.frontend.clean import clean
from companion.report.battle_page import battle_page
from companion.report.blocks import Bullets, Grid, Heading, Paragraph
from companion.report.markdown import block_markdown, markdown
from companion.report.page import page
from companion.report.reading import battle_of
from companion.testing import drive
from tests.games.duel import example
from tests.report.reading import Reader

NASTY = [
    "<script>alert(1)</script>",
    "</title><script>",
    "[x](javascript:alert(1))",
    "![x](https://evil.example/x.png)",
    "<https://evil.example>",
    "https://evil.example",
    "www.evil.example",
    "&lt;b&gt; &#x3c;b>",
    "`code`",
    "**bold** _it_ ~~no~~",
    "# Heading",
    "- item",
    "1. item",
    "12) item",
    "| a | b |",
    "a\nb\n\n# c",
    "\u202egnp.exe",
    "\x1b[31mred",
    "'\"><img src=x onerror=alert(1)>",
    "]]><svg onload=alert(1)>",
    "$style ${body} %s {0}",
    "[a]: javascript:alert(1)",
    "---",
    "===",
    "```",
    "> quote",
    "    code",
    "\\",
    "\\\\*x*",
    "a@b.example",
    ":---:",
    "\ufdd0\uffff",
    "",
]
NAMES = st.sampled_from(NASTY) | st.text(max_size=30) | st.text("<>&[]()*_`#|\\-+=:.!/~$\"' \n1x", max_size=20)
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "strong", "ul", "li"),
    *("table", "thead", "tbody", "tr", "th", "td", "figure"),
    *("svg", "title", "text", "line", "rect", "circle", "polyline", "path"),
    *("b", "i", "span", "div"),
}

SHAPES = ("circle", "rect", "line", "path", "text")
"""What pictures are drawn with: a name is letters of squares or a text, as its signs are known."""


def told(ann: str, bob: str, side: str, title: str) -> Session:
    """A battle in which the two fight, under these names."""
    table = example()
    table.name = title
    table.units["ann"].name, table.units["bob"].name, table.sides["red"].name = ann, bob, side
    session = Session(table)
    session.start("exchange", {"fighter": "ann"})
    splits = [("split", of, {"plan": "plain", "parts": {"attack": 3, "guard": 0}}) for of in ("red", "blue")]
    drive(session, [("foe", "bob"), *splits, ("blow", [[6, 5, 4], []]), ("blow", [[1, 1, 1], []])], strict=False)
    session.adjust("bob", "health", 1, why=title)
    return session


@cache
def plain() -> Reader:
    return Reader(page(battle_page(battle_of(told("Ann", "Bob", "Rhea", "A fight"), "x"))))


@settings(max_examples=60, deadline=None)
@given(NAMES, NAMES, NAMES, NAMES)
def test_a_page_has_the_same_elements_whatever_the_names_are(ann: str, bob: str, side: str, title: str) -> None:
    made = page(battle_page(battle_of(told(ann, bob, side, title), "x")))
    read = Reader(made)
    assert {tag for tag, _ in read.elements} <= ALLOWED
    assert [element for element in read.elements if element[0] not in SHAPES] == [
        element for element in plain().elements if element[0] not in SHAPES
    ]
    assert not any(name in ("href", "src") or name.startswith("on") for _, names in read.elements for name in names)
    assert not any("javascript" in value or "evil" in value for value in read.values)
    assert not [char for char in made if char != "\n" and unicodedata.category(char) in ("Cc", "Cs")]
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", made)


@settings(max_examples=150, deadline=None)
@given(NAMES)
def test_markdown_shows_a_text_as_it_is_typed_even_where_html_is_allowed(text: str) -> None:
    words = " ".join(clean(text).split())
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for block, tags in (
        (Heading(2, text), ["h2"]),
        (Paragraph(f"{text} falls."), ["p"]),
        (Paragraph(text, text), ["p", *(["strong"] if words else [])]),
        (Bullets([f"{text} falls."]), ["ul", "li"]),
        (Grid(["a", "b"], [[text, "1"]]), ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]),
    ):
        read = Reader(reader.render(block_markdown(block)))
        assert [tag for tag, _ in read.elements] == tags or not words
        assert words in " ".join(read.text.split())


def test_what_github_makes_links_of_is_broken_up() -> None:
    made = markdown([Paragraph("see https://evil.example and www.evil.example, @all and a@b.example #12")])
    assert made == "see https:\\//evil.example and www\\.evil.example, \\@all and a\\@b.example \\#12\n"
