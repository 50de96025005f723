"""Facts travel as fields: nothing reads text that the program wrote. What may take text apart is named here.

Files (`store/`), the command line and the contract read text; everybody else is named with what it reads.
"""

import ast
from collections.abc import Iterator

from tests.sources import ROOT, trees

READERS = {
    # what players type
    "engine/requests/base.py": "whether a title begins with a name that players spell small",
    "engine/dice.py": "faces that players type, and the names of numbered dice",
    "engine/setup.py": "a typed name, made an id, and ids of minis",
    "frontend/entity_form.py": "typed items of a list; typed values",
    "frontend/campaigns.py": "a typed unit of a roster",
    "frontend/cells.py": "where a line may break",
    "frontend/entry_texts.py": "entries of a card as players type them; the beginning of a typed name",
    "frontend/typed_answers.py": "a typed row; a typed split",
    "frontend/grammar.py": "what players type for a field, or as a part of a line",
    "frontend/typed.py": "the beginning of a typed name; typed numbers",
    "frontend/past_view.py": "a typed place in the past",
    "frontend/request_words.py": "typed answers",
    "frontend/roster_lines.py": "the shape in a typed line of a unit",
    "frontend/rulings.py": "a typed beginning of an offer",
    "frontend/by_hand.py": "typed points",
    "play/adjustments.py": "typed adjustments; typed words behind a name; typed items of a list",
    "play/past_words.py": "a typed change of an answer; a typed place in the past",
    "play/campaign.py": "typed changes of a roster",
    "play/dice_checks.py": "a typed hash",
    "frontend/lines_in.py": "lines of a protocol",
    "play/new_game.py": "typed units",
    "play/odds.py": "typed settings",
    "play/plain.py": "typed lines",
    "play/plain_words.py": "typed words",
    "play/speech.py": "typed words; signs, spoken as words",
    "play/rulings.py": "typed words",
    "frontend/saying/sheets.py": "the beginning of a typed name",
    "play/words.py": "typed words",
    "seats/channel.py": "lines of the protocol",
    "rules/gods_gloom/written.py": "a typed name, made an id",
    "rules/speedies/aftermath/learning.py": "the beginning of a typed name",
    "tui/screens/reasons.py": "a typed ruling",
    "tui/widgets/choosing.py": "typed answers",
    "tui/widgets/typed_dice.py": "typed dice",
    "tui/widgets/dice_entry.py": "typed dice",
    # entries of cards and their data
    "rules/bushido/catalog.py": "the kind of a special that players name",
    "rules/bushido/melee/opening.py": "entries as cards print them",
    "rules/gods_gloom/traits.py": "entries as cards print them",
    # ids, keys and paths
    "engine/keys.py": "keys of requests, results and numbers",
    "engine/change_words.py": "names of fields",
    "engine/log.py": "ids in arguments",
    "engine/state/adjustments.py": "paths of fields; who did it, in reasons of old files",
    "engine/state/joining.py": "ids of minis",
    "engine/state/paths.py": "paths of fields",
    "engine/state/table.py": "ids",
    "engine/progress.py": "ids of steps",
    "rules/better_wargame/melee/measure.py": "ids of models",
    "rules/better_wargame/story.py": "codes of events",
    "rules/bushido/ki/feats.py": "ids of options",
    "rules/bushido/melee/exchange.py": "ids of options",
    "rules/bushido/turn/legality.py": "ids of actions",
    "rules/legion/units.py": "ids of minis",
    "play/json_lines.py": "names of methods",
    "tui/base_screen.py": "names of methods",
    "tui/commands.py": "names of keys",
    "tui/keymap.py": "names of keys",
    "tui/screens/campaign_rows.py": "ids of battles",
    "tui/screens/home_rows.py": "names of files",
    "tui/screens/new_campaign.py": "names of options",
    "tui/screens/unit_form.py": "ids of minis",
    "tui/widgets/fight.py": "labels, in small letters",
    # files
    # grammar: words as they are made
    "engine/state/phrases.py": "what ends a sentence",
    "engine/wording.py": "the ends of nouns and verbs, to make them agree",
    "frontend/saying/sentences.py": "whether the name of a number ends with its unit",
    # how text is laid out and spelled
    "frontend/clean.py": "blanks",
    "frontend/saying/odds.py": "where a line may break; lines that are set in; the first word of a long name",
    "frontend/pixels.py": "letters, drawn",
    "report/markdown.py": "signs that Markdown would take for its own",
    "tui/board/layout.py": "lines of a drawing",
    "tui/look/grid.py": "where a line may break",
    "tui/look/pixels.py": "letters, drawn",
    "tui/look/rows.py": "where a line may break",
    "tui/screens/sheets.py": "cells of numbers, which are set to the right",
}
"""The modules that take text apart, with what it is."""

TAKE_APART = frozenset(
    ("startswith", "endswith", "split", "rsplit", "partition", "rpartition", "splitlines")
    + ("removeprefix", "removesuffix", "replace", "strip", "lstrip", "rstrip")
)
SPELLING = ({"_", " "}, {"\n"})
"""A name of code in words, and lines: no words are read."""
ASKING = frozenset(("title", "text", "label", "why", "words", "message", "noun", "hint", "effect", "over_why"))
"""Fields with words for players."""
SEARCHES = {
    "engine/requests/base.py": "what one die is called, which a game declares",
    "frontend/grammar.py": "typed words",
    "rules/bushido/melee/damage.py": "which reasons have their number behind their name",
    "tui/screens/log_filter.py": "what players search for",
}
"""The modules that look into such a field, with what for."""


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for file, tree in trees().items():
        name = file.relative_to(ROOT).as_posix()
        if not name.startswith(("store/", "testing/", "cli/")):
            yield name, tree


def _takes_apart(node: ast.AST) -> bool:
    """Whether a call takes a text apart by letters; `game.split`, `replace` of dataclasses and paths do not."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in TAKE_APART:
        return False
    asks = isinstance(node.func.value, ast.Name) and node.func.value.id in ("game", "dataclasses")
    if asks or (node.func.attr == "replace" and len(node.args) < 2):
        return False
    if not node.args:
        # Blanks around a text are nothing of it.
        return node.func.attr in ("split", "rsplit")
    letters = {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return letters not in SPELLING


def _imports_expressions(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and any(name.name == "re" for name in node.names)


def _is_words(node: ast.AST) -> bool:
    """Whether this is a field with words for players, in small letters or not."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return isinstance(node, ast.Attribute) and node.attr in ASKING


def _looks_into(node: ast.AST) -> bool:
    """`"dice" in request.title`, `action.title == "Melee"`."""
    if not isinstance(node, ast.Compare):
        return False
    left, right = node.left, node.comparators[0]
    if isinstance(node.ops[0], (ast.In, ast.NotIn)):
        several = isinstance(right, (ast.Tuple, ast.Set, ast.List)) and any(map(_is_told, right.elts))
        return _is_words(right) or (_is_words(left) and several)
    told = [one for one in (left, right) if _is_told(one)]
    return isinstance(node.ops[0], (ast.Eq, ast.NotEq)) and bool(told) and (_is_words(left) or _is_words(right))


def _is_told(node: ast.AST) -> bool:
    """Whether this is some text, or a constant by its name: `WON`."""
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def test_nobody_else_reads_words() -> None:
    found = {
        name for name, tree in _modules() for node in ast.walk(tree) if _imports_expressions(node) or _takes_apart(node)
    }
    assert found - READERS.keys() == set()
    assert READERS.keys() - found == set(), "no longer needed"


def test_nobody_else_looks_into_words() -> None:
    found = {name for name, tree in _modules() for node in ast.walk(tree) if _looks_into(node)}
    assert found - SEARCHES.keys() == set()
    assert SEARCHES.keys() - found == set(), "no longer needed"


def test_the_law_sees_what_it_forbids() -> None:
    for text in ('title.startswith("Tough")', 'words.split(", ")', 'label.removeprefix(f"{name}: ")'):
        assert any(map(_takes_apart, ast.walk(ast.parse(text)))), text
    for text in ('"dice" in request.title', "name in note.text", 'action.title.lower() == "melee"'):
        assert any(map(_looks_into, ast.walk(ast.parse(text)))), text
    for text in ('name.replace("_", " ")', "value.strip()", 'game.split("5", title=title)', "replace(row, of=of)"):
        assert not any(map(_takes_apart, ast.walk(ast.parse(text)))), text
