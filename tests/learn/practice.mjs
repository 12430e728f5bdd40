// Prints the tree of /learn/practice for each query, what is known of its nodes, and the right answers.
// The input is JSON: a list of queries.

import "./programs.mjs";
import { readFileSync } from "node:fs";
import { read } from "../../service/static/practice/address.js";
import { questionsOf } from "../../service/static/practice/questions.js";
import { searched } from "../../service/static/practice/search.js";

const idsOf = (nodes) => nodes.map(({ id }) => id);

function practiceOf(query) {
  const { tree, first, seed } = read(query);
  const { nodes, skipped } = searched(tree, first);
  return {
    tree,
    first,
    nodes: nodes.map(({ entered, alpha, beta, value, minimax }) => ({ minimax, entered, alpha, beta, value })),
    skipped: idsOf(skipped),
    questions: questionsOf({ nodes, root: nodes[0], skipped }, seed ?? 0).map(({ marked, fields, pick }) =>
      ({ marked: idsOf(marked), values: fields.map(({ right }) => right), pick: pick ? idsOf(pick) : null })),
  };
}

const queries = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(queries.map(practiceOf), (_, value) => (Math.abs(value) === Infinity ? String(value) : value)));
