import { renderToString } from "react-dom/server";
import "noughts/react";
import { Game } from "./Game";

export const render = () => renderToString(<Game />);
