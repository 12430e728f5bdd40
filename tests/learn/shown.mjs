// Prints what /learn shows of searches, for each language: the text to copy, the lines of the program, and what is marked
// in every step; and the calls that the program makes in JavaScript.
// The input is JSON: a list of { trace, name }, with the response of /v1/trace and the name of a program.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { callsAt, lineAt, variablesAt } from "../../service/static/learn/calls.js";
import { LANGUAGES, programLines, programOf, runnable } from "../../service/static/learn/programs.js";
import { Search } from "../../service/static/learn/search.js";

globalThis.fetch = async (file) => new Response(await readFile(file));

// Runs a copied text without its last line, and returns the board, the window and the value of each call, in order.
function callsOf(text, name, hasWindow) {
  const record = `
    const calls = [];
    const inner = ${name};
    ${name} = (board, side, ...window) => {
      const call = [board.map((mark) => mark ?? ".").join(""), window];
      calls.push(call);
      call.push(inner(board, side, ...window));
      return call[2];
    };
    ${name}(board, MAX${hasWindow ? ", -Infinity, Infinity" : ""});
    return calls;`;
  return new Function(`"use strict"; ${text.slice(0, text.lastIndexOf("\n\n"))}${record}`)();
}

async function shownOf({ trace, name }) {
  const search = new Search(trace, trace.position);
  const program = programOf(search, name);
  const [short] = name.split("_cached");
  const shown = { name: short };
  for (const [language, { named }] of Object.entries(LANGUAGES)) {
    const [text, lines] = await Promise.all([runnable(program, search, language), programLines(program, language)]);
    const steps = Array.from({ length: search.steps + 1 }, (_, step) => ({
      line: lineAt(lines, search, step),
      calls: callsAt(search, step, program, LANGUAGES[language]),
      variables: Object.fromEntries(variablesAt(search, step, program)?.values ?? []),
    }));
    shown[language] = { text, lines, steps };
    if (language === "javascript") shown[language].calls = callsOf(text, named(short), search.hasWindow);
  }
  return shown;
}

const jobs = JSON.parse(readFileSync(0, "utf8"));
const written = (_, value) => (Math.abs(value) === Infinity ? String(value) : value);
console.log(JSON.stringify(await Promise.all(jobs.map(shownOf)), written));
