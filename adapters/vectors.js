// A reader of the static vectors that needs nothing of concomp but its data; docs/conformance.md says what they mean.
// node vectors.js FOLDER COMMAND [ARGUMENT…]: FOLDER has manifest.json and vectors/; COMMAND starts an adapter.
"use strict";
const [fs, { createHash }, { spawn }, readline, { isDeepStrictEqual }] =
  ["fs", "crypto", "child_process", "readline", "util"].map(require);
const [folder, command, ...rest] = process.argv.slice(2);

function number(text) { // "p/q", 7 and "0x1.8p+1", exactly: numerator and denominator
  const [, sign, whole, more = "", power] = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text) ?? [];
  if (!whole) return [...String(text).split("/").map(BigInt), 1n].slice(0, 2);
  const [above, below] = [Math.max(power, 0), Math.max(-power, 0)].map((bits) => 2n ** BigInt(bits));
  return [BigInt(`0x${whole}${more}`) * above * (sign ? -1n : 1n), 16n ** BigInt(more.length) * below];
}
const below = ([a, b], [c, d]) => a * d < c * b;
const implies = (claim, { forms = [], grade, ...needed }) => // What is exact is an upper bound as well.
  forms.every((form) => (claim.forms ?? ["count"]).includes(form)) && [undefined, claim.grade].includes(
    claim.grade === "exact" ? undefined : grade) && Object.entries(needed).every(([name, it]) => claim[name] === it);
const said = ({ ok, refused, unsupported }) => // But for handles and texts.
  [ok && { ...ok, handle: 0 }, refused === undefined, unsupported === undefined];

const met = { // Of each expectation, whether a reply with a result is as it says.
  granted: () => true,
  equal: ({ fields }, ok) => Object.keys(fields).every((name) => isDeepStrictEqual(ok[name], fields[name])),
  verdicts: ({ accepted }, ok) => isDeepStrictEqual(ok.accepted, accepted),
  between: ({ field, least, most }, ok) => least <= ok[field] && ok[field] <= most,
  value(expect, ok) {
    const name = ["epsilon", "e_eps", "delta"].find((each) => expect[each] && ok[each] !== undefined);
    if (!name || ok[name] === "inf") return name && expect.grade !== "exact";
    const [low, [above, under]] = expect[name].map(number), given = number(ok[name]), more = 10n ** 9n;
    return !below(given, low) && !(expect.grade === "exact" && below([above * (more + 1n), under * more], given));
  },
};
function passes(expect, reply, replies) {
  if (expect.is === "anything") return true;
  if (expect.is === "same as") return isDeepStrictEqual(said(reply), said(replies[expect.step]));
  if (expect.is === "declined" || expect.is === "refused" || expect.infinite)
    return (reply.ok ? (reply.ok.epsilon ?? reply.ok.e_eps) === "inf" : expect.is === "declined" || !("errored" in reply));
  return reply.ok !== undefined && met[expect.is](expect, reply.ok);
}
async function play(steps, tell) { // The step that fails; undefined where none does.
  const replies = {};
  for (const [place, { send, expect }] of steps.entries()) {
    const text = JSON.stringify(send).replace(/"\$(\d+)\.([a-z_]+)"/g, (_, step, name) => JSON.stringify(replies[step]?.ok?.[name]));
    if (/(?<=[:,[])undefined/.test(text)) continue; // What it quotes was not granted.
    replies[place + 1] = await tell(typeof send === "string" ? send : { ...JSON.parse(text), seq: place + 1 });
  }
  return Object.keys(replies).find((step) => !passes(steps[step - 1].expect, replies[step], replies));
}
async function main() {
}
