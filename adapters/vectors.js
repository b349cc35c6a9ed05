// A reader of the static vectors that needs nothing of concomp but its data; docs/conformance.md says what they mean.
// node vectors.js FOLDER COMMAND [ARGUMENT…]: FOLDER has manifest.json and vectors/; COMMAND starts an adapter.
// As by the runner, all steps of a vector are judged, and the gravest failure is told. One thing is left open here:
// where less was granted than expected, whether a later launch has to be refused; the runner computes that anew.
const [fs, { createHash }, { spawn }, readline, { costOf, gravest, isJudged }] =
  ["fs", "crypto", "child_process", "readline", "./judgement.js"].map(require);
const implies = (claim, { forms = [], grade, ...needed }) => // What is exact is an upper bound as well.
  forms.every((form) => (claim.forms ?? ["count"]).includes(form)) && [undefined, claim.grade].includes(
    claim.grade === "exact" ? undefined : grade) && Object.entries(needed).every(([name, it]) => claim[name] === it);
function sessionOf(steps, { on }) { // The step that opened what a message is about, through copies
  const [, place] = /^\$(\d+)\./.exec(on) ?? [], step = steps[place - 1];
  return step?.send.cmd === "duplicate" ? sessionOf(steps, step.send) : place;
}
function isOpen(steps, place, replies) { // Whether a launch may be granted, as less was granted before
  const { send, expect } = steps[place], session = sessionOf(steps, send);
  const lacks = ({ send, expect }, earlier) => sessionOf(steps, send) === session && (send.cmd === "storm"
    ? !(replies[earlier]?.ok?.granted >= expect.most) : expect.is === "granted" && !replies[earlier]?.ok);
  return session && send.cmd === "launch" && ["refused", "declined"].includes(expect.is)
    && steps.slice(0, place).some(lacks);
}
async function verdict(steps, tell, replies = []) {
  for (const [place, { send }] of steps.entries()) {
    const text = JSON.stringify(send).replace(/"\$(\d+)\.([a-z_]+)"/g, (_, step, name) => JSON.stringify(
      replies[step - 1]?.ok?.[name]) ?? "NOT GRANTED");
    if (!text.includes("NOT GRANTED")) replies[place] = await tell(JSON.parse(text));
  }
  const costs = steps.map(({ expect }, place) => replies[place] && !isOpen(steps, place, replies)
    && costOf(expect, replies[place], replies));
  const cost = gravest(costs);
  return cost ? `failed (${cost}) at step ${costs.indexOf(cost) + 1}` : "passed";
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
      const isStatic = steps.length > 0 && steps.every(({ expect }) => isJudged(expect)); // Else an experiment
      if (!isStatic || !claims.every((each) => ok.claims.some((claim) => implies(claim, each)))) continue;
      console.log(`${id}: ${await verdict(steps, tell)}`);
    }
  }
  adapter.stdin.end();
})(process.argv.slice(2));
