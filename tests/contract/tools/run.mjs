// Runs Portman with Newman, Step CI, Dredd and Specmatic as programs: `node run.mjs CONTRACT URL FOLDER`, with
// NOUGHTS_PROVOKE_ERRORS=true in the service. docs/contract.md explains the options and the changes below. A
// program that fails a test, or tests fewer than all operations, ends this one with its output.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [contract, url, folder] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const env = { ...process.env, STEPCI_DISABLE_ANALYTICS: "1", SPECMATIC_DISABLE_TELEMETRY: "true" };
const BESIDE_MOVES = ["moves", "starting_side", "columns", "rows"];
const LINES = ["application/x-ndjson", "application/jsonl", "application/ndjson"];

function run(program, ...options) {
  try {
    return execFileSync(here(`node_modules/.bin/${program}`), options, { cwd: folder, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  } catch ({ stdout, stderr }) {
    throw new Error(`${program} failed:\n${stdout.slice(-20_000)}\n${stderr.slice(-5_000)}`);
  }
}

const count = (text, pattern) => (text.match(pattern) ?? []).length;

// The path of the contract with changed parameters.
function changed(name, change) {
  const document = JSON.parse(readFileSync(contract, "utf8"));
  for (const operation of Object.values(document.paths).flatMap(Object.values))
    operation.parameters = operation.parameters?.flatMap((parameter) => change(parameter, operation));
  writeFileSync(`${folder}/${name}.json`, JSON.stringify({ ...document, servers: [{ url }] }));
  return `${name}.json`;
}

const alternatives = ({ name }, { parameters }) => BESIDE_MOVES.includes(name) && parameters.some((each) => each.name === "board");
const withoutMoves = changed("step", (parameter, operation) => (alternatives(parameter, operation) ? [] : parameter));
const listsOfSeveral = changed("several", (parameter) => {
  if (parameter.name !== "moves" || !parameter.examples) return parameter;
  const { no_moves: _none, one_move: _one, ...examples } = parameter.examples;
  return { ...parameter, examples };
});
const oneExample = changed("dredd", ({ examples, ...rest }) => (examples ? { ...rest, example: Object.values(examples)[0].value } : rest));

const portman = run("portman", "-l", contract, "-b", url, "-c", here("portman.json"), "--runNewman", "--output", "portman.out.json");
run("stepci", "generate", withoutMoves, "step.yml", "--checkExamples=false");
const step = run("stepci", "run", "step.yml");
const dredd = run("dredd", oneExample, url, `--hookfiles=${here("dredd.cjs")}`);
const filter = ["STATUS!='204'", ...LINES.map((type) => `RESPONSE.CONTENT-TYPE!='${type}'`)].join(" && ");
const specmatic = run("specmatic", "test", listsOfSeveral, "--testBaseURL", url, "--filter", filter);

const passed = {
  portman: count(portman, /✓/g),
  step: Number(/Steps:.* (\d+) passed/.exec(step)[1]),
  dredd: count(dredd, /pass.*duration/g),
  specmatic: Number(/Successes: (\d+)/.exec(specmatic)[1]),
};
const operations = Object.values(JSON.parse(readFileSync(contract, "utf8")).paths).flatMap(Object.values).length;
if (Object.values(passed).some((tests) => tests < operations)) throw new Error(`Too few tests: ${JSON.stringify(passed)}`);
