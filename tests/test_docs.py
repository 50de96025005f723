"""The pages say what the program does: declared parts are made from the declarations, links lead somewhere."""

import ast
import json
import re
from pathlib import Path
from random import Random

import pytest

from companion.engine import requests
from companion.engine.answers import frozen_answer, plain_answer
from companion.engine.context import Context
from companion.engine.registry import BUILT_IN, find
from companion.frontend.request_words import ask_of
from companion.tui.widgets.bodies import body_for
from tests.examples import present
from tests.games import everything
from tools.rules_docs import BEGIN, END, declared, meet

ROOT = Path(__file__).parents[1]
KINDS = set(requests.KINDS)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def page(of: str) -> str:
    return (ROOT / "docs" / "rules" / f"{of}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("of", BUILT_IN)
def test_the_declared_part_is_as_declared(of: str) -> None:
    """`python -m tools.rules_docs` writes it anew."""
    part = page(of).partition(BEGIN)[2].partition(END)[0]
    written = "\n".join(line for line in part.splitlines() if not line.startswith("* "))
    assert written.strip() == "\n".join(declared(find(of), seeds=())).strip()


@pytest.mark.parametrize("of", BUILT_IN)
def test_every_request_and_outcome_key_that_games_meet_is_named(of: str) -> None:
    text = page(of) + (ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")
    requests, outcomes = meet(find(of), range(3))
    assert {key for keys in outcomes.values() for key in keys if f"`{key}`" not in text} == set()
    for kind, names in requests.items():
        (row,) = re.findall(rf"^\* `{kind}`: (.*)$", text, re.MULTILINE)
        assert names - set(re.findall(r"`([^`]+)`", row)) == set()


@pytest.mark.parametrize("of", BUILT_IN)
def test_no_row_says_not_yet(of: str) -> None:
    assert "not yet" not in page(of).lower()


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial.md", "docs/seats.md"])
def test_whoever_is_sent_to_phones_is_told_what_they_need_in_a_fresh_clone(name: str) -> None:
    assert "python3 start.py serve" in (ROOT / name).read_text(encoding="utf-8")


def test_the_page_of_questions_is_what_the_recorded_fights_ask() -> None:
    from benchmarks.questions import PAGE, SCENES, page, play

    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m benchmarks.questions"
    assert {scene.game for scene in SCENES} == set(BUILT_IN)
    for scene in SCENES:
        asked = [question.kind for question in play(scene)]
        assert len(asked) <= scene.most, scene.what
        assert "dice" in asked, scene.what


def test_the_page_of_keys_is_as_declared() -> None:
    from tools.keys_doc import PAGE, page

    assert PAGE.read_text(encoding="utf-8") == page(PAGE.read_text(encoding="utf-8")), "run python -m tools.keys_doc"


HEAD = re.compile(r"^( *)([\w/]+/)?")
PATH = re.compile(r"(?<![\w/.*])(?:[\w.]+/)*(?:[\w.]+\.py|[\w.]+/)(?![\w*])")
GAMES = [ROOT.joinpath(*name.partition(":")[0].split(".")) for name in BUILT_IN.values()]


def architecture() -> str:
    return (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_architecture_is_a_page() -> None:
    """Read in five minutes: what is more stands beside the code."""
    assert len(architecture().split()) <= 1000


def test_what_packages_say_of_their_files_is_so() -> None:
    """Every file that the head of a package names is in it, or a page of the tree."""
    missing, found = [], 0
    for package in sorted((ROOT / "companion").rglob("__init__.py")):
        said = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
        for path in re.findall(r"(?<=`)[\w/]+\.py(?=`)|docs/[\w/-]+\.md", said):
            found += 1
            if not ((package.parent / path).exists() or (ROOT / path).exists()):
                missing.append(f"{package.relative_to(ROOT)}: {path}")
    assert missing == []
    assert found > 100


def test_the_tree_of_the_architecture_is_the_tree() -> None:
    """Every file and folder that it names is there: in the folder of its line, or told from a folder above."""
    folders: dict[int, Path] = {}
    missing, found = [], 0
    for line in architecture().partition("## Where things are")[2].split("```")[1].strip().splitlines():
        if line.strip().startswith("rules/GAME/"):
            continue  # the next test
        head = present(HEAD.match(line))
        folders = {deep: folder for deep, folder in folders.items() if deep < len(head[1])}
        if head[2]:
            folders[len(head[1])] = [ROOT, *folders.values()][-1] / head[2]
        for path in PATH.findall(line):
            paths = [path.replace("GAME", game.name) for game in GAMES] if "GAME" in path else [path]
            found += len(paths)
            missing += [p for p in paths if not any((f / p).exists() for f in (ROOT, *folders.values()))]
    assert missing == []
    assert found > 15


def test_every_game_has_what_the_architecture_says_that_it_has() -> None:
    (skeleton,) = re.findall(r"rules/GAME/  five games with one skeleton: (.*)", architecture())
    for game in GAMES:
        for part in skeleton.split(", "):
            assert [*game.glob(part), *game.glob(f"{part}.py")], f"{game.name} has no {part}"


def test_every_path_that_the_architecture_quotes_is_there() -> None:
    quoted = [path for code in re.findall(r"`([^`\s]+)`", architecture()) for path in PATH.findall(code)]
    assert len(quoted) > 30
    for path in quoted:
        assert any((folder / path).exists() for folder in (ROOT, ROOT / "companion", *GAMES)), path


def test_every_kind_of_request_is_wherever_one_has_to_be() -> None:
    """CONTRIBUTING, "Add a kind of request", names the places; a new kind fails here until it is in each."""
    assert {kind for kind in KINDS if hasattr(Context, kind)} == KINDS, "a method of Context in engine/context.py"
    assert {kind for kind, _ in everything._ASKED.values()} == KINDS, "_ASKED of tests/games/everything.py"
    for name in everything.OPEN:
        session = everything.asking((name, False))
        assert session.request is not None
        answer = session.request.check(session.request.random(Random(1)))
        again = frozen_answer(json.loads(json.dumps(plain_answer(answer))))
        assert session.request.check(again) == answer, f"{name}: the class of its answer is not in COMPOSED"
        likely = session.request.likely()
        assert session.request.dice or likely is not requests.UNANSWERED, f"{name}: the app at a side needs answers()"
        ask = ask_of(session.request, session.table)
        listed = [at for at, line in enumerate(ask.lines(), 1) if line.startswith(f"  {at}. ")]
        for at in listed if session.request.options else ():
            # What plain text lists by numbers is answered by them.
            assert session.request.check(ask.answer(str(at))), f"{name}: {at} is listed in frontend/request_words.py"
        assert list(ask.lines())
        assert body_for(session.request, session.table).request is session.request
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("### Kinds of prompt")[2]
    assert set(re.findall(r"^\| `(\w+)` \|", text.partition("### ")[0], re.MULTILINE)) == {"kind", *KINDS}
