// The puzzles in puzzles.json.

import { positionOf } from "../client/pages.js";
import { symmetryKeyOf } from "./variants.js";

// The puzzles in the file, easiest first. The number counts those of one difficulty.
export function puzzlesOf(entries) {
  const counts = {};
  return entries.map((entry) => {
    const { plies_to_end: plies, difficulty } = entry;
    const position = positionOf(entry);
    const number = (counts[difficulty] = (counts[difficulty] ?? 0) + 1);
    return { position, key: symmetryKeyOf(position), plies, difficulty, number };
  });
}
