// Writes the client's types and bounds from the contract, the library of the editor, the bundles of the element and of
// the pages with their source maps, and the hash of the element's into the documentation. With --check it fails if a file would change.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import { attributesOf, frameworkTypes, manifestOf } from "./manifest.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONTRACT = resolve(ROOT, "openapi/openapi.json");
const STATIC = resolve(ROOT, "service/static");
const SHEET = resolve(STATIC, "client/noughts-board.css");
const EMBEDDING = resolve(ROOT, "docs/embedding.md");
const ELEMENT = "client/noughts-board.js";
const STYLE = "client/style.js";
const FRAME = "shared/page.js"; // runs apart from all others
// The modules that pages load. Beside each one is the bundle that the service sends in its place.
const LOADED = [
  FRAME, "play/main.js", "play/wheel.js", "puzzles/main.js", "learn/main.js", "learn/lesson.js", "learn/code.js", "practice/main.js",
  "player/main.js", "docs/main.js", "docs/document.js", "examples/examples.js",
];
// What pages use of libraries, by package, and the files to copy beside it.
const LIBRARIES = {
  diff: { contents: 'export { diffArrays } from "diff";' },
  "prism-code-editor": {
    contents: `
      export { createEditor } from "prism-code-editor";
      export { defaultKeymap, editorCommands } from "prism-code-editor/commands";
      import "prism-code-editor/languages/clike";
      import "prism-code-editor/prism/languages/javascript";`,
    files: { "layout.css": "dist/layout.css" },
  },
  uqr: { contents: 'export { encode } from "uqr";' },
};
const HASH = "0".repeat(16); // stands for the hash of the sources
const BANNER = `// Bundled from the modules of Noughts ${HASH} by \`make pages\` (MIT License). Do not edit.`;
const OLDEST = ["chrome109", "edge109", "firefox115", "safari16"]; // browsers

const CLASSES = `\
// The types of noughts.js, generated from the contract (openapi.json): do not edit.

/** A request as the client accepts it: null and undefined fields are omitted. */
export type Given<Request> = {
    [Field in keyof Request]:
        | Request[Field]
        | ({} extends Pick<Request, Field> ? null | undefined : never);
};
/** One HTTP exchange. */
export interface Exchange {
    method: "GET" | "POST";
    /** Absolute. */
    url: string;
    /** The body sent; null for a GET. */
    body: Record<string, unknown> | null;
    status: number;
    /** The JSON response; null if it was not JSON, or came in lines. */
    answer: unknown;
}
export interface Options {
    /** The URL of the service; by default, the one the module came from; in a bundle, the page's host. */
    base?: string | URL | undefined;
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    /** Called after each HTTP exchange. */
    observe?: ((exchange: Exchange) => void) | null | undefined;
    /** How often a call that the service refuses with a Retry-After is repeated, after that wait; 0 by default. */
    retries?: number | undefined;
}
export interface CallOptions {
    /** Aborts the call, which rejects with the signal's reason. */
    signal?: AbortSignal | null | undefined;
}
export interface StreamOptions<Report = Progress> extends CallOptions {
    onProgress?: ((progress: Report) => void) | null | undefined;
}
/** The service. Its methods reject with a NoughtsError, or with the reason of an aborted signal. */
export class Noughts {
    constructor(options?: Options);
    /** Scores every legal move. */
    analysis(request?: Given<AnalysisRequest>, options?: CallOptions): Promise<Analysis>;
    /** Scores every legal move of many positions. */
    analyses(request: Given<AnalysesRequest>, options?: CallOptions): Promise<Analyses>;
    /** The same, one result after the other, each as soon as it is known. */
    streamAnalyses(
        request: Given<AnalysesRequest>,
        options?: CallOptions,
    ): AsyncGenerator<AnalysisResult & { index: number }, void, undefined>;
    /** Makes one move, with progress if \`onProgress\` is given and the board is no array. */
    bestMove(request?: Given<BestMoveRequest>, options?: StreamOptions): Promise<BestMove>;
    /** Counts the possible games from a position. */
    gameTree(request?: Given<GameTreeRequest>, options?: CallOptions): Promise<GameTree>;
    /** Returns a textbook search, node by node. */
    trace(request?: Given<TraceRequest>, options?: CallOptions): Promise<Trace>;
    /** Tests whether a player is perfect, from its moves. */
    exam(request: Given<ExamRequest>, options?: CallOptions): Promise<Exam>;
    /** Compares every move of a game with the best, with progress if \`onProgress\` is given. */
    review(request: Given<ReviewRequest>, options?: StreamOptions<ReviewProgress>): Promise<Review>;
    /** Lists the levels, weakest first. */
    levels(options?: CallOptions): Promise<Levels>;
    /** The same as analysis, with progress unless the board is an array. */
    analyze(request?: Given<AnalysisRequest>, options?: StreamOptions): Promise<Analysis>;
}
/** No response, or an error response. */
export class NoughtsError extends Error {
    constructor(message: string, options: Pick<NoughtsError, "code"> & Partial<NoughtsError>);
    /**
     * The problem's code. Without a problem, "no_answer" if there was no response (status 0), and
     * "unexpected_answer" if it was not the service's, such as the error page of a proxy.
     * "wrong_setting" is an invalid base, or an invalid attribute of a board.
     */
    readonly code: ProblemCode | "no_answer" | "unexpected_answer" | "wrong_setting";
    /** The HTTP status; 0 if there was no response. */
    readonly status: number;
    readonly problem: Problem | null;
    /** Seconds after which the same call can succeed; null if a wait does not help. */
    readonly retryAfter: number | null;
    /** The X-Request-ID of the response, for reports; null if there was none. */
    readonly requestId: string | null;
}
`;

const { openapi, info, components } = JSON.parse(readFileSync(CONTRACT, "utf8"));

async function types() {
  const nodes = await openapiTS(
    { openapi, info, paths: {}, components: { schemas: components.schemas } },
    { rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  const empty = ["paths", "webhooks", "operations", "$defs"];
  const text = astToString(nodes.filter((node) => !empty.includes(node.name?.text)));
  return `${CLASSES}${text.trimEnd()}\n`;
}

// The bounds of the settings, and the names of marks and levels.
function bounds() {
  const { ReviewRequest, BestMoveRequest, Level, Mark } = components.schemas;
  const fields = { ...ReviewRequest.properties, ...BestMoveRequest.properties };
  const integers = ["columns", "rows", "in_a_row", "seed", "max_nodes"].map((name) => {
    const { minimum, maximum } = fields[name].anyOf?.[0] ?? fields[name];
    return [name, { minimum, maximum }];
  });
  const contract = {
    bounds: Object.fromEntries(integers),
    levels: Level.enum,
    marks: Mark.enum,
  };
  return `\
// Bounds and names from the contract (openapi.json), generated by \`make pages\`. Do not edit.

export const contract = ${JSON.stringify(contract, null, 2).replace(/[{[][^{}[\]]*[}\]]/g, (inner) => inner.replace(/\s+/g, " "))};
`;
}

// Writes the parts of a library that pages use, in one file, and other files of its package, such as its license.
async function library(name, { contents, files = {} }) {
  const from = resolve(ROOT, "web/node_modules", name);
  const to = resolve(STATIC, "vendor", name);
  const { version, license } = JSON.parse(readFileSync(resolve(from, "package.json"), "utf8"));
  const { outputFiles: [{ text }] } = await build({
    banner: { js: `// ${name} ${version} (${license} License, see LICENSE.txt). Written by \`make pages\`. Do not edit.` },
    bundle: true,
    charset: "utf8",
    format: "esm",
    minify: true,
    stdin: { contents, resolveDir: dirname(from) },
    target: OLDEST,
    write: false,
  });
  put(resolve(to, `${name}.js`), text);
  for (const [file, source] of Object.entries({ ...files, "LICENSE.txt": "LICENSE" })) {
    put(resolve(to, file), readFileSync(resolve(from, source), "utf8").replaceAll("\r\n", "\n"));
  }
}

const bundleOf = (name) => name.replace(/\.js$/, ".bundle.js");

// The style sheet of the element, as a module.
async function style() {
  const { code } = await transform(readFileSync(SHEET, "utf8"), { loader: "css", minify: true, target: OLDEST });
  return `// noughts-board.css, minified by \`make pages\`. Do not edit.\n\nexport const STYLE = \`${code.trim()}\`;\n`;
}

// Writes the bundle of a module, and its source map. The map lists all sources, even those that leave nothing in the
// bundle, whose first line has their hash, so that a service can tell whether they have changed. Returns the bundle.
async function bundle(name, options) {
  const file = resolve(STATIC, bundleOf(name));
  const { metafile, outputFiles } = await build({
    absWorkingDir: STATIC,
    banner: { js: BANNER },
    bundle: true,
    charset: "utf8",
    format: "esm",
    metafile: true,
    minify: true,
    outfile: file,
    sourcemap: "linked",
    target: OLDEST,
    write: false,
    ...options,
  });
  const [map, script] = outputFiles.map(({ text }) => text);
  const inputs = Object.keys(metafile.inputs).filter((each) => each !== "<stdin>");
  const files = inputs.map((each) => (each === STYLE ? SHEET : resolve(STATIC, each)));
  const sources = files.map((each) => relative(dirname(file), each));
  const all = [...new Set([...JSON.parse(map).sources, ...sources])];
  const sourcesContent = all.map((each) => readFileSync(resolve(dirname(file), each), "utf8"));
  put(`${file}.map`, `${JSON.stringify({ ...JSON.parse(map), sources: all, sourcesContent })}\n`);
  const hash = createHash("sha256").update(sourcesContent.join("")).digest("hex").slice(0, HASH.length);
  const text = script.replace(HASH, hash);
  put(file, text);
  return text;
}

// The element, the client with all languages, and the functions that they share with pages, in one file.
function elementBundle() {
  const contents = 'export * from "./noughts-board.js"; export * from "./pages.js";';
  return bundle(ELEMENT, { stdin: { contents, resolveDir: dirname(resolve(STATIC, ELEMENT)) } });
}

// A module of the pages with all that it imports, except the frame, files that it may load later and, on a page
// with a board, the client.
function pageBundle(name) {
  const folder = dirname(resolve(STATIC, name));
  const hasBoard = readFileSync(resolve(STATIC, name), "utf8").includes(ELEMENT);
  const setup = ({ onResolve }) => onResolve({ filter: /^\./ }, ({ importer, kind, path, resolveDir }) => {
    const file = relative(STATIC, resolve(resolveDir, path));
    const isClient = hasBoard && file.startsWith("client/");
    if (!importer || !(isClient || file === FRAME || kind === "dynamic-import")) return undefined;
    const other = relative(folder, resolve(STATIC, isClient ? bundleOf(ELEMENT) : file));
    return { external: true, path: other.startsWith(".") ? other : `./${other}` };
  });
  return bundle(name, { entryPoints: [name], plugins: [{ name: "apart", setup }] });
}

function put(file, text) {
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`${relative(ROOT, file)} is out of date. Run \`make pages\``);
    process.exitCode = 1;
  }
}

put(resolve(STATIC, "client/noughts.d.ts"), await types());
put(resolve(STATIC, "client/contract.js"), bounds());
const manifest = manifestOf("noughts-board.js", readFileSync(resolve(STATIC, "client/noughts-board.d.ts"), "utf8"));
put(resolve(STATIC, "client/custom-elements.json"), `${JSON.stringify(manifest, null, 2)}\n`);
put(resolve(STATIC, "client/templates.d.ts"), attributesOf(manifest));
for (const [name, text] of frameworkTypes(manifest)) put(resolve(STATIC, "client", name), text);
put(resolve(STATIC, STYLE), await style());
for (const [name, parts] of Object.entries(LIBRARIES)) await library(name, parts);
const element = await elementBundle();
for (const name of LOADED) await pageBundle(name);
const integrity = createHash("sha384").update(element).digest("base64");
put(EMBEDDING, readFileSync(EMBEDDING, "utf8").replace(/(?<=integrity="sha384-)[^"]*/, () => integrity));
