// Renders the page of `rendered` on a server, next to the one that is rendered in the browser.
import { readFileSync, writeFileSync } from "node:fs";
import { render } from "./rendered/server/server.js";

const file = (name) => new URL(`rendered/dist/${name}`, import.meta.url);
const page = readFileSync(file("index.html"), "utf8");
writeFileSync(file("server.html"), page.replace('<div id="root">', (root) => root + render()));
