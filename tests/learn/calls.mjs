// Runs programs and prints their calls: the board, the window and the value of each, in order of entry.
// The input is JSON: a list of { source, name, hasWindow }.

import { readFileSync } from "node:fs";

const RECORD = (name, hasWindow) => `
  const calls = [];
  const inner = ${name};
  ${name} = (board, side, ...window) => {
    const call = [board.map((mark) => mark ?? ".").join(""), window.map((bound) => (Number.isFinite(bound) ? bound : String(bound)))];
    calls.push(call);
    const value = inner(board, side, ...window);
    call.push(value);
    return value;
  };
  ${name}(board, MAX${hasWindow ? ", -Infinity, Infinity" : ""});
  return { calls, nodes };`;

const jobs = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(jobs.map(({ source, name, hasWindow }) =>
  new Function(`"use strict"; ${source}${RECORD(name, hasWindow)}`)())));
