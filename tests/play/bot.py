"""A bot that knows the line protocol and nothing else: it answers from what `legal` and `actions` say."""

from random import Random
from typing import Any

Message = dict[str, Any]


def move(standing: Message, rng: Random) -> Message:
    """What to say to a prompt or rest; quit where the game is over or nothing is open."""
    if standing["type"] == "prompt":
        return {"do": "answer", "value": answer(standing["kind"], standing["legal"], rng)}
    actions = [a for a in standing["actions"] if a["open"]]
    if standing["over"] is not None or not actions:
        return {"do": "quit"}
    action = rng.choice(actions)
    return {"do": "start", "procedure": action["name"], "with": {p: rng.choice(v) for p, v in action["with"].items()}}


def answer(kind: str, legal: Message, rng: Random) -> Any:
    """Some legal answer."""
    if kind in ("choose", "pick"):
        free = [o["value"] for o in legal["options"] if o["why_not"] is None]
        return (
            rng.choice(free) if kind == "choose" else rng.sample(free, rng.randint(legal["at_least"], legal["at_most"]))
        )
    if kind == "number":
        return rng.randint(legal["lo"], legal["hi"])
    if kind == "roll":
        return (
            "roll"
            if rng.random() < 0.5
            else [[rng.choice(g["faces"]) for _ in range(g["count"])] for g in legal["dice"]]
        )
    if kind == "split":
        plan = rng.choice(legal["plans"])
        parts = {name: bounds["lo"] for name, bounds in plan["parts"].items()}
        if plan["total"] is None:
            return {"plan": plan["plan"], "parts": {n: rng.randint(b["lo"], b["hi"]) for n, b in plan["parts"].items()}}
        for _ in range(plan["total"] - sum(parts.values())):
            parts[rng.choice([n for n, b in plan["parts"].items() if parts[n] < b["hi"]])] += 1
        return {"plan": plan["plan"], "parts": parts}
    if kind == "grid":
        rows: Message = {}
        for row in legal["rows"]:
            for column in legal["columns"]:
                if column["name"] not in row.get("closed", {}) and rng.random() < 0.3:
                    bounds = row.get("bounds", {}).get(column["name"], column)
                    if column.get("total") is None:
                        rows.setdefault(row["row"], {})[column["name"]] = cell(column, bounds, rng)
        return {"rows": rows}
    return True if kind == "do" else rng.random() < 0.5


def cell(column: Message, bounds: Message, rng: Random) -> Any:
    """Some legal value of one cell."""
    if column["kind"] == "number":
        return rng.randint(bounds["lo"], bounds["hi"])
    if column["kind"] == "choose":
        return rng.choice(column["choices"])["value"]
    return rng.random() < 0.5 if column["kind"] == "yes_no" else "a word"
