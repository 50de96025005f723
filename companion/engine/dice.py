"""Dice by their faces: what may be typed, how it is read, and how often each face comes up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.reading import TOTAL, Reading, counting
from companion.engine.reading import Face as Face
from companion.engine.wording import count

BLANK = "blank"
"""The face that shows nothing; `-` is enough to type it."""

Faces = tuple[Face, ...]


@frozen
class Die:
    """One kind of die. `faces` lists every face as often as it is on the die, `legal` each different one once.

    `letters` are pairs of a character and the face that it means, if first letters do not tell the faces apart. `noun`
    is what one of them is called: `token`, if it is drawn; `several` how more are called than one.
    """

    name: str
    faces: Faces
    letters: tuple[tuple[str, Face], ...] = ()
    noun: str = "die"
    several: str = ""
    legal: Faces = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "legal", tuple(dict.fromkeys(self.faces)))

    def read(self, word: str) -> Face:
        """The face that a typed word means; a symbol may be cut short as long as it stays clear.

        Raises InvalidInput if no face fits.
        """
        for letter, meant in self.letters:
            if word.lower() == letter and meant in self.legal:
                return meant
        if word == "-" and BLANK in self.legal:
            return BLANK
        for face in self.legal:
            if str(face).lower() == word.lower():
                return face
        fits = [f for f in self.legal if isinstance(f, str) and f.lower().startswith(word.lower())]
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise InvalidInput(f"{word!r} is {' or '.join(fits)}", hint=faces_in_words(self), code="dice_value")
        raise InvalidInput(f"a {self.name} has no face {word!r}", hint=faces_in_words(self), code="dice_value")


USUAL = Reading("usual")
"""Stands for what is usually read of dice."""


@frozen
class Dice:
    """A named group of equal dice to be thrown at once. `by` is the side that throws it, if several throw.

    `good` are the faces that succeed, where the rules know it before the roll; front ends mark them. `reach` is the
    number to reach with these dice, from it on up, where they have one; front ends show it in large letters. `needs`
    says in a few words what these dice need and what they are for (`4+, models 1 2`), where the title speaks of several
    groups. `reads` is what the game reads of them, None where that hangs on other dice; usually how many are good, and
    of one die its number. `again` are the faces whose dice the rules have thrown once more before they count.
    `role` is the name without that of whose dice they are: `attack` of `Oda attack`. `models` are those that each die
    is for, by number, where it matters which is which. `pair` are whose dice they are and the unit that they are
    against, by id, where they are of two units; `failed` is what each that fails brings, in a word: `lost`.
    """

    name: str
    die: Die
    count: int
    by: str = ""
    good: frozenset[Face] = frozenset()
    needs: str = ""
    reads: Reading | None = USUAL
    reach: int | None = None
    again: frozenset[Face] = frozenset()
    role: str = ""
    models: tuple[int, ...] = ()
    pair: tuple[str, ...] = ()
    failed: str = ""

    @property
    def whose(self) -> str:
        """The name without the role: whose dice they are."""
        return self.name.removesuffix(self.role).rstrip()

    @property
    def apart(self) -> bool:
        """Whether each die is for a model of its own."""
        return bool(self.models)

    @property
    def doing(self) -> frozenset[Face]:
        """The faces that do it: those declared, else those from the number to reach on up; empty if neither is."""
        if self.good or self.reach is None:
            return self.good
        return frozenset(face for face in self.die.legal if isinstance(face, int) and face >= self.reach)

    @property
    def saving(self) -> frozenset[Face]:
        """The faces that keep a model where failed dice take one: those that do it, and those thrown again."""
        return self.doing | self.again

    @property
    def reading(self) -> Reading | None:
        """What the game reads of these dice; None where nothing is declared."""
        if self.reads is not USUAL:
            return self.reads
        if self.good:
            return counting(self.good)
        return TOTAL if self.count == 1 and isinstance(self.die.faces[0], int) else None


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D20 = Die("d20", tuple(range(1, 21)))
_NUMBERED = re.compile(r"d([1-9][0-9]{0,2})")


def faces_of(die: str, known: Mapping[str, Die]) -> Faces | None:
    """All faces of a die by its name: of the `known` dice of a game, or of a numbered one; None for any other."""
    if die in known:
        return known[die].faces
    sides = _NUMBERED.fullmatch(die)
    return tuple(range(1, int(sides[1]) + 1)) if sides is not None else None


def face_words(face: Face) -> str:
    """A face as players read it; as it may be typed, too."""
    return str(face).replace("_", " ")


def faces_in_words(die: Die) -> str:
    """`1 to 6`, or the symbols with the letters that are enough to type."""
    legal = die.legal
    if all(isinstance(f, int) for f in legal):
        return f"{legal[0]} to {legal[-1]}"
    short = ", ".join(short_word(str(f), die) for f in legal)
    return ", ".join(face_words(f) for f in legal) + f" (or {short})"


def short_word(face: str, die: Die) -> str:
    """What is enough to type for a face: its own letter, else as few first letters as no other face shares."""
    letter = next((letter for letter, meant in die.letters if meant == face), "")
    if letter:
        return letter
    legal = die.legal
    others = [str(f) for f in legal if str(f) != face]
    if face == BLANK and any(o.startswith(face[0]) for o in others):
        return "-"
    return next((face[:n] for n in range(1, len(face)) if not any(o.startswith(face[:n]) for o in others)), face)


def read_faces(text: str, groups: Sequence[Dice]) -> tuple[Faces, ...]:
    """Typed dice as faces, group by group: `42251`, `4 2 2 5 1`, `hit hit blank`, `hhb`, groups parted by `/`.

    By count they are `3x5 2x1` (three fives, two ones) and `14h 3c`; `x1` or `*1` means all that the group still
    lacks, and `*` alone that these are blank. `9+` are nine that succeed, and all others that the group lacks do not,
    where nothing else is read of them (`told_by_success`). With several groups missing `/` are allowed: the faces
    fill the groups in order. Raises InvalidInput if a face does not exist or the number of dice is wrong; the message
    says how many are missing or too many.
    """
    text = _loosened(_spelled_out(text, groups), groups)
    parts, wanted = text.count("/") + 1, [g for g in groups if g.count]
    if parts not in (1, len(wanted), len(groups)):
        raise InvalidInput(f"{len(groups)} groups of dice are asked for, {parts} typed", hint="part them with /")
    typed = _typed(text, groups)
    words, need = [word for own in typed for word in own], sum(g.count for g in wanted)
    if parts == 1 and len(wanted) > 1 and len(words) != need:
        _check_faces(words, wanted)
        raise InvalidInput(_miscount(len(words), need), code="dice_count")
    result = []
    for group, own in zip(groups, typed, strict=True):
        faces = tuple(map(group.die.read, own))
        if len(faces) != group.count:
            raise InvalidInput(
                f"{group.name}: " + _miscount(len(faces), group.count, group.die.noun), code="dice_count"
            )
        result.append(faces)
    return tuple(result)


def _check_faces(words: Sequence[str], groups: Sequence[Dice]) -> None:
    for word in words:
        for group in groups:
            try:
                group.die.read(word)
                break
            except InvalidInput as fault:
                if group is groups[-1]:
                    raise fault


def typed_words(text: str, groups: Sequence[Dice]) -> list[list[str]]:
    """What is typed so far as one word per die, group by group; words beyond the last group are in the last."""
    return _typed(_loosened(_spelled_out(text, groups), groups), groups)


def _typed(text: str, groups: Sequence[Dice]) -> list[list[str]]:
    parts = text.split("/")
    wanted = [place for place, g in enumerate(groups) if g.count] or [*range(len(groups))][:1]
    found: list[list[str]] = [[] for _ in groups]
    if not wanted:
        return found
    if len(parts) > 1:
        places = wanted if len(parts) <= len(wanted) else list(range(len(groups)))
        for number, part in enumerate(parts):
            place = places[min(number, len(places) - 1)]
            found[place] += _words(part, groups[place].die, [groups[place].count])
        return found
    place = 0
    for word in _words(text, groups[wanted[0]].die, [groups[place].count for place in wanted]):
        while place < len(wanted) - 1 and len(found[wanted[place]]) >= groups[wanted[place]].count:
            place += 1
        found[wanted[place]].append(word)
    return found


def told_by_success(group: Dice) -> bool:
    """Whether all that is read of these dice is how many reach their number, so that no face has to be known."""
    worth = group.reading.worth if group.reading is not None and group.reading.is_count else None
    alike = worth is not None and {worth.get(face, 0) for face in group.doing} == {1}
    return group.reach is not None and alike and not group.again and len(group.doing) < len(group.die.legal)


def _spelled_out(text: str, groups: Sequence[Dice]) -> str:
    """The text with `9+` as faces: so many times the least that succeeds, then the highest that does not."""
    while found := _SUCCEEDING.search(text):
        before, many = text[: found.start()], found[1]
        typed = typed_words(before, groups)
        wanted = [at for at, group in enumerate(groups) if group.count]
        lacking = [at for at in wanted if len(typed[at]) < groups[at].count]
        at = wanted[min(before.count("/"), len(wanted) - 1)] if "/" in before else next(iter(lacking), -1)
        if at < 0 or not told_by_success(groups[at]):
            return text
        group, room = groups[at], groups[at].count - len(typed[at])
        while many[1:] and int(many[:5]) > room:
            # `49+` of ten dice: a 4, then nine.
            before, many, room = before + many[0], many[1:], room - 1
        bad = max(int(face) for face in group.die.legal if face not in group.doing)
        rest = f" {room - int(many)}x{bad}" if int(many) < room else ""
        good = f" {many}x{min(map(int, group.doing))}" if int(many) else ""
        text = f"{before}{good}{rest} {text[found.end() :]}"
    return text


def _loosened(text: str, groups: Sequence[Dice]) -> str:
    """The text without its `/` if they are fewer than the groups need, yet the dice are just as many as wanted."""
    wanted = [g for g in groups if g.count]
    if not 0 < text.count("/") < len(wanted) - 1:
        return text
    loose = text.replace("/", " ")
    counts = [g.count for g in wanted]
    return loose if len(_words(loose, wanted[0].die, counts)) == sum(counts) else text


def is_begun(word: str, die: Die, most: int) -> bool:
    """Whether more has to be typed until this is a die, or so many of them, at most `most`: `1` of `15`, `3x`."""
    if any(str(face).startswith(word) for face in die.legal):
        return True
    number = _NUMBER.fullmatch(word)
    if number is None:
        return False
    # Figures before it may be dice of their own.
    many = [number[1][at:] for at in range(max(1, len(number[1])))]
    return any(not end or (end[0] != "0" and int(end[:5]) <= most) for end in many)


def _miscount(got: int, need: int, noun: str = "die") -> str:
    if got and got < need:
        return f"{need - got} more of {count(need, noun)}"
    wanted = f"{count(need, noun)} {'is' if need == 1 else 'are'} asked for"
    return f"{got - need} too many: {wanted}" if got else wanted


_BY_LETTER = re.compile(r"(?P<many>\d*)(?P<sign>[×*]?)(?P<face>[^\W\d]|-)|(?P<open>\d+|\*)\s*$")
"""Symbols by count: the letters of the first follow the number. `open` is one whose face is still to be typed."""
_NUMBER = re.compile(r"(\d*)[x×*]?", re.IGNORECASE)
_SUCCEEDING = re.compile(r"(\d+)\s*\+")
_LETTERS = re.compile(r"[^\W\d]+")
_MOST_TYPED = 1000
"""More dice than any roll has: of a number past it not every one is kept."""


class _Count(NamedTuple):
    """So many dice that show a face; without a number all that lack. Without a face it is not typed whole."""

    many: str
    sign: str
    face: str


def _words(text: str, die: Die, rooms: Sequence[int]) -> list[str]:
    """One word a die. `rooms` are the dice of the groups that they fill in order."""
    for face in die.legal:
        if face_words(face) != str(face):
            text = re.sub(re.escape(face_words(face)), str(face), text, flags=re.IGNORECASE)
    words: list[str] = []
    singles = () if _is_wide(die) else tuple(map(str, die.legal))
    for part in _parts(text, die):
        if isinstance(part, str):
            words += _single_words(part, die)
            continue
        many = part.many
        while many[1:] and many[0] in singles and many[1] != "0" and int(many[:5]) > sum(rooms) - len(words):
            # `425x6` of five dice or so: a 4, a 2, and five sixes.
            words, many = [*words, many[0]], many[1:]
        if not part.face:
            words.append(many + part.sign)
        else:
            words += [part.face] * min(int(many[:5]) if many else _lacking(words, rooms), _MOST_TYPED)
    return words


def _parts(text: str, die: Die) -> Iterator[str | _Count]:
    """The text in parts: dice one by one, and how many there are of a face."""
    numbered = [face for face in die.legal if isinstance(face, int)]
    if not numbered and (BLANK in die.legal and text.rstrip().endswith("*")):
        text = text.rstrip() + "-"
    pattern = _by_number(die) if numbered else _BY_LETTER
    at = 0
    for found in pattern.finditer(text):
        many, sign, face, unfinished = found["many"], found["sign"], found["face"], found["open"]
        if not (many or sign or unfinished):
            continue
        yield text[at : found.start()]
        at = found.end()
        if unfinished:
            figures = unfinished.rstrip("xX×*")
            yield _Count(figures, unfinished[len(figures) :], "")
        elif numbered:
            yield _Count(many, sign, face) if int(face[:5]) in numbered else _Count(many, sign + face, "")
        else:
            run = _LETTERS.match(text, found.start("face"))
            word = run[0] if run and _is_one(run[0], die) else face
            at = found.start("face") + len(word)
            yield _Count(many, sign, word)
    yield text[at:]


@lru_cache(maxsize=16)
def _by_number(die: Die) -> re.Pattern[str]:
    """Dice with numbers by count; `open` is one whose face is still to be typed, or a figure that is no face."""
    if _is_wide(die):
        return re.compile(r"(?P<many>\d*)(?P<sign>[x×*])\s*(?P<face>\d+)|(?P<open>\d*[x×*])\s*$", re.IGNORECASE)
    others = "".join(figure for figure in "0123456789" if int(figure) not in die.legal)
    return re.compile(rf"(?P<many>\d*)(?P<sign>[x×*])\s*(?P<face>\d)|(?P<open>\d*[x×*{others}])\s*$", re.IGNORECASE)


def _lacking(words: Sequence[str], rooms: Sequence[int]) -> int:
    return next((upto - len(words) for upto in accumulate(rooms) if upto > len(words)), 0)


def _single_words(text: str, die: Die) -> list[str]:
    words = [w for w in re.split(r"[\s,;]+", text.strip()) if w]
    if _is_wide(die):
        return words
    return [part for word in words for part in ([word] if _is_one(word, die) else word)]


def _is_wide(die: Die) -> bool:
    """Whether faces have more figures than one, so that something must part them."""
    return any(len(str(face)) > 1 for face in die.legal if isinstance(face, int))


def _is_one(word: str, die: Die) -> bool:
    """Whether a face begins with the word; else each of its letters is a die."""
    return any(str(face).lower().startswith(word.lower()) for face in die.legal)
