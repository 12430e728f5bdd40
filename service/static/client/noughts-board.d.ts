// The types of the element <noughts-board>, and of all that its module exports.

import type { Analysis, Board, Level, Mark, Move, Position, Review, ReviewProgress } from "./noughts.js";
import type { Exchange, Noughts, NoughtsError, StreamOptions } from "./noughts.js";

export type { BoardAttributes } from "./templates.js";
export * from "./noughts.js";
export const en: Messages;
/** By language, a function that loads the table of its messages. Pages can add their own. */
export const languages: Record<string, () => Promise<Messages>>;

/** The person's side; both sides, or none. */
export type Side = Mark | "both" | "none";

/** Every attribute, as a property with the same value. */
export interface BoardSettings {
    columns: number;
    rows: number;
    inARow: number;
    misere: boolean;
    side: Side;
    startingSide: Mark;
    level: Level;
    /** Whether the level perfect sets traps. */
    traps: boolean;
    /** Null: a different game each time. */
    seed: number | null;
    /** Null: the service's default. */
    maxNodes: number | null;
    /** The page makes the moves: a click only fires "beforemove". */
    controlled: boolean;
    /** Nobody moves, neither by clicks nor by requests to the service. */
    viewOnly: boolean;
    /** A reply comes 400 ms after the move at the earliest, unless the person prefers reduced motion. */
    pace: boolean;
}

/** The colors of shapes: those of a win, a draw and a loss, and `--noughts-accent`, the default. */
export type ShapeColor = "good" | "fair" | "bad" | "accent";

/**
 * A shape on a cell, drawn above the marks, a highlight below them. An arrow without `from` points at its
 * cell from above. A faint mark is not played, and has the color of its side. Shapes that do not fit the
 * board are not drawn.
 */
export type Shape = (
    | { type: "arrow"; from?: number | undefined; to: number }
    | { type: "circle" | "highlight"; cell: number }
    | { type: "badge"; cell: number; text: string }
    | { type: "mark"; cell: number; side: Mark }
) & {
    color?: ShapeColor | undefined;
    /** Added to the accessible name of the cell; by default, the text of a badge. */
    label?: string | undefined;
};

/** The start of a game: with moves, of which the first `at` are shown, from a board, or a position. */
export interface Beginning {
    moves?: readonly number[] | undefined;
    at?: number | undefined;
    board?: Board | undefined;
    sideToMove?: Mark | null | undefined;
    position?: Position | undefined;
}

export interface MoveDetail {
    side: Mark;
    cell: number;
    by: "person" | "level" | "page";
    position: Position;
    /** Of a level that sets traps. */
    trap?: Move["trap"];
}

/** Until 2.0, each event is also dispatched by its former name, without `noughts-`. */
export type BoardEvents = FormerEvents & { [Name in keyof FormerEvents as `noughts-${Name}`]: FormerEvents[Name] };

interface FormerEvents {
    /** A person is about to move; `preventDefault()` prevents it. `position` is the one before the move. */
    beforemove: CustomEvent<{ side: Mark; cell: number; position: Position }>;
    /** A side has moved. */
    move: CustomEvent<MoveDetail>;
    gameover: CustomEvent<{ winner: Mark | null; status: Position["status"]; position: Position }>;
    /** An error occurred. */
    fault: CustomEvent<{ error: NoughtsError }>;
    /** The display has changed. */
    change: CustomEvent<null>;
    /** Best play after the move under the pointer; without it, `cell` is null. */
    preview: CustomEvent<{ cell: number | null; variation: number[]; isProved: boolean }>;
    /** One HTTP exchange. */
    exchange: CustomEvent<Exchange>;
}

/** Every sentence of the board: a string, or a function that returns it. */
export interface Messages {
    board(columns: number, rows: number): string;
    cell(column: string, row: number): string;
    empty: string;
    /** `plies` is empty if it is not proved how long the win takes; the result is trimmed. */
    win(plies: number | ""): string;
    draw: string;
    loss(plies: number | ""): string;
    inLine: string;
    notProved: string;
    bestMove(reason: string): string;
    settingUp: string;
    analysing: string;
    thinking(side: Mark): string;
    played(side: Mark, place: string): string;
    completed(side: Mark, place: string, line: string): string;
    start: string;
    position(ply: number, plies: number): string;
    yourTurn(side: Mark): string;
    toMove(side: Mark): string;
    won(winner: Mark): string;
    wonInMisere(loser: Mark, winner: Mark): string;
    drawn: string | (() => string);
    /** With scores on a large board, of which few are shown if most moves have the same value. */
    mostMoves(common: { count: number; all: number; outcome: Move["outcome"] }): string;
    progress(proved: number, moves: number): string;
    progressOfSearch: string;
    cancel: string;
    tryAgain: string;
    /** For the side that the person plays next; null if both or none do. */
    playAgain: string | ((side: Mark | null) => string);
    noAnswer: string;
    unexpectedAnswer(status: number): string;
    /** About a request that the service rejects; its explanation is in English. */
    problem(detail: string): string;
    wholeNumber(name: string, minimum: string, maximum: string): string;
    inARow(minimum: number): string;
    oneOf(name: string, values: string[]): string;
    either: string;
    /** About a move of an analysis or a review. */
    sentence(move: Pick<Move, "reason" | "text" | "outcome" | "plies_to_end"> & Partial<Pick<Move, "trap">>): string;
}

/** The game that a board shows. */
export interface BoardGame extends EventTarget {
    readonly settings: BoardSettings;
    readonly positions: Position[];
    readonly moves: number[];
    readonly at: number;
    readonly position: Position | null;
    readonly analysis: Analysis | null;
    readonly isOver: boolean;
    readonly isPersonsTurn: boolean;
    readonly isReplying: boolean;
    /** Resolves when the level has replied and the game has started. */
    settled(): Promise<void>;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    goTo(ply: number): void;
    /** Makes a level's move, for a page that controls the game. */
    playLevel(level: Level): Promise<void>;
    resume(): Promise<void>;
    retry(): unknown;
    /** Adds a move made elsewhere, and the position after it. */
    place(cell: number, position: Position, by?: MoveDetail["by"]): void;
    analyse(): Promise<Analysis | null>;
    review(
        options?: { moves?: number[]; maxNodes?: number } & StreamOptions<ReviewProgress>,
    ): Promise<Review>;
}

/** The properties without an attribute, as a page can set them. Null and undefined change nothing. */
export interface BoardProperties {
    /** Setting the position shown sends no request. */
    position?: Position | null | undefined;
    /** The cells played. Setting them starts a game with them. */
    moves?: readonly number[] | null | undefined;
    /** These sentences replace the language's. */
    messages?: Partial<Messages> | null | undefined;
    /** What the page draws on cells, until it sets other shapes. */
    shapes?: readonly Shape[] | null | undefined;
}

export interface NoughtsBoard extends BoardSettings {}
/**
 * A playable game.
 *
 * @tag noughts-board
 *
 * @attr {string} base - The URL of the service; by default, the one the script came from.
 * @attr {string} board - The board that games begin with, in the API's notation; its size replaces columns and rows.
 * @attr {number | string} [columns=3] - The number of columns, 3 to 9.
 * @attr {number | string} [rows=3] - The number of rows, 3 to 9.
 * @attr {number | string} [in-a-row=3] - The length of a line, 3 to 9.
 * @attr {boolean} misere - Completing a line loses.
 * @attr {Side} [side=X] - The person's side; both sides, or none.
 * @attr {Mark} [starting-side=X] - The side that moves first.
 * @attr {Level} [level=medium] - The level that plays the other side.
 * @attr {boolean} traps - The level perfect sets traps.
 * @attr {number | string | null} seed - The same seed repeats a game; by default, each game is different.
 * @attr {number | string | null} max-nodes - The maximum number of nodes to search; by default, the service's.
 * @attr {boolean} show-scores - Each empty cell shows the score of a move there.
 * @attr {boolean} controlled - The page makes the moves: a click only dispatches noughts-beforemove.
 * @attr {boolean} view-only - Nobody can move.
 * @attr {boolean} pace - A reply comes 400 ms after a move at the earliest, unless the person prefers reduced motion.
 * @attr {boolean} replay - At the end, a button starts another game, in which the person has the other side.
 * @attr {string} lang - The language of the messages: en, de or es; by default, the page's.
 *
 * @fires {BoardEvents["noughts-beforemove"]} noughts-beforemove - A person is about to move; preventDefault() prevents it.
 * @fires {BoardEvents["noughts-move"]} noughts-move - A side has moved.
 * @fires {BoardEvents["noughts-gameover"]} noughts-gameover - The game has ended.
 * @fires {BoardEvents["noughts-fault"]} noughts-fault - A request failed, or a setting is invalid.
 * @fires {BoardEvents["noughts-preview"]} noughts-preview - Best play after the move under the pointer is known.
 * @fires {BoardEvents["noughts-exchange"]} noughts-exchange - A request has completed.
 * @fires {BoardEvents["noughts-change"]} noughts-change - The display has changed.
 *
 * @cssproperty --noughts-x - The color of X.
 * @cssproperty --noughts-o - The color of O.
 * @cssproperty --noughts-ink - The color of the text.
 * @cssproperty --noughts-line - The color of the grid.
 * @cssproperty --noughts-cell - The color of the cells.
 * @cssproperty --noughts-win - The color of wins, and of shapes colored good.
 * @cssproperty --noughts-draw - The color of draws, and of shapes colored fair.
 * @cssproperty --noughts-loss - The color of losses, and of shapes colored bad.
 * @cssproperty --noughts-accent - The color of other shapes.
 * @cssproperty --noughts-size - The width of the board.
 * @cssproperty --noughts-rim - The space for coordinates; 0 hides them.
 *
 * @csspart head - The row above the board.
 * @csspart status - The status in that row.
 * @csspart button - A button in that row.
 * @csspart frame - The board with its coordinates.
 * @csspart coordinate - The name of a column or row.
 * @csspart board - The cells.
 * @csspart grid - A line of the grid.
 * @csspart cell - A cell.
 * @csspart score - The score of a move.
 * @csspart mark - A mark, or with faint, the shape of one.
 * @csspart line - A completed line.
 * @csspart arrow - A shape.
 * @csspart circle - A shape.
 * @csspart highlight - A shape.
 * @csspart badge - A shape.
 * @csspart faint - The shape of a mark.
 * @csspart good - A shape of this color.
 * @csspart fair - A shape of this color.
 * @csspart bad - A shape of this color.
 * @csspart accent - A shape of this color.
 */
export class NoughtsBoard extends HTMLElement {
    /** The URL of the service; null: the one the module came from. */
    base: string | null;
    showScores: boolean;
    /** Offers another game at the end of one; the person then has the other side. */
    replay: boolean;
    /** The position shown. Setting it sends no request. */
    get position(): Position | null;
    set position(position: Position | null | undefined);
    /** The cells played up to the position shown. Setting them starts a game with them. */
    get moves(): number[];
    set moves(moves: readonly number[] | null | undefined);
    /** The notation of the position shown. Setting it starts a game from that board. */
    get board(): string | null;
    set board(board: Board | null | undefined);
    /** All sentences; those set replace the language's. */
    get messages(): Messages;
    set messages(messages: Partial<Messages> | null | undefined);
    /** What the page draws on cells, until it sets other shapes. */
    get shapes(): readonly Shape[];
    set shapes(shapes: readonly Shape[] | null | undefined);
    readonly client: Noughts;
    readonly game: BoardGame;
    readonly settings: BoardSettings;
    newGame(from?: Beginning): unknown;
    /** Starts another game like this one, in which the person has the other side. */
    playAgain(): unknown;
    play(cell: number): Promise<void>;
    undo(): void;
    redo(): void;
    /** Draws an arrow to the best move, and resolves to it; to null if there is none. */
    hint(): Promise<Move | null>;
    preview(cell: number | null): Promise<unknown>;
    /** Focuses the cell that is the tab stop. */
    focus(options?: FocusOptions): void;
    cancelScores(): void;
    addEventListener<Name extends keyof BoardEvents>(
        name: Name,
        listener: (this: NoughtsBoard, event: BoardEvents[Name]) => unknown,
        options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
        name: string,
        listener: EventListenerOrEventListenerObject,
        options?: boolean | AddEventListenerOptions,
    ): void;
}

declare global {
    interface HTMLElementTagNameMap {
        "noughts-board": NoughtsBoard;
    }
    /** The events bubble to the document. There, "change" is also the event of form fields. */
    interface DocumentEventMap extends Omit<BoardEvents, "change"> {}
}
