// The page "See the search": the contents or, if the URL names one, a lesson, whose code is loaded only then.

import { arrived, ready } from "../shared/page.js";
import { contents } from "./contents.js";

const asked = new URLSearchParams(location.search);
if (asked.has("lesson") || asked.has("board")) {
  await arrived(import("./lesson.js")).catch(() => {}); // the notice says it
} else {
  document.querySelector("#contents").replaceChildren(...contents());
  document.body.classList.add("contents", "drawn");
  ready();
}
