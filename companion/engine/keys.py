"""Keys of requests, results and numbers, as `progress.py` makes them: read here and nowhere else.

`melee[a,b]/strike[a]#2/wounds[a]`: procedures from the outermost, each with whom it is about and a number when it comes
again; last what is asked or counted. A request has `:` and its number behind it, a slot of a secret the side too.
"""

from __future__ import annotations

from collections.abc import Container


def asked(key: str) -> str:
    """What a request is called in its procedure: `attack` of `strike[a]/attack:1`."""
    return own_part(key).partition(":")[0]


def own_part(key: str) -> str:
    return key.rpartition("/")[2]


def counted(key: str) -> tuple[str, str]:
    """The name of a number and whom it is about: `wounds` and `a` of `strike[a]/wounds[a]`."""
    name, _, of = own_part(key).partition("[")
    return name, of.rstrip("]")


def plain_path(key: str) -> str:
    """A key without who it is about: `exchange[ann]/strike[ann,bob]#2/wounds` → `exchange/strike/wounds`."""
    return "/".join(map(_name, key.split("/")))


def _name(part: str) -> str:
    """What one part of a key is called, without whom it is about and which time it is."""
    return part.partition("[")[0].partition("#")[0].partition(":")[0]


def is_inside(key: str, path: str) -> bool:
    """Whether a number was counted in this procedure, or in one that it awaited."""
    return key.startswith(f"{path}/")


def secret_of(key: str) -> str:
    """The key of the secret that the request of this key is a slot of; empty if it is no slot."""
    name, _, side = key.rpartition(":")
    return name if side and own_part(name).count(":") == 1 else ""


def melee_of(key: str, names: Container[str]) -> str:
    """The path of the melee in which a request was asked; empty outside a melee.

    `names` are those of the procedures that fight one (`Ruleset.melees`).
    """
    parts = key.split("/")[:-1]
    for depth, part in enumerate(parts, 1):
        if _name(part) in names:
            return "/".join(parts[:depth])
    return ""
