"""The match card: one picture of a battle, 1200 by 630, to be sent to friends.

Both sides in their colours with the result between them, strength by round with the fallen, the turning point, the
hero and the luckiest roll. Nothing in it runs or is fetched, and names are drawn as shapes where letters are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from companion.engine.state.phrases import parts_of, unstopped
from companion.engine.wording import count, does, listed
from companion.frontend.clean import first_words, one_line, shortened
from companion.frontend.palette import SIDES, Palette
from companion.frontend.pixels import ROWS, pixels
from companion.frontend.saying.days import dated
from companion.report.battle import Battle, SideRecord
from companion.report.highlights import hero, turning_point
from companion.report.in_short import chance_words, dealt_words, dice_words, harm_words, lucky_words
from companion.report.pictures import blank, write

WIDTH, HEIGHT = 1200, 630
_MARGIN: Final = 48
_SQUARE, _LEAST = 15, 8
_NAME_ROOM: Final = 400
_TOP: Final = 84
_BAND, _BAND_HEIGHT = 204, 56
_LEFT, _RIGHT, _HIGH, _LOW = 200, 1010, 300, 414
_LINES: Final = (520, 560, 600)
_DASHES: Final = ("none", "18 8", "4 8", "18 8 4 8")
"""How the line of each side is drawn: who sees no colour tells them apart."""
_FONT: Final = "DejaVu Sans Mono,Menlo,Consolas,monospace"
_ADVANCE: Final = 0.602
"""How wide a letter of the font is, for one unit of its size."""
_MOST_DICE: Final = 8
_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def card_text(battle: Battle, palette: Palette) -> str:
    """The card as the text of an SVG file."""
    return tostring(card(battle, palette), encoding="unicode") + "\n"


def card(battle: Battle, palette: Palette) -> Element:
    """The card of a battle, finished or not, in these colours."""
    return _Card(battle, palette).drawn()


class _Card:
    def __init__(self, battle: Battle, palette: Palette) -> None:
        self.battle, self.palette = battle, palette
        self.colours = dict(zip(SIDES, palette.sides, strict=True))
        counted = " against ".join(f"{side.name} {self._number(side)}" for side in battle.sides)
        self.svg = blank(WIDTH, HEIGHT, f"{battle.title}: {counted}. {battle.result}", _FONT)

    def drawn(self) -> Element:
        battle = self.battle
        self._box(0, 0, WIDTH, HEIGHT, self.palette.background)
        self._heading()
        if len(battle.sides) == 2:
            self._duel(*battle.sides)
        else:
            self._many()
        self._banner()
        self._strength()
        self._words()
        self._letters("COMPANION", WIDTH - _MARGIN, 580, 4, self.palette.quiet, from_right=True)
        return self.svg

    # -- the parts, from the top -------------------------------------------------------------------------------------

    def _heading(self) -> None:
        battle = self.battle
        rounds = count(len(battle.rounds), battle.round_word)
        told = "   ".join(filter(None, (battle.game, rounds, dated(battle.day))))
        self._text(shortened(battle.title, 38), _MARGIN, 54, 24, self.palette.text, bold=True)
        self._text(told, WIDTH - _MARGIN, 54, 20, self.palette.quiet, anchor="end")

    def _duel(self, one: SideRecord, other: SideRecord) -> None:
        square = min(map(_square, (one, other)))
        self._name(one, square, _MARGIN, from_right=False)
        self._name(other, square, WIDTH - _MARGIN, from_right=True)
        left, right = (str(self._number(side)) for side in (one, other))
        # The colon stands in the middle of the picture.
        square = _SQUARE if max(len(left), len(right)) < 3 else _LEAST
        for text, x, from_right in ((left, 600 - 3 * square, True), (right, 600 + 2 * square, False)):
            self._letters(text, x, _TOP, square, self.palette.text, from_right=from_right)
        self._letters(":", 600 - square, _TOP, square, self.palette.quiet)

    def _many(self) -> None:
        room = (WIDTH - 2 * _MARGIN) / max(1, len(self.battle.sides))
        for place, side in enumerate(self.battle.sides):
            name = f"{side.mark} {shortened(side.name, int(room / (24 * _ADVANCE)) - 6)} {self._number(side)}"
            self._text(name, _MARGIN + room * place, _TOP + 50, 24, self.colours[side.colour], bold=True)

    def _banner(self) -> None:
        battle = self.battle
        winner = battle.side(battle.winner)
        fill, ink, words = self.palette.rule, self.palette.text, str(unstopped(parts_of(battle.result)[0]))
        if winner is not None:
            fill, ink = self.colours[winner.colour], self.palette.ink
            words = f"{winner.mark} {winner.name} won: {battle.why}"
        self._box(0, _BAND, WIDTH, _BAND_HEIGHT, fill)
        told = f"{self._counts()} {' : '.join(str(self._number(side)) for side in battle.sides)}"
        self._text(told, WIDTH - _MARGIN, _BAND + 36, 20, ink, bold=True, anchor="end")
        # A long reason gets smaller letters before it is cut.
        room = WIDTH - 2 * _MARGIN - (len(told) + 2) * 20 * _ADVANCE
        size = max(14, min(24, int(room / (max(1, len(words)) * _ADVANCE))))
        self._text(shortened(words, int(room / (size * _ADVANCE))), _MARGIN, _BAND + 36, size, ink, bold=True)

    def _strength(self) -> None:
        """A line a side on one scale, told apart by dashes and marks too; who falls is a cross on it, with its name."""
        battle = self.battle
        self._text("strength", _MARGIN, 306, 18, self.palette.quiet)
        self._text(f"by {battle.round_word}", _MARGIN, 330, 18, self.palette.quiet)
        self._box(_LEFT, 454, _RIGHT - _LEFT, 2, self.palette.rule)
        steps = [battle.round_word, *(str(record.number) for record in battle.rounds)]
        every = -(-len(steps) // 13)
        for place, step in enumerate(steps):
            if place % every == 0 or place == len(steps) - 1:
                self._text(step, self._x(place), 480, 18, self.palette.quiet, anchor="middle")
        values = {side.of: battle.strength(side.of) for side in battle.sides}
        most = max((value for line in values.values() for value in line), default=0) or 1
        ends = _apart([_y(values[side.of][-1], most) for side in battle.sides])
        for place, (side, end) in enumerate(zip(battle.sides, ends, strict=True)):
            named = f"{side.mark} {first_words(side.name, 11)}".rstrip()
            self._text(named, _MARGIN, 366 + 24 * place, 18, self.colours[side.colour], bold=True)
            self._line(side, _DASHES[place % len(_DASHES)], values[side.of], most, end)
        room = max(14, int((_RIGHT - _LEFT) / max(1, len(battle.rounds)) / (18 * _ADVANCE)) - 2)
        for place, record in enumerate(battle.rounds, 1):
            order = sorted(battle.sides, key=lambda side: -values[side.of][place])
            for side in order:
                gone = [unit.name for unit in side.units if unit.fall and unit.fall.round == record.number]
                if gone:
                    word = listed(gone) if len(gone) > 1 else first_words(gone[0], room)
                    word = word if 0 < len(word) <= room else f"{len(gone)} {'fall' if len(gone) > 1 else 'falls'}"
                    at = self._x(place), _y(values[side.of][place], most)
                    self._fallen(word, *at, self.colours[side.colour], above=side is order[0])

    def _line(self, side: SideRecord, dashes: str, values: Sequence[int], most: int, end: float) -> None:
        colour = self.colours[side.colour]
        points = [(self._x(place), _y(value, most)) for place, value in enumerate(values)]
        drawn = " ".join(f"{x:g},{y:g}" for x, y in points)
        stroke = {"stroke": colour, "stroke-width": "5", "stroke-linejoin": "round", "stroke-dasharray": dashes}
        SubElement(self.svg, "polyline", {"points": drawn, "fill": "none", **stroke})
        for x, y in points:
            SubElement(self.svg, "circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": "8", "fill": colour})
        left = f"{side.mark} {values[-1]}"
        self._text(left, _RIGHT + 26, end + 7, 24, colour, bold=True)
        after = _RIGHT + 26 + (len(left) + 0.5) * 24 * _ADVANCE
        self._text(f"of {values[0]}", after, end + 6, 18, self.palette.quiet)

    def _fallen(self, word: str, x: float, y: float, colour: str, *, above: bool) -> None:
        """A cross with a name: over the upper line, under the lower one."""
        back = {"cx": f"{x:g}", "cy": f"{y:g}", "r": "15", "fill": self.palette.background}
        SubElement(self.svg, "circle", back)
        cross = f"M{x - 10:g} {y - 10:g}L{x + 10:g} {y + 10:g}M{x + 10:g} {y - 10:g}L{x - 10:g} {y + 10:g}"
        SubElement(self.svg, "path", {"d": cross, "stroke": self.palette.accent, "stroke-width": "5"})
        # At the right end the strength that is left stands beside the line.
        x = min(x, _RIGHT + 10 - len(word) * 9 * _ADVANCE)
        self._text(word, x, y - 22 if above else y + 34, 18, colour, bold=True, anchor="middle")

    def _words(self) -> None:
        """Turning point, hero and luckiest roll, a line each; what is not known leaves no gap."""
        lines = iter(_LINES)
        battle = self.battle
        turn, best, made = turning_point(battle), hero(battle), battle.luckiest
        if turn is not None:
            when = f"{battle.round_word} {turn.round}"
            fell = [does(battle.names(turn.fallen), "falls"), f"{len(turn.fallen)} fall"] if turn.fallen else [""]
            if turn.pair is not None:
                head, harm = f"{when}: {' on '.join(battle.names(turn.pair))}", harm_words(battle, turn.harm)
            else:
                side = next(side for side in battle.sides if side.of == turn.side)
                head, harm = f"{when}: {does(side.name, 'loses')} {turn.lost} of {turn.had}", ""
            self._told(next(lines), "turning point", head, *(", ".join(filter(None, (harm, one))) for one in fell))
        if best is not None:
            felled = [f", {listed(battle.names(best.felled))} felled", f", {len(best.felled)} felled"]
            dealt = dealt_words(battle, best.harm)
            told = [dealt + one for one in felled] if best.felled else [dealt]
            self._told(next(lines), "hero", battle.unit(best.of).name, *told)
        if made is not None:
            y = next(lines)
            numbers = [face for face in made.faces if isinstance(face, int)]
            what = " ".join(
                [
                    "" if made.pair or (numbers and len(made.title) > 20) else made.title,
                    "" if numbers else dice_words(made.faces),
                ]
            ).strip()
            more = ", ".join(filter(None, (what, chance_words(made))))
            end = self._told(y, "luckiest roll", lucky_words(made, battle), more)
            self._dice(numbers, end + 36, y)

    def _told(self, y: int, head: str, what: str, *ways: str) -> float:
        """One line, with the first of these ways to say the rest that has room; returns where it ends."""
        self._text(head, _MARGIN, y, 20, self.palette.quiet)
        what = shortened(what, 48)
        after = 250 + (len(what) + 2) * 20 * _ADVANCE
        room = int((WIDTH - _MARGIN - after) / (20 * _ADVANCE))
        more = next((way for way in ways if len(way) <= room), shortened(ways[-1], room))
        self._text(what, 250, y, 20, self.palette.text, bold=True)
        self._text(more, after, y, 20, self.palette.quiet)
        return after + len(more) * 20 * _ADVANCE

    def _dice(self, faces: Sequence[int], x: float, y: int) -> None:
        """The faces of numbered dice, if there is room for all of them beside the name of the app."""
        if not faces or len(faces) > _MOST_DICE or x + 38 * len(faces) > 990:
            return
        for place, face in enumerate(faces):
            left, top = x + 38 * place, y - 21
            self._box(left, top, 30, 30, self.palette.text)
            if face not in _PIPS:
                self._text(str(face), left + 15, top + 21, 16, self.palette.background, bold=True, anchor="middle")
            for across, down in _PIPS.get(face, ()):
                at = {"cx": f"{left + 7 + 8 * across:g}", "cy": f"{top + 7 + 8 * down:g}", "r": "2.7"}
                SubElement(self.svg, "circle", {**at, "fill": self.palette.background})

    # -- what they are drawn with ------------------------------------------------------------------------------------

    def _has_points(self) -> bool:
        return any(side.points or side.scored for side in self.battle.sides)

    def _counts(self) -> str:
        """What the result counts: victory points; where none were given what is left of models, or of units."""
        if self._has_points():
            return "victory points"
        return self.battle.measure.left if self.battle.measure.models else "units standing"

    def _number(self, side: SideRecord) -> int:
        if self._has_points():
            return side.points
        return self.battle.rounds[-1].strength[side.of] if self.battle.measure.models else side.standing

    def _x(self, place: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * place / max(1, len(self.battle.rounds)), 1)

    def _name(self, side: SideRecord, square: int, x: float, *, from_right: bool) -> None:
        """The name in squares of this size, which is that of both sides; in bold where one has no room for them."""
        colour = self.colours[side.colour]
        if square >= _LEAST:
            self._letters(side.name, x, _TOP, square, colour, from_right=from_right)
        else:
            anchor = "end" if from_right else "start"
            self._text(shortened(side.name, 24), x, _TOP + 50, 28, colour, bold=True, anchor=anchor)

    def _letters(self, text: str, x: float, y: float, square: int, colour: str, *, from_right: bool = False) -> None:
        """A text in squares: one shape, which begins or ends at `x`. Nothing for a letter that is not known."""
        rows = pixels(one_line(text))
        if rows is None:
            return
        left = x - square * len(rows[0]) if from_right else x
        made = []
        for row in range(ROWS):
            for column, cell in enumerate(rows[row]):
                for half, filled in enumerate((cell in "█▀", cell in "█▄")):
                    if filled:
                        corner = f"M{left + square * column:g} {y + square * (2 * row + half):g}"
                        made.append(f"{corner}h{square}v{square}h-{square}z")
        SubElement(self.svg, "path", {"d": "".join(made), "fill": colour, "shape-rendering": "crispEdges"})

    def _box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        at = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{height:g}"}
        SubElement(self.svg, "rect", {**at, "fill": fill, "shape-rendering": "crispEdges"})

    def _text(
        self, words: str, x: float, y: float, size: int, fill: str, *, bold: bool = False, anchor: str = "start"
    ) -> None:
        write(self.svg, words, x, y, size, fill, bold=bold, anchor=anchor)


def _square(side: SideRecord) -> int:
    """The largest squares in which there is room for the name of a side; 0 if a letter of it is not known."""
    rows = pixels(one_line(side.name))
    return min(_SQUARE, _NAME_ROOM // len(rows[0])) if rows is not None else 0


def _y(value: int, most: int) -> float:
    return round(_LOW - (_LOW - _HIGH) * value / most, 1)


def _apart(heights: Sequence[float], room: float = 30) -> list[float]:
    """The heights of labels, the lower ones moved up until none is on another."""
    moved = list(heights)
    below = _LOW + room
    for place in sorted(range(len(heights)), key=lambda at: -heights[at]):
        moved[place] = below = min(moved[place], below - room)
    return moved
