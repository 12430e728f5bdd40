import { createRoot, hydrateRoot } from "react-dom/client";
import "noughts/react";
import { Game } from "./Game";

const root = document.querySelector("#root")!;
if (root.hasChildNodes()) hydrateRoot(root, <Game />);
else createRoot(root).render(<Game />);
