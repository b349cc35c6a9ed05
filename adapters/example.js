// An adapter to copy: a filter by basic composition, in doubles; docs/conformance.md has the protocol.
"use strict";
const claims = ["pure", "approximate"].map((measure) => ({ claim: "filter", measure }));
const MORE = 1 + 2 ** -40; // More than rounding takes away from sums of a few hundred doubles.
let held = []; // What was opened and launched; a handle is its place.

function double(text) { // "0x1.62e42fefa39efp-1"
  const [, whole, digits = "", power] = /^0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text);
  return (parseInt(whole, 16) + (digits && parseInt(digits, 16) / 16 ** digits.length)) * 2 ** Number(power);
}
function quotient(text) { // "p/q"
  const [, above, below = "1"] = /^(\d+)(?:\/([1-9]\d*))?$/.exec(text);
  return Number(above) / Number(below);
}
function read({ epsilon_between: [low, high], delta = "0" }) {
  const loss = { low: double(low), high: double(high), delta: quotient(delta) };
  if (!(loss.high < Infinity && loss.delta <= 1)) throw new Error("no loss");
  return loss;
}
const keep = (what) => ({ handle: String(held.push(what) - 1) });
const answers = {
  start: () => { held = []; return { name: "basic", version: "1", language: "JavaScript", claims }; },
  open: ({ budget, data }) => keep({ budget: read(budget), data, epsilon: 0, delta: 0, ran: 0 }),
  launch({ on, mechanism }) {
    const filter = held[on], loss = read(mechanism.loss);
    const epsilon = filter.epsilon + loss.high, delta = filter.delta + loss.delta;
    if (!(epsilon * MORE <= filter.budget.low && delta * MORE <= filter.budget.delta)) throw new Error("over budget");
    Object.assign(filter, { epsilon, delta, ran: filter.ran + 1 });
    const script = Array.isArray(mechanism.answers) ? mechanism.answers : mechanism.answers[filter.data];
    return keep(script.values());
  },
  ask: ({ on }) => ({ answer: held[on].next().value }),
  ran: ({ on }) => ({ count: held[on].ran }),
  stop: () => ({}),
};
function reply(line) {
  let seq = null;
  try {
    const message = JSON.parse(line);
    seq = message.seq ?? null;
    return answers[message.cmd] ? { seq, ok: answers[message.cmd](message) } : { seq, unsupported: message.cmd ?? "" };
  } catch (error) {
    return { seq, refused: String(error) };
  }
}
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => process.stdout.write(`${JSON.stringify(reply(line))}\n`));
