// Renders on a server a page that imports the element.
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import "noughts";

console.log(renderToString(createElement("noughts-board", { level: "hard", "in-a-row": 4 })));
