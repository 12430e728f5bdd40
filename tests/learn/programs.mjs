// Loads the programs that /learn/practice runs as the page does: as scripts, whose functions are global.

import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

for (const name of ["minimax", "alpha_beta"]) {
  runInThisContext(readFileSync(new URL(`../../service/static/learn/programs/${name}.js`, import.meta.url), "utf8"));
}
