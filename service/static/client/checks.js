// What is wrong with settings, found before the service is asked: it speaks of its own fields.

import { NoughtsError } from "./noughts.js";

export const WRONG_SETTING = "wrong_setting";

const LEVELS = ["beginner", "easy", "medium", "hard", "perfect"];
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

// An error that says what to set, or null.
export function faultIn({ columns, rows, inARow, side, startingSide, level, seed, maxNodes }) {
  const rules = [
    ["columns to a whole number from 3 to 9", isWhole(columns, 3, 9)],
    ["rows to a whole number from 3 to 9", isWhole(rows, 3, 9)],
    ["in-a-row to at least 3, and at most the longer side of the board", isWhole(inARow, 3, Math.max(columns, rows))],
    ["side to X, O or both", ["X", "O", "both"].includes(side)],
    ["starting-side to X or O", ["X", "O"].includes(startingSide)],
    [`level to ${LEVELS.slice(0, -1).join(", ")} or ${LEVELS.at(-1)}`, LEVELS.includes(level)],
    ["seed to a whole number from 0 to 2^53 - 1", seed === null || isWhole(seed, 0, Number.MAX_SAFE_INTEGER)],
    ["max-nodes to a whole number from 1,000 to 5,000,000", maxNodes === null || isWhole(maxNodes, 1_000, 5_000_000)],
  ];
  const broken = rules.find(([, holds]) => !holds);
  return broken ? wrongSetting(`Set ${broken[0]}.`) : null;
}

export function wrongSetting(message) {
  return new NoughtsError(message, { code: WRONG_SETTING });
}
