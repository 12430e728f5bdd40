// A document: its examples call the service that serves it.

import { ready } from "../shared/page.js";
import { showAddress } from "./address.js";

await showAddress("article", "..");
document.querySelector("main").classList.add("ready");
const contents = /** @type {HTMLDetailsElement} */ (document.querySelector("#contents"));
contents.open = matchMedia("(min-width: 64rem)").matches; // it is beside the text
ready();
