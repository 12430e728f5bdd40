// Takes the React example out of the README, for tsc to compile.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const README = new URL("../../../README.md", import.meta.url);
const FOLDER = new URL("generated/readme/", import.meta.url);

const [block, ...more] = readFileSync(README, "utf8").matchAll(/^```tsx\n(.*?)^```$/gms);
if (!block || more.length) throw new Error("the README has not one block of tsx");
mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL("Board.tsx", FOLDER), block[1]);
