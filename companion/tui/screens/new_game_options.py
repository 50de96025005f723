"""The options of a new game: ticked, chosen or typed in place, each with its reason."""

from __future__ import annotations

from functools import partial

from companion.engine.ruleset import RuleOption
from companion.frontend.setup import Setup
from companion.frontend.values import option_word, typed_option
from companion.frontend.wording import fault_of
from companion.tui.screens.asking import PickOne
from companion.tui.screens.new_game_base import NewGameBase
from companion.tui.screens.new_game_rows import Place
from companion.tui.text import plain


class NewGameOptions(NewGameBase):
    """The part of the form in which options are agreed."""

    all_options = False
    """Whether all of them are listed, or only those that every new game asks for."""

    def show_options(self) -> None:
        """Lists all of them from now on."""
        self.all_options = True
        if self.setup is not None:
            self.redraw(Place("option", "", self.setup.ruleset.options[0].name))
            self.moved()

    def starts(self, character: str) -> bool:
        """A digit on a number begins another number."""
        option = self.option()
        number = option is not None and isinstance(option.default, int) and not isinstance(option.default, bool)
        if self.setup is None or option is None or not number or option.choices or not character.isdigit():
            return False
        self._type_option(self.setup, option, "")
        return True

    def set_option(self, setup: Setup, option: RuleOption) -> None:
        """Turns one of two values over, asks for one of several, or lets a number be typed."""
        value = setup.options.get(option.name, option.default)
        words = list(option.choices) or ([True, False] if isinstance(option.default, bool) else [])
        if len(words) == 2:
            other = words[1] if value == words[0] else words[0]
            self.change(lambda setup: setup.options.__setitem__(option.name, option.checked(other)))
        elif words:
            choices = [(str(word), str(word).replace("_", " ")) for word in words]
            self.open_over(
                PickOne(option.label, choices, str(value), text=plain(option.why, "$quiet")),
                lambda text: self._put_option(option, text) if text is not None else None,
            )
        else:
            self._type_option(setup, option, option_word(value))

    def _type_option(self, setup: Setup, option: RuleOption, text: str) -> None:
        place = Place("option", "", option.name)
        self.form.begin(
            place, text, lambda typed: self._put_option(option, typed), partial(fault_of, typed_option, option)
        )

    def _put_option(self, option: RuleOption, text: str) -> None:
        self.change(lambda setup: setup.options.__setitem__(option.name, typed_option(option, text)))

    def option(self) -> RuleOption | None:
        place = self.place()
        return self.setup.ruleset.option(place.of) if self.setup is not None and place.kind == "option" else None
