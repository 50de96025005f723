"""Traits as cards have them, `direct_wounds:2`, and as players say them."""

from __future__ import annotations

import re

from companion.rules.gods_gloom.catalog import TRAITS
from companion.rules.gods_gloom.records import Trait


def named(written: str) -> tuple[Trait | None, str]:
    """The trait that a written word names, if it is known, and what stands behind its colon.

    Capitals, spaces and hyphens are as good as underscores: `Blind Rage`, `Direct Wounds: 2`, `Exploit: Broken`.
    """
    whole = _spelled(written)
    if whole in TRAITS:
        return TRAITS[whole], ""
    name, _, x = written.rpartition(":")
    return TRAITS.get(_spelled(name)), x.strip()


def shown(written: str) -> str:
    """A trait that the app does not know, as players write it: `sworn_brothers` is `Sworn brothers`."""
    words = written.replace("_", " ")
    return words[:1].upper() + words[1:]


def _spelled(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.lower()).strip("_")


def trait_words(written: str) -> str:
    """A written trait as players say it: `Direct Wounds: 2` for `direct_wounds:2`. Read back, it is the same trait."""
    trait, x = named(written)
    if trait is None:
        return shown(written)
    return f"{trait.name.removesuffix(' X')}: {x}" if x else trait.name
