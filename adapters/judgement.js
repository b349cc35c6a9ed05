// What a reply costs, by what a vector expects of it: for vectors.js; docs/conformance.md has the table.
const { isDeepStrictEqual: same } = require("util");
const GRAVITY = ["privacy", "rounding", "robustness", "unsupported", "utility"]; // The gravest first
const [TRILLION, BILLION] = [10n ** 12n, 10n ** 9n]; // Parts: less is rounding, and as near as an exact answer is
const NUMBERS = ["epsilon", "e_eps", "delta"];
function number(text) { // "p/q", 7 and "0x1.8p+1", exactly: numerator and denominator
  const [, sign, whole, more = "", power] = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text) ?? [];
  if (!whole) return [...String(text).split("/").map(BigInt), 1n].slice(0, 2);
  const [above, below] = [Math.max(power, 0), Math.max(-power, 0)].map((bits) => 2n ** BigInt(bits));
  return [BigInt(`0x${whole}${more}`) * above * (sign ? -1n : 1n), 16n ** BigInt(more.length) * below];
}
const below = ([a, b], [c, d]) => a * d < c * b;
const times = ([a, b], [c, d]) => [a * c, b * d];
const said = ({ ok, ...reply }) => [ok && { ...ok, handle: 0 }, "refused" in reply, "errored" in reply];
const costs = { // Of what was granted; "" where it is as expected. "covers" needs more than this, and is not here.
  granted: () => "",
  equal: ({ fields, cost }, ok) => (Object.keys(fields).every((name) => same(ok[name], fields[name])) ? "" : cost),
  between: ({ field, least, most, cost }, { [field]: it = -1 }) => (it > most ? cost : it < least ? "utility" : ""),
  verdicts({ accepted: right, cost }, { accepted: ours }) {
    if (ours.length !== right.length) return "robustness";
    if (ours.some((each, place) => each > right[place])) return cost;
    return same(ours, right) ? "" : "utility";
  },
  value({ grade, cost, ...expect }, ok) {
    const name = NUMBERS.find((each) => expect[each] && (ok[each] ?? null) !== null);
    if (!name || ok[name] === "inf") return name && grade !== "exact" ? "" : "utility";
    const [low, high, given] = [...expect[name], ok[name]].map(number);
    if (below(given, low)) return below(given, times(low, [TRILLION - 1n, TRILLION])) ? cost : "rounding";
    return grade === "exact" && below(times(high, [BILLION + 1n, BILLION]), given) ? "utility" : "";
  },
};
function costOf(expect, reply, replies) { // What a reply costs; "" where it is as expected
  const { is, cost, infinite } = expect, { ok } = reply;
  const finite = ok && ok.epsilon !== "inf" && ok.e_eps !== "inf"; // Of a composition, where inf is a refusal
  if (is === "anything") return "";
  if (is === "declined") return ok ? cost : "";
  if ("unsupported" in reply) return "unsupported";
  const other = replies[expect.step - 1] ?? reply; // What was not sent is compared with nothing.
  if (is === "same as") return same(said(reply), said(other)) ? "" : cost;
  if ("errored" in reply) return "robustness";
  if (is === "refused" || infinite) return (infinite ? finite : ok) ? cost : "";
  return ok ? costs[is](expect, ok) : "utility";
}
const isJudged = ({ is }) => is in costs || ["anything", "declined", "refused", "same as"].includes(is);
const gravest = (costs) => GRAVITY.find((each) => costs.includes(each)); // undefined where all is as expected
module.exports = { costOf, gravest, isJudged };
