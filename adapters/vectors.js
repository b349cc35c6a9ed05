// A reader of the static vectors that needs nothing of concomp but its data; docs/conformance.md says what they mean.
// node vectors.js FOLDER COMMAND [ARGUMENT…]: FOLDER has manifest.json and vectors/; COMMAND starts an adapter.
const [fs, { createHash }, { spawn }, readline, { isDeepStrictEqual: same }] =
  ["fs", "crypto", "child_process", "readline", "util"].map(require);
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
const said = ({ ok, refused, errored }) => [ok && { ...ok, handle: 0 }, refused === undefined, errored === undefined];
const met = { // Of each expectation, whether a reply is as it says.
  anything: () => true,
  "same as": ({ step }, reply, replies) => same(said(reply), said(replies[step - 1])),
  declined: (_, { ok }) => !ok || (ok.epsilon ?? ok.e_eps) === "inf",
  refused: (expect, reply) => !("errored" in reply) && met.declined(expect, reply),
  granted: (_, { ok }) => ok !== undefined,
  equal: ({ fields }, { ok }) => Object.keys(fields).every((name) => same(ok?.[name], fields[name])),
  verdicts: ({ accepted }, { ok }) => same(ok?.accepted, accepted),
  between: ({ field, least, most }, { ok }) => least <= ok?.[field] && ok[field] <= most,
  value(expect, reply) {
    if (expect.infinite) return met.refused(expect, reply);
    const ok = reply.ok ?? {}, name = ["epsilon", "e_eps", "delta"].find((each) => expect[each] && each in ok);
    if (!name || ok[name] === "inf") return name !== undefined && expect.grade !== "exact";
    const [low, [above, under]] = expect[name].map(number), given = number(ok[name]), part = 10n ** 9n;
    return !below(given, low) && !(expect.grade === "exact" && below([above * (part + 1n), under * part], given));
  },
}; // "covers" is left to concomp.
async function firstToFail(steps, tell, replies = []) { // Its place; -1 where none does.
  for (const [place, { send }] of steps.entries()) {
    const text = JSON.stringify(send).replace(/"\$(\d+)\.([a-z_]+)"/g, (_, step, name) => JSON.stringify(
      replies[step - 1]?.ok?.[name]) ?? "NOT GRANTED");
    if (!text.includes("NOT GRANTED")) replies[place] = await tell(JSON.parse(text));
  }
  return steps.findIndex(({ expect }, place) => replies[place] && !met[expect.is](expect, replies[place], replies));
}
(async ([folder, command, ...rest]) => {
  const adapter = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: adapter.stdout })[Symbol.asyncIterator]();
  const write = (text) => (adapter.stdin.write(`${text}\n`), lines.next()); // One by one; to send ahead is faster.
  const tell = async (message) => JSON.parse((await write(typeof message === "string" ? message
    : JSON.stringify({ seq: 1, ...message }))).value ?? '{"errored":"it has ended"}');
  const { version, families } = JSON.parse(fs.readFileSync(`${folder}/manifest.json`));
  for (const [family, { sha256 }] of Object.entries(families)) {
    const data = fs.readFileSync(`${folder}/vectors/${family}.jsonl`);
    if (createHash("sha256").update(data).digest("hex") !== sha256) throw new Error(`${family}: another file`);
    for (const { id, claims, steps } of data.toString().trim().split("\n").map((line) => JSON.parse(line))) {
      const { ok } = await tell({ cmd: "start", protocol: 1, suite: version });
      const isStatic = steps.length > 0 && steps.every(({ expect }) => expect.is in met); // Else an experiment
      if (!isStatic || !claims.every((each) => ok.claims.some((claim) => implies(claim, each)))) continue;
      const place = await firstToFail(steps, tell);
      console.log(`${id}: ${place < 0 ? "passed" : `failed at step ${place + 1}`}`);
    }
  }
  adapter.stdin.end();
})(process.argv.slice(2));
