"""A bot at a seat: python bot.py SESSION SEAT. docs/protocol.md describes every line."""

import json
import subprocess
import sys

words = [sys.executable, "-m", "companion", "play", sys.argv[1], "--json", "--seat", sys.argv[2]]
program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
closing = {"prompt", "rest", "preview", "state", "odds", "answers", "error", "bye"}


def hear():
    for message in map(json.loads, program.stdout):
        if message["type"] in closing:
            return message
    sys.exit("the program has ended")


def say(do, **fields):
    program.stdin.write(json.dumps({"do": do} | fields) + "\n")
    program.stdin.flush()
    return hear()


def marked(kind, legal):
    free = [one["value"] for one in legal.get("options", ()) if one["why_not"] is None]
    if kind in ("choose", "pick"):
        return free[0] if kind == "choose" else legal.get("default", free[: legal["at_least"]])
    usual = {"do": True, "text": "", "grid": {"rows": {}}, "split": {"parts": legal.get("default")}}
    return usual[kind] if kind in usual else legal.get("default", legal.get("lo"))


def move(now):
    if now["type"] == "rest":
        mine = [one for one in now["actions"] if one["open"] and one["suggested"] and one["kind"] == "turn"]
        if mine and now["active"] == seat and not now["over"]:
            return say("start", procedure=mine[0]["name"], **{"with": {p: v[0] for p, v in mine[0]["with"].items()}})
    elif now["by"] == seat or (seat in now["by"] and now["kind"] == "roll"):
        found = say("answer", value="roll") if now["kind"] == "roll" else say("draw", goal="wounds")
        return say("answer", value=marked(now["kind"], now["legal"])) if found["type"] == "error" else found
    return say("wait", seconds=5)


seat = json.loads(program.stdout.readline())["seat"]
now = hear()
while now["type"] != "bye":
    now = move(now) if now["type"] in ("rest", "prompt") else say("wait", seconds=1)
