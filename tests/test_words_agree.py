"""No template makes a verb by hand: `does`, `verb` and `question` know the number of a name."""

import ast
from collections.abc import Iterator

from tests.sources import ROOT, trees

PLACES = ("engine", "frontend", "play", "report", "rules", "tui")
"""Where sentences about units and sides are made."""

ONE = {
    *("self.frames[-1].name", "frames[-1].name", "request.name", "tally.name", "group.die.name", "self.name"),
    *("extra.name", "entry.name", "it.special.name", "trait.name", "spell.name"),
    *("found.name", "out.name", "config.name", "switch.name", "chosen.name", "file.name"),
    *("made.campaign.players[of].name", "campaign.players[of].name", "campaign.rosters[pairings.rests].name"),
}
"""Names that are of one, whatever their letters: titles of rules, things of the program, persons who play."""

NOUNS = {"hits", "crits", "yourselves"}
"""Words that end as verbs of one do."""

ANOTHERS = ("of ", "against ", "on ", "and ", "with ")
"""Before a name that the verb is not about: `the pool of Hiro against Oda is lost`."""

ASKED = ("is ", "Is ", "was ", "Was ", "does ", "Does ", "has ", "Has ")


def _is_name(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "name" and ast.unparse(node) not in ONE
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute | ast.Name)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id) in ("title", "mini_title")
        and bool(node.args)
    )


def by_hand(tree: ast.AST) -> Iterator[str]:
    """The templates in which a verb stands beside a name: `{unit.name} wins`, `does {unit.name}`."""
    for made in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
        around = [str(value.value) if isinstance(value, ast.Constant) else "" for value in made.values]
        for place, part in enumerate(made.values):
            if not isinstance(part, ast.FormattedValue) or not _is_name(part.value):
                continue
            before, after = around[place - 1] if place else "", [*around, ""][place + 1]
            word = after[1:].split(" ")[0].rstrip(".,:;?!") if after.startswith(" ") else ""
            verb = word.isalpha() and word.islower() and word.endswith("s") and word not in NOUNS
            if (verb and not before.endswith(ANOTHERS)) or before.endswith(ASKED):
                yield f"{part.lineno}: {ast.unparse(made)}"


def test_no_template_makes_a_verb_by_hand() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file, tree in trees().items()
        if file.relative_to(ROOT).parts[0] in PLACES
        for line in by_hand(tree)
    ]
    assert not found, "\n".join(found)


def test_the_law_sees_verbs() -> None:
    """Else it would pass whatever is written."""
    seen = {
        'f"{unit.name} declares none"': 1,
        'f"{table.title(of)} falls first"': 1,
        'f"Whom does {unit.name} charge?"': 1,
        """f"{does(unit.name, 'declares')} none\"""": 0,
        'f"The melee of {a.name} and {b.name} is over"': 0,
        'f"{unit.name}: 3 left"': 0,
    }
    assert {text: len(list(by_hand(ast.parse(text)))) for text in seen} == seen
