// Prints what /learn marks in every step of a search: the lines that run, the variables, and the open calls.
// The input is JSON: { trace, lines, program, language }, with the response of /v1/trace.

import { readFileSync } from "node:fs";
import { callsAt } from "../../service/static/learn/code-calls.js";
import { linesAt } from "../../service/static/learn/code-lines.js";
import { LANGUAGES } from "../../service/static/learn/code-programs.js";
import { variablesAt } from "../../service/static/learn/code-variables.js";
import { Search } from "../../service/static/learn/search.js";

const { trace, lines, program, language } = JSON.parse(readFileSync(0, "utf8"));
const search = new Search(trace, trace.position);
const steps = Array.from({ length: search.steps + 1 }, (_, step) => ({
  lines: linesAt(lines, search, step),
  calls: callsAt(search, step, program, LANGUAGES[language]),
  variables: Object.fromEntries(variablesAt(search, step, program)?.values ?? []),
}));
console.log(JSON.stringify(steps, (_, value) => (Math.abs(value) === Infinity ? String(value) : value)));
