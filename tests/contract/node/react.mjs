// Writes the React example of docs/embedding.md to a file, for tsc to compile.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const PAGE = new URL("../../../docs/embedding.md", import.meta.url);
const FOLDER = new URL("generated/react/", import.meta.url);

const [block, ...more] = readFileSync(PAGE, "utf8").matchAll(/^```tsx\n(.*?)^```$/gms);
if (!block || more.length) throw new Error("docs/embedding.md must have exactly one tsx block");
mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL("Board.tsx", FOLDER), block[1]);
