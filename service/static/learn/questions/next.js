// Questions about the next step of a search.

import { moveTo, place, the, way } from "../sentences.js";
import { choicesOf, MOST } from "./values.js";

export function next(search, node, step) {
  const event = search.eventAt(step + 1);
  const above = [node, node.parent, node.parent?.parent].filter(Boolean);
  const ahead = above.flatMap(({ children }) => children).filter(({ entered }) => entered >= step);
  const open = above.filter(({ left }) => left >= step);
  const wordsFor = (each) => (open.includes(each)
    ? `It returns from ${each.parent ? way(each) : "the top"}.`
    : `It goes on to ${way(each)}.`);
  const nodes = [...new Set([event.node, ...open, ...ahead])].slice(0, MOST - 1)
    .sort((a, b) => (wordsFor(a) < wordsFor(b) ? -1 : 1));
  return {
    question: "What does the search do next?",
    choices: nodes.map((each) => [wordsFor(each), each === event.node]),
    picks: nodes,
    hint: "It tries every move of a node before it returns the node's value.",
    why: event.isEntered
      ? `${moveTo(event.node)} is the next move ${place(event.node.parent)}.`
      : `No move is left ${place(event.node)}, so its value is known.`,
    shown: [event.node],
    at: step + 1,
  };
}

// `search.line(step)`, where there is code beside the tree, is the text of the line that runs at a step.
export function line(search, node, step) {
  const right = search.line?.(step + 1);
  if (!right) return null;
  const lines = new Set([right]);
  for (let at = 1; at <= search.steps && lines.size < MOST; at += 1) lines.add(search.line(at));
  return {
    question: "Which line of the code will be marked next?",
    choices: choicesOf([...lines].filter(Boolean).sort(), right),
    hint: "Does the search enter a node next, or leave one?",
    why: whyLine(search.eventAt(step + 1)),
    shown: [search.nodeAt(step + 1)],
    at: step + 1,
  };
}

function whyLine({ node, isEntered }) {
  if (node.end === "cached" && isEntered) return "Before a call, the program looks in the cache.";
  if (node.end === "cached") return "The cache has the value.";
  if (isEntered) return `The function is called for ${the(node)}, and starts at its first line.`;
  if (node.isLeaf) return `${moveTo(node)} ends the game or reaches the limit, so the call returns at once.`;
  if (node.end === "cutoff") return "The best value has reached the bound, so the loop ends.";
  return `No move is left ${place(node)}, so the best value is returned.`;
}
