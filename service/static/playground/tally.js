// The results against each level, and the number of games in a row without a loss.

import { load, save } from "./storage.js";

const NONE = { won: 0, drawn: 0, lost: 0, unbeaten: 0 };

export const tally = {
  of: (level) => ({ ...NONE, ...load("tally")?.[level] }),

  // Counts a result: "won", "drawn" or "lost".
  count(level, result) {
    const results = tally.of(level);
    results[result] += 1;
    results.unbeaten = result === "lost" ? 0 : results.unbeaten + 1;
    save("tally", { ...load("tally"), [level]: results });
  },

  clear: () => save("tally", {}),
};
