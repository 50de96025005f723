"""A bot at a seat: python bot.py SESSION SEAT. docs/protocol.md describes every line."""

import json
import subprocess
import sys

words = [sys.executable, "-m", "companion", "play", sys.argv[1], "--json", "--seat", sys.argv[2]]
program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
seat = json.loads(program.stdout.readline())["seat"]
for now in map(json.loads, program.stdout):
    say = {"do": "wait", "seconds": 5}
    if now["type"] == "prompt" and (now["by"] == seat or (now["kind"] == "roll" and seat in now["by"])):
        say = {"do": "answer", "value": "roll"} if now["kind"] == "roll" else {"do": "draw"}
    elif now["type"] == "rest" and now["active"] == seat and not now["over"]:
        for action in now["actions"]:
            if action["suggested"] and action["kind"] == "turn":
                say = {"do": "start", "procedure": action["name"], "with": {p: v[0] for p, v in action["with"].items()}}
    elif now["type"] not in ("prompt", "rest", "error"):
        continue
    print(json.dumps(say), file=program.stdin, flush=True)
