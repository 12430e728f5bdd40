// <noughts-board> in JSX of React 19: import "noughts/react".

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { BoardAttributes, BoardEvents, Messages, NoughtsBoard, Shape } from "./noughts-board.js";
import type { Position } from "./noughts.js";

export * from "./noughts-board.js";

/** React 19 sets a property if the element has one, and listens if a name begins with "on". */
type Properties = BoardAttributes & {
    moves?: readonly number[] | null | undefined;
    position?: Position | null | undefined;
    messages?: Partial<Messages> | null | undefined;
    shapes?: readonly Shape[] | null | undefined;
    inARow?: number | undefined;
    startingSide?: "X" | "O" | undefined;
    maxNodes?: number | null | undefined;
    showScores?: boolean | undefined;
    viewOnly?: boolean | undefined;
    pace?: boolean | undefined;
} & { [Name in keyof BoardEvents as `on${Name}`]?: ((event: BoardEvents[Name]) => void) | undefined };

declare module "react" {
    namespace JSX {
        interface IntrinsicElements {
            "noughts-board": Properties &
                Omit<DetailedHTMLProps<HTMLAttributes<NoughtsBoard>, NoughtsBoard>, keyof Properties>;
        }
    }
}
