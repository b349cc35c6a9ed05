"""An adapter to copy: a filter by basic composition, in doubles; docs/conformance.md has the protocol."""

import json
import math
import sys
from fractions import Fraction

CLAIMS = [{"claim": "filter", "measure": measure} for measure in ("pure", "approximate")]
held = []  # What was opened and launched; a handle is its place.


def read(loss):
    low, high = map(float.fromhex, loss["epsilon_between"])
    delta = Fraction(loss.get("delta", "0"))
    if not (0 <= low <= high < math.inf and 0 <= delta <= 1):
        raise ValueError("no loss")
    return low, high, delta


def keep(what):
    held.append(what)
    return {"handle": str(len(held) - 1)}


def launch(held, mechanism):
    (_, epsilon, delta), (most, _, most_delta) = read(mechanism["loss"]), held["budget"]
    epsilon = math.nextafter(held["epsilon"] + epsilon, math.inf) if epsilon else held["epsilon"]
    if epsilon > most or (delta := delta + held["delta"]) > most_delta:
        raise ValueError("over budget")
    held |= {"epsilon": epsilon, "delta": delta, "ran": held["ran"] + 1}
    answers = mechanism["answers"]
    return keep(iter(answers if isinstance(answers, list) else answers[held["data"]]))


def answer(message):
    match message["cmd"]:
        case "start":
            held.clear()
            return {"name": "basic", "version": "1", "language": "Python", "claims": CLAIMS}
        case "open":
            return keep({**message, "budget": read(message["budget"]), "epsilon": 0.0, "delta": 0, "ran": 0})
        case "launch":
            return launch(held[int(message["on"])], message["mechanism"])
        case "ask":
            return {"answer": next(held[int(message["on"])])}
        case "ran":
            return {"count": held[int(message["on"])]["ran"]}
    return {} if message["cmd"] == "stop" else None


for line in sys.stdin:
    seq = None
    try:
        message = json.loads(line)
        seq = message["seq"]
        result = answer(message)
        reply = {"unsupported": message["cmd"]} if result is None else {"ok": result}
    except Exception as error:
        reply = {"refused": f"{type(error).__name__}: {error}"[:500]}
    print(json.dumps({"seq": seq, **reply}), flush=True)
