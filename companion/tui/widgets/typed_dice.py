"""Dice as they are typed so far: which group each belongs to, what is still missing, and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.dice import Dice, Face, face_words, faces_in_words, is_begun, typed_words
from companion.engine.wording import count
from companion.frontend.typed_answers import read_words


class TypedDice:
    """What is typed for these groups, a word a die; `at` is the place of the group that the next die belongs to."""

    def __init__(self, text: str, groups: Sequence[Dice]) -> None:
        self.groups = groups
        self.words = typed_words(text, groups)
        wanted = [at for at, group in enumerate(groups) if group.count]
        self.at = next((at for at in wanted if len(self.words[at]) < groups[at].count), (wanted or [-1])[-1])

    @property
    def open(self) -> Dice:
        """The group that the next die belongs to; the last one where all are in."""
        return self.groups[self.at]

    @property
    def given(self) -> int:
        """How many dice are typed."""
        return sum(map(len, self.words))

    @property
    def wanted(self) -> int:
        """How many are to be thrown."""
        return sum(group.count for group in self.groups)

    @property
    def missing(self) -> str:
        """`2 of 5 dice in`, `1 too many`; empty if they are as many as wanted."""
        nouns = {group.die.noun for group in self.groups if group.count}
        return missing(self.given, self.wanted, nouns.pop() if len(nouns) == 1 else "die")

    def progress(self, room: int) -> str:
        """How many are in, in so many cells; empty where none is, or all are."""
        ways = (self.missing, f"{self.given} of {self.wanted}")
        told = self.given not in (0, self.wanted)
        return next((words for words in ways if told and len(words) <= room), "")

    @property
    def uneven(self) -> str:
        """The first group that lacks dice, or has too many, in words; empty where there is none."""
        pairs = zip(self.groups, self.words, strict=True)
        said = (f"{g.name}: {missing(len(w), g.count, g.die.noun)}" for g, w in pairs if len(w) != g.count)
        return next(said, "")

    @property
    def wrong(self) -> str:
        """What is typed that is no face and begins none, in words; empty where there is nothing."""
        for group, typed in zip(self.groups, self.words, strict=True):
            for text, good in read_words(group, typed[: group.count]):
                if not good and not is_begun(text, group.die, group.count):
                    return f"a {group.die.name} has no face {text!r} — {faces_in_words(group.die)}"
        return ""

    def failing(self) -> list[set[int]]:
        """By group the models whose dice failed, where failed dice take models."""
        found: list[set[int]] = []
        for group, typed in zip(self.groups, self.words, strict=True):
            saving = {face_words(face) for face in group.saving}
            read = zip(group.models, read_words(group, typed[: group.count]), strict=False)
            found.append({n for n, (face, fits) in read if group.failed and fits and face not in saving})
        return found

    def lying(self) -> Counter[Face]:
        """How many dice of the open group show each face."""
        read = read_words(self.open, self.words[self.at])
        return Counter(face for face in self.open.die.legal for word, fits in read if fits and word == face_words(face))

    def without(self, face: str) -> str | None:
        """What is typed without the last die of the open group that shows this face; None if none does."""
        meant, own = self.open.die.read(face), self.words[self.at]
        shows = (face, str(meant), face_words(meant))
        at = next((n for n in reversed(range(len(own))) if own[n] in shows), None)
        if at is None:
            return None
        left = [[*own[:at], *own[at + 1 :]] if words is own else words for words in self.words]
        return "".join(f"{' / ' if n else ''}{' '.join(some)} " for n, some in enumerate(left) if some).lstrip()

    def ends(self, word: str) -> bool:
        """Whether this word is a number that a die of the open group shows, and no longer one begins with it.

        Only of dice that have such longer ones.
        """
        texts = [str(face) for face in self.open.die.legal if isinstance(face, int)]
        return max(map(len, texts), default=0) > 1 and word in texts and sum(t.startswith(word) for t in texts) == 1


def missing(given: int, wanted: int, noun: str = "die") -> str:
    """`2 of 5 dice in`, `1 too many`; empty if they are as many as wanted. `noun` is one of them."""
    if given > wanted:
        return f"{given - wanted} too many"
    return "" if given == wanted else f"{given} of {count(wanted, noun)} in"
