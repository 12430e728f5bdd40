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
    /** Makes one move, with progress if `onProgress` is given and the board is no array. */
    bestMove(request?: Given<BestMoveRequest>, options?: StreamOptions): Promise<BestMove>;
    /** Counts the possible games from a position. */
    gameTree(request?: Given<GameTreeRequest>, options?: CallOptions): Promise<GameTree>;
    /** Returns a textbook search, node by node. */
    trace(request?: Given<TraceRequest>, options?: CallOptions): Promise<Trace>;
    /** Tests whether a player is perfect, from its moves. */
    exam(request: Given<ExamRequest>, options?: CallOptions): Promise<Exam>;
    /** Compares every move of a game with the best, with progress if `onProgress` is given. */
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
export interface components {
    schemas: {
        /**
         * Algorithm
         * @description Minimax, alpha-beta, or alpha-beta with a cache keyed by (board, alpha, beta).
         * @enum {string}
         */
        Algorithm: "minimax" | "alpha_beta" | "alpha_beta_cached";
        /**
         * Analyses
         * @description The result for each position, in order.
         */
        Analyses: {
            /** @description One result for each position. */
            results: components["schemas"]["AnalysisResult"][];
            /**
             * Format: int64
             * @description The nodes of all results, including repeated positions.
             */
            nodes: number;
        };
        /**
         * AnalysesRequest
         * @description The positions to analyze.
         */
        AnalysesRequest: {
            /** @description The positions, each with the fields of `/v1/analysis` and an optional `id`. */
            positions: components["schemas"]["AnalysisItem"][];
            /** @description `all`, the default, to list every move, or `best` to list the moves of rank 1. */
            moves?: components["schemas"]["ListedMoves"] | null;
            /** @description Maximum number of nodes to search in the whole request, at most the operator's limit, which is the default. It is divided equally among distinct positions, except that what a position's own `max_nodes` leaves goes to the others. Each gets at least 1000. */
            max_nodes?: number | null;
        };
        /**
         * Analysis
         * @description A position, its score, and the score of each legal move.
         */
        Analysis: {
            /** @description The position in the request. */
            position: components["schemas"]["Position"];
            /** @description The outcome with best play. */
            outcome: components["schemas"]["Outcome"];
            /** @description Plies to the end of the game with best play; null if not proved, which is possible even if the outcome is proved. */
            plies_to_end: number | null;
            /** @description 100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; null if plies_to_end is null. */
            score: number | null;
            /** @description Whether every legal move has an exact score. */
            solved: boolean;
            /** @description Whether the score is proved. A win is not exact if another move could win faster. */
            exact: boolean;
            /** @description The first best move; null in a finished game. */
            best_move: number | null;
            /** @description All moves of rank 1. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description Best play from `best_move` to the end of the game, or as far as it is proved. */
            principal_variation: components["schemas"]["CellNumber"][];
            /** @description Every legal move, best first. */
            moves: components["schemas"]["Move"][];
            /**
             * Format: int64
             * @description Nodes searched: a position counts each time the search examines it. A cached response reports the original number.
             */
            nodes: number;
        };
        /**
         * AnalysisEvent
         * @description One event of an analysis stream, as delivered by an EventSource.
         */
        AnalysisEvent: {
            /** @description The type of `data`. */
            event: components["schemas"]["EventName"];
            /** @description JSON: a Progress, an Analysis or a Problem. */
            data: string;
        };
        /**
         * AnalysisItem
         * @description One of the positions to analyze.
         */
        AnalysisItem: {
            /** @description The board: a string of rows joined with `/` (such as `XO./.X./..O`), an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`. In an array, an empty cell can also be a space, null or an empty string. */
            board: components["schemas"]["Board"];
            /** @description The side that moves next. By default, the side that makes the position legal, or X if both sides do. */
            side_to_move?: string | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description Maximum number of nodes to search, at most the operator's limit. By default 1000000, or that limit if it is lower. A million takes 0.5 to 3 seconds. */
            max_nodes?: number | null;
            /** @description An ID, which is repeated in the result. */
            id?: string | null;
        };
        /**
         * AnalysisRequest
         * @description The position to analyze.
         */
        AnalysisRequest: {
            /** @description The board, unless `moves` is sent: a string of rows joined with `/` (such as `XO./.X./..O`), an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`. In an array, an empty cell can also be a space, null or an empty string. */
            board?: components["schemas"]["Board"];
            /** @description The side that moves next. By default, the side that makes the position legal, or X if both sides do. */
            side_to_move?: string | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description Maximum number of nodes to search, at most the operator's limit. By default 1000000, or that limit if it is lower. A million takes 0.5 to 3 seconds. */
            max_nodes?: number | null;
            /** @description The cells played so far, in order, as integers from 0, `row * columns + column`. Send them instead of `board` and `side_to_move`, with the `starting_side`, `columns` and `rows` of the game. Without `board` and `moves`, the board is empty. */
            moves?: components["schemas"]["CellNumber"][] | null;
            /** @description The side that made the first move. X by default. */
            starting_side?: string | null;
            /** @description The number of columns: that of `board`, if it is sent, or 3 by default. */
            columns?: number | null;
            /** @description The number of rows: that of `board`, if it is sent, or 3 by default. */
            rows?: number | null;
        };
        /**
         * AnalysisResult
         * @description The result for one position.
         */
        AnalysisResult: {
            /** @description The index of the position in the request; null if the whole request failed. */
            index: number | null;
            /** @description The ID of the position; null if it has none. */
            id: string | null;
            /** @description The `/v1/analysis` response, with only the moves selected by `moves`; null if there is a problem. */
            analysis: components["schemas"]["Analysis"] | null;
            /** @description For an illegal position, the `/v1/analysis` problem, with pointers relative to the position. For a failed request, its problem. Otherwise null. */
            problem: components["schemas"]["Problem"] | null;
            /** @description Whether the position got fewer nodes than it could use alone, because of the budget of the whole request. */
            budget_cut: boolean;
        };
        /**
         * BestMove
         * @description The move played, and the position after it.
         */
        BestMove: {
            /** @description The move; null in a finished game. */
            move: components["schemas"]["Move"] | null;
            /** @description The level in the request. */
            level: components["schemas"]["LevelName"];
            /** @description The seed in the request; null if it had none. */
            seed: number | null;
            /** @description The position after the move; in a finished game, the position in the request. */
            position: components["schemas"]["Position"];
        };
        /**
         * BestMoveEvent
         * @description One event of a best-move stream, as delivered by an EventSource.
         */
        BestMoveEvent: {
            /** @description The type of `data`. */
            event: components["schemas"]["BestMoveEventName"];
            /** @description JSON: a Progress, a BestMove or a Problem. */
            data: string;
        };
        /** @description The type of an event; the result is `best_move`. A stream ends with its result or, if the search fails, with `error` and then `problem`, which have the same data. Browsers also dispatch `error` for lost connections. Known values: `progress`, `best_move`, `problem`, `error`. */
        BestMoveEventName: string;
        /**
         * BestMoveRequest
         * @description The position to move in, and how to choose the move.
         */
        BestMoveRequest: {
            /** @description The board, unless `moves` is sent: a string of rows joined with `/` (such as `XO./.X./..O`), an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`. In an array, an empty cell can also be a space, null or an empty string. */
            board?: components["schemas"]["Board"];
            /** @description The side that moves next. By default, the side that makes the position legal, or X if both sides do. */
            side_to_move?: string | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description The level that plays, `perfect` by default. */
            level?: components["schemas"]["Level"] | null;
            /** @description Selects among the moves the level can play. By default, `perfect` plays the first of these, and other levels use seed 0. */
            seed?: number | null;
            /** @description Whether `perfect` chooses, of the best moves, the one after which an error-prone opponent does worst, which is false by default. */
            traps?: boolean | null;
            /** @description Maximum number of nodes to search, at most the operator's limit. By default 300000, or that limit if it is lower. On boards of 37 to 63 cells, the default is at most 90000; on larger boards, 615000; in misère on more than 36 cells, 50000. With the same `max_nodes`, `perfect` plays one of the `best_moves` of an analysis. */
            max_nodes?: number | null;
            /** @description The cells played so far, in order, as integers from 0, `row * columns + column`. Send them instead of `board` and `side_to_move`, with the `starting_side`, `columns` and `rows` of the game. Without `board` and `moves`, the board is empty. */
            moves?: components["schemas"]["CellNumber"][] | null;
            /** @description The side that made the first move. X by default. */
            starting_side?: string | null;
            /** @description The number of columns: that of `board`, if it is sent, or 3 by default. */
            columns?: number | null;
            /** @description The number of rows: that of `board`, if it is sent, or 3 by default. */
            rows?: number | null;
        };
        /** @description A board in any form. */
        Board: components["schemas"]["Notation"] | components["schemas"]["Cell"][] | components["schemas"]["TextRow"][] | components["schemas"]["Cell"][][];
        /** @description A cell; null if empty. */
        Cell: components["schemas"]["CellText"] | null;
        /**
         * Format: int32
         * @description `row * columns + column`
         */
        CellNumber: number;
        /** @description X or O, uppercase or lowercase; any other accepted text is an empty cell. */
        CellText: string;
        /** @description The type of an event; the result is `analysis`. A stream ends with its result or, if the search fails, with `error` and then `problem`, which have the same data. Browsers also dispatch `error` for lost connections. Known values: `progress`, `analysis`, `problem`, `error`. */
        EventName: string;
        /**
         * Exam
         * @description Whether a player is perfect, and the proof if it is not.
         */
        Exam: {
            /** @description `illegal`: makes an illegal move; `loses`: loses a game that it could have drawn or won; `unbeaten`: does neither, but misses a win or, if `values` is `score`, wins later or loses sooner than necessary; `perfect`: makes no mistake; `incomplete`: some moves are missing, and the known moves prove neither `illegal` nor `loses`. */
            verdict: components["schemas"]["ExamVerdict"];
            /** @description Positions that need an entry in `moves`, earliest first, at most 1000; empty unless the verdict is `incomplete`. */
            needed: string[];
            /** @description The shortest game that proves the verdict; null if `perfect` or `incomplete`. */
            refutation: components["schemas"]["Refutation"] | null;
            /** @description The player's mistakes, earliest first, at most 1000. */
            mistakes: components["schemas"]["ExamMistake"][];
            /**
             * Format: int32
             * @description The number of positions reached with the player to move, including those in `needed`.
             */
            positions: number;
            /**
             * Format: int64
             * @description Complete games that can occur with the known moves.
             */
            games: number;
            /** @description The share of moves of rank 1 among the player's known moves in positions reached; null if `incomplete`. */
            best_share: number | null;
            /** @description Like `best_share`, but for moves that keep the outcome; null if `incomplete`. */
            outcome_share: number | null;
            /** @description Two English sentences: the first mistake that explains the verdict, and what is better; null if `perfect` or `incomplete`. */
            text: string | null;
        };
        /**
         * ExamMistake
         * @description A move by the player that is not among the best moves.
         */
        ExamMistake: {
            /** @description The position in its canonical notation. */
            board: string;
            /**
             * Format: int32
             * @description The player's move.
             */
            cell: number;
            /** @description All moves of rank 1; if `values` is `outcome`, all moves that keep the outcome. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description The value of the position with best play. */
            before: components["schemas"]["Standing"];
            /** @description The move's value; plies count from before the move. */
            after: components["schemas"]["Standing"];
        };
        /**
         * ExamRequest
         * @description A player's moves, by position.
         */
        ExamRequest: {
            /** @description The player's moves: an object that maps a position's notation to a cell, such as `XO./.X./..O` to 3. */
            moves: {
                [key: string]: number;
            };
            /** @description The side that made the first move. X by default. */
            starting_side?: string | null;
            /** @description The number of columns, 3 by default. */
            columns?: number | null;
            /** @description The number of rows, 3 by default. */
            rows?: number | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description The player's side. */
            side: string;
            /** @description Which moves are mistakes: with `outcome`, those that give up a win or a draw; with `score`, the default, also slower wins and quicker losses. */
            values?: components["schemas"]["Valuation"] | null;
        };
        /** @description The verdict on a player. Known values: `illegal`, `loses`, `unbeaten`, `perfect`, `incomplete`. */
        ExamVerdict: string;
        /**
         * Fault
         * @description One error in the input, located by `pointer` in the body or by `parameter` in the query.
         */
        Fault: {
            /** @description The stable error code. */
            code: components["schemas"]["FaultCode"];
            /** @description How to fix the error. */
            message: string;
            /** @description JSON Pointer (RFC 6901) to the error in the body; empty if it concerns the whole body. */
            pointer?: string;
            /** @description The query parameter with the error; empty if it concerns the whole query. */
            parameter?: string;
        };
        /** @description The kind of error; for an illegal position, the problem's code. Known values: `missing`, `wrong_type`, `wrong_value`, `unknown_field`, `unknown_parameter`, `repeated_parameter`, `wrong_shape`, `unsupported_size`, `wrong_in_a_row`, `wrong_counts`, `both_won`, `unreachable`, `wrong_turn`, `illegal_move`, `tree_too_large`, `trace_too_large`, `exam_too_large`. */
        FaultCode: string;
        /**
         * GameTree
         * @description Exact counts of the game tree below a position, including the position itself.
         */
        GameTree: {
            /** @description The position in the request. */
            position: components["schemas"]["Position"];
            /**
             * Format: int64
             * @description Sequences of moves, including the empty sequence.
             */
            nodes: number;
            /**
             * Format: int64
             * @description Sequences of moves that end the game.
             */
            games: number;
            /** @description The results of those games. */
            outcomes: components["schemas"]["Outcomes"];
            /**
             * Format: int64
             * @description Distinct positions.
             */
            positions: number;
            /**
             * Format: int64
             * @description Distinct up to rotation and reflection.
             */
            canonical_positions: number;
            /** @description The counts, ply by ply. */
            plies: components["schemas"]["Ply"][];
            /** @description Node counts; null if too many cells are empty. */
            searched: components["schemas"]["Searched"] | null;
        };
        /**
         * GameTreeRequest
         * @description The position whose game tree is counted.
         */
        GameTreeRequest: {
            /** @description The board, unless `moves` is sent: a string of rows joined with `/` (such as `XO./.X./..O`), an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`. In an array, an empty cell can also be a space, null or an empty string. */
            board?: components["schemas"]["Board"];
            /** @description The side that moves next. By default, the side that makes the position legal, or X if both sides do. */
            side_to_move?: string | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description The cells played so far, in order, as integers from 0, `row * columns + column`. Send them instead of `board` and `side_to_move`, with the `starting_side`, `columns` and `rows` of the game. Without `board` and `moves`, the board is empty. */
            moves?: components["schemas"]["CellNumber"][] | null;
            /** @description The side that made the first move. X by default. */
            starting_side?: string | null;
            /** @description The number of columns: that of `board`, if it is sent, or 3 by default. */
            columns?: number | null;
            /** @description The number of rows: that of `board`, if it is sent, or 3 by default. */
            rows?: number | null;
        };
        /**
         * Health
         * @description The state of a running service.
         */
        Health: {
            /**
             * @description `ok`.
             * @constant
             */
            status: "ok";
            /** @description The release. */
            version: string;
            /** @description The search in use for all but the smallest positions: `compiled`, or `python`, which solves fewer of them. */
            search: string;
        };
        /**
         * Level
         * @description The levels of play, weakest first.
         * @enum {string}
         */
        Level: "beginner" | "easy" | "medium" | "hard" | "perfect";
        /**
         * LevelInfo
         * @description A level and its strength.
         */
        LevelInfo: {
            /** @description The level's name, as in `/v1/best-move`. */
            level: components["schemas"]["LevelName"];
            /** @description The level's strengths and weaknesses. */
            description: string;
            /** @description The level's results in the seeded games of `make ladder`, in which completing a line wins. */
            strength: components["schemas"]["Strength"][];
        };
        /** @description The name of a level; the first is weakest. Known values: `beginner`, `easy`, `medium`, `hard`, `perfect`. */
        LevelName: string;
        /**
         * Levels
         * @description All levels, weakest first.
         */
        Levels: {
            /** @description The levels, weakest first. */
            levels: components["schemas"]["LevelInfo"][];
        };
        /**
         * ListedMoves
         * @description Which moves to list for each position.
         * @enum {string}
         */
        ListedMoves: "all" | "best";
        /**
         * Mark
         * @description A mark, and the side that plays it.
         * @enum {string}
         */
        Mark: "X" | "O";
        /**
         * Move
         * @description A legal move, and its outcome and score for the side that makes it.
         */
        Move: {
            /** @description The side that makes the move. */
            side: components["schemas"]["Mark"];
            /**
             * Format: int32
             * @description `row * columns + column`
             */
            cell: number;
            /**
             * Format: int32
             * @description The row of the cell, from 0 at the top.
             */
            row: number;
            /**
             * Format: int32
             * @description The column of the cell, from 0 on the left.
             */
            column: number;
            /**
             * Format: int32
             * @description 1 for the best moves; tied moves share a rank: 1, 1, 3. If it is not proved how long a win or loss takes, it ranks as the slowest that it can be.
             */
            rank: number;
            /** @description The outcome after this move, with best play. */
            outcome: components["schemas"]["Outcome"];
            /** @description Plies to the end of the game with best play; null if not proved, which is possible even if the outcome is proved. */
            plies_to_end: number | null;
            /** @description 100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; null if plies_to_end is null. */
            score: number | null;
            /** @description An estimated score if the outcome is `unknown`; otherwise null. */
            estimate: number | null;
            /** @description The worst outcome that the move can have; null if unknown. Equal to `outcome` if that is proved. */
            at_least: components["schemas"]["Outcome"] | null;
            /** @description The best outcome that the move can have; null if unknown. Equal to `outcome` if that is proved. */
            at_most: components["schemas"]["Outcome"] | null;
            /** @description The first strategy of Newell and Simon (1972) that the move follows; null if there is none, or in misère. */
            reason: components["schemas"]["Reason"] | null;
            /** @description An English hint in one sentence. On boards other than 3x3, it uses coordinates: a column letter and a row number; a1 is cell 0. */
            text: string;
            /** @description Counts of the opponent's replies; null if the move ends the game, or `traps` is not set. */
            trap: components["schemas"]["Trap"] | null;
        };
        /**
         * NodeEnd
         * @description Why a search left a node; wins and losses are for the side to move at the root.
         * @enum {string}
         */
        NodeEnd: "win" | "loss" | "draw" | "depth" | "cached" | "cutoff" | "searched";
        /** @description Rows from top to bottom, joined with `/`, or all cells of a square board. */
        Notation: string;
        /**
         * Outcome
         * @description The outcome with best play, for the side to move in the position analyzed.
         * @enum {string}
         */
        Outcome: "win" | "draw" | "loss" | "unknown";
        /**
         * Outcomes
         * @description The number of games with each result.
         */
        Outcomes: {
            /**
             * Format: int64
             * @description Games that X wins.
             */
            x_wins: number;
            /**
             * Format: int64
             * @description Games that O wins.
             */
            o_wins: number;
            /**
             * Format: int64
             * @description Games that end with a full board and no line.
             */
            draws: number;
        };
        /**
         * Ply
         * @description Counts at one distance from the position in the request.
         */
        Ply: {
            /**
             * Format: int32
             * @description Plies from the position in the request.
             */
            ply: number;
            /**
             * Format: int64
             * @description Sequences of this many moves.
             */
            nodes: number;
            /**
             * Format: int64
             * @description Sequences of this many moves that end the game.
             */
            games: number;
            /** @description The results of those games. */
            outcomes: components["schemas"]["Outcomes"];
            /**
             * Format: int64
             * @description Distinct positions.
             */
            positions: number;
            /**
             * Format: int64
             * @description Distinct up to rotation and reflection.
             */
            canonical_positions: number;
        };
        /**
         * Position
         * @description A position, with everything a page needs to show it.
         */
        Position: {
            /** @description The board in its canonical notation: `XO./.X./..O`. */
            notation: string;
            /** @description The mark in each cell; null if empty. */
            cells: (components["schemas"]["Mark"] | null)[];
            /**
             * Format: int32
             * @description The number of columns.
             */
            columns: number;
            /**
             * Format: int32
             * @description The number of rows.
             */
            rows: number;
            /**
             * Format: int32
             * @description The length of a line.
             */
            in_a_row: number;
            /** @description Whether completing a line loses. */
            misere: boolean;
            /** @description The side that moves next, or would if the game were not over. */
            side_to_move: components["schemas"]["Mark"];
            /** @description `drawn` means a full board without a line. */
            status: components["schemas"]["Status"];
            /** @description The winning side; null if there is none. */
            winner: components["schemas"]["Mark"] | null;
            /** @description All completed lines, of `in_a_row` cells each, sorted. */
            winning_lines: components["schemas"]["CellNumber"][][];
        };
        /**
         * Problem
         * @description The body of every error response, as `application/problem+json` (RFC 9457).
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description A URI that explains the code; relative unless the operator has set the public URL.
             */
            type: string;
            /** @description A short summary, the same for all problems with this code. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description What is wrong with this request, and how to fix it. */
            detail: string;
            /** @description The stable error code. */
            code: components["schemas"]["ProblemCode"];
            /** @description The errors in the input, at most 10; absent if there are none. */
            errors?: components["schemas"]["Fault"][];
            /** @description The X-Request-ID under which an internal error was logged. */
            request_id?: string;
            /**
             * Format: int32
             * @description Seconds to wait before trying again; absent if that does not help.
             */
            retry_after?: number;
            /** @description With `retry_after`: whether the client has used up its share, or the service is busy for all clients. */
            scope?: components["schemas"]["ProblemScope"];
            /**
             * Format: int32
             * @description After a search that took too long: a `max_nodes` that was reached in time.
             */
            max_nodes?: number;
        };
        /** @description The kind of problem, as a code that is the same in every release. Known values: `bad_request`, `malformed_body`, `not_found`, `method_not_allowed`, `request_timeout`, `precondition_failed`, `body_too_large`, `uri_too_long`, `unsupported_media_type`, `invalid_request`, `wrong_shape`, `unsupported_size`, `wrong_in_a_row`, `wrong_counts`, `both_won`, `unreachable`, `wrong_turn`, `illegal_move`, `tree_too_large`, `trace_too_large`, `exam_too_large`, `rate_limited`, `headers_too_large`, `internal_error`, `not_implemented`, `overloaded`, `search_timeout`, `not_ready`. */
        ProblemCode: string;
        /** @description Whose limit a request exceeds. Known values: `client`, `service`. */
        ProblemScope: string;
        /**
         * Progress
         * @description The progress of a search.
         */
        Progress: {
            /**
             * Format: int64
             * @description Nodes searched so far.
             */
            nodes: number;
            /**
             * Format: int64
             * @description Maximum number of nodes to search.
             */
            max_nodes: number;
            /**
             * Format: int64
             * @description Number of legal moves.
             */
            moves: number;
            /**
             * Format: int64
             * @description Moves with an exact score so far.
             */
            moves_proved: number;
            /**
             * Format: int32
             * @description The best move found so far.
             */
            best_move: number;
        };
        /** @description The reason for a move; the first is strongest. Known values: `win`, `block`, `fork`, `block_fork`, `center`, `opposite_corner`, `corner`, `side`. */
        Reason: string;
        /**
         * Refutation
         * @description A game that proves the verdict on a player.
         */
        Refutation: {
            /** @description The cells played by both sides, from the empty board. */
            moves: components["schemas"]["CellNumber"][];
            /** @description The player's result; `illegal` if the player made an illegal move. */
            result: components["schemas"]["Result"];
        };
        /**
         * Result
         * @description The result of a game for the player; `illegal` if the player made an illegal move.
         * @enum {string}
         */
        Result: "win" | "draw" | "loss" | "illegal";
        /**
         * Review
         * @description Every move of a game compared with the best moves, and the move that decided the game.
         */
        Review: {
            /** @description Every move, in order. */
            plies: components["schemas"]["ReviewedPly"][];
            /** @description The verdicts on the moves of each side. */
            sides: components["schemas"]["SidesReview"];
            /** @description The last ply that changed the outcome; null if no ply did, or if it is not proved which ply did. */
            turning_point: number | null;
            /** @description The position after the last move. */
            position: components["schemas"]["Position"];
            /**
             * Format: int64
             * @description Nodes searched for all plies.
             */
            nodes: number;
        };
        /**
         * ReviewEvent
         * @description One event of a review stream, as delivered by an EventSource.
         */
        ReviewEvent: {
            /** @description The type of `data`. */
            event: components["schemas"]["ReviewEventName"];
            /** @description JSON: a ReviewProgress, a Review or a Problem. */
            data: string;
        };
        /** @description The type of an event; the result is `review`. A stream ends with its result or, if the search fails, with `error` and then `problem`, which have the same data. Browsers also dispatch `error` for lost connections. Known values: `progress`, `review`, `problem`, `error`. */
        ReviewEventName: string;
        /**
         * ReviewProgress
         * @description The progress of a review; the moves and best move are for the position being searched.
         */
        ReviewProgress: {
            /**
             * Format: int64
             * @description Nodes searched so far, for all plies.
             */
            nodes: number;
            /**
             * Format: int64
             * @description Maximum number of nodes to search, for all plies.
             */
            max_nodes: number;
            /**
             * Format: int64
             * @description Number of legal moves.
             */
            moves: number;
            /**
             * Format: int64
             * @description Moves with an exact score so far.
             */
            moves_proved: number;
            /**
             * Format: int32
             * @description The best move found so far.
             */
            best_move: number;
            /**
             * Format: int64
             * @description Number of moves in the game.
             */
            plies: number;
            /**
             * Format: int64
             * @description Plies reviewed so far, starting with the last.
             */
            plies_reviewed: number;
        };
        /**
         * ReviewRequest
         * @description A game, finished or not.
         */
        ReviewRequest: {
            /** @description The cells played, in order: integers from 0, `row * columns + column`. */
            moves: components["schemas"]["CellNumber"][];
            /** @description The side that made the first move. X by default. */
            starting_side?: string | null;
            /** @description The number of columns, 3 by default. */
            columns?: number | null;
            /** @description The number of rows, 3 by default. */
            rows?: number | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description Maximum number of nodes to search for each position of the game, as for `/v1/analysis`. */
            max_nodes?: number | null;
        };
        /**
         * ReviewedPly
         * @description A move of the game, compared with the best moves in its position.
         */
        ReviewedPly: {
            /**
             * Format: int32
             * @description The number of the ply, from 1.
             */
            ply: number;
            /** @description The side that moved. */
            side: components["schemas"]["Mark"];
            /**
             * Format: int32
             * @description `row * columns + column`
             */
            cell: number;
            /**
             * Format: int32
             * @description The row of the cell, from 0 at the top.
             */
            row: number;
            /**
             * Format: int32
             * @description The column of the cell, from 0 on the left.
             */
            column: number;
            /** @description The value of the position with best play. */
            before: components["schemas"]["Standing"];
            /** @description The value of the move played. Like `before`, it is for the side that moved, with plies counted from the position before the move. */
            after: components["schemas"]["Standing"];
            /** @description All moves of rank 1. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description `best`: of rank 1; `inaccuracy`: the same outcome, but a slower win or a quicker loss; `mistake`: a win became a draw, or a draw a loss; `blunder`: a win became a loss; `unknown`: none of these is proved. */
            verdict: components["schemas"]["Verdict"];
            /** @description As in `/v1/analysis`. */
            reason: components["schemas"]["Reason"] | null;
            /** @description An English hint as in `/v1/analysis`; if `verdict` is `unknown`, it first says what is not proved. */
            text: string;
        };
        /**
         * Searched
         * @description The number of nodes that a textbook search enters to find the outcome of the position.
         */
        Searched: {
            /**
             * Format: int64
             * @description Minimax enters every node of the tree.
             */
            minimax: number;
            /**
             * Format: int64
             * @description Alpha-beta: cells in order, a window from minus to plus infinity, no cache.
             */
            alpha_beta: number;
            /**
             * Format: int64
             * @description Alpha-beta, cached on (board, alpha, beta).
             */
            alpha_beta_cached: number;
        };
        /**
         * SideReview
         * @description The verdicts on the moves of one side.
         */
        SideReview: {
            verdicts: components["schemas"]["Verdicts"];
            /** @description The share of best moves among moves with a proved verdict; null if none is proved. */
            best_share: number | null;
        };
        /**
         * SidesReview
         * @description The verdicts on the moves of X and on the moves of O.
         */
        SidesReview: {
            /** @description The verdicts on the moves of X. */
            X: components["schemas"]["SideReview"];
            /** @description The verdicts on the moves of O. */
            O: components["schemas"]["SideReview"];
        };
        /**
         * Standing
         * @description The value of a position or a move, for the side that moves.
         */
        Standing: {
            /** @description The outcome with best play. */
            outcome: components["schemas"]["Outcome"];
            /** @description Plies to the end of the game with best play; null if not proved, which is possible even if the outcome is proved. */
            plies_to_end: number | null;
            /** @description 100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; null if plies_to_end is null. */
            score: number | null;
        };
        /**
         * Status
         * @description Whether the game is over; drawn means a full board without a line.
         * @enum {string}
         */
        Status: "in_progress" | "won" | "drawn";
        /**
         * Strength
         * @description Games of one level against another; each level starts half of the games.
         */
        Strength: {
            /**
             * Format: int32
             * @description The number of columns.
             */
            columns: number;
            /**
             * Format: int32
             * @description The number of rows.
             */
            rows: number;
            /**
             * Format: int32
             * @description The length of a line.
             */
            in_a_row: number;
            /** @description The other level. */
            opponent: components["schemas"]["LevelName"];
            /** @description Whether the level set traps; only `perfect` can. */
            traps: boolean;
            /**
             * Format: int64
             * @description Games played.
             */
            games: number;
            /**
             * Format: int64
             * @description Games won by the level.
             */
            wins: number;
            /**
             * Format: int64
             * @description Drawn games.
             */
            draws: number;
            /**
             * Format: int64
             * @description Games won by the opponent.
             */
            losses: number;
            /** @description The difference in Elo points; null if one level won every game. */
            elo: number | null;
            /** @description Half the width of the 95% interval of `elo`. */
            elo_error: number | null;
        };
        /** @description The cells of a row. */
        TextRow: string;
        /**
         * Trace
         * @description One textbook search, node by node.
         */
        Trace: {
            /** @description The root. */
            position: components["schemas"]["Position"];
            /** @description The search algorithm. */
            algorithm: components["schemas"]["Algorithm"];
            /** @description The value of a finished game. */
            values: components["schemas"]["Valuation"];
            /** @description The ply at which positions are estimated. */
            max_depth: number | null;
            /**
             * Format: double
             * @description The value of the root for its side to move.
             */
            value: number;
            /** @description The cells whose values equal the root's and are exact: strictly inside their windows. After a cutoff, other moves may be as good. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description Every node in order of entry, the root first. */
            nodes: components["schemas"]["TraceNode"][];
            /** @description Node counts. */
            counts: components["schemas"]["TraceCounts"];
        };
        /**
         * TraceCounts
         * @description Node counts, in total and ply by ply.
         */
        TraceCounts: {
            /**
             * Format: int32
             * @description Nodes entered: all listed nodes except cached ones, which are looked up.
             */
            entered: number;
            /**
             * Format: int32
             * @description Nodes that ended with a cutoff.
             */
            cut_off: number;
            /**
             * Format: int64
             * @description Moves skipped after cutoffs.
             */
            left_out: number;
            /** @description The counts, ply by ply. */
            plies: components["schemas"]["TracePly"][];
        };
        /**
         * TraceNode
         * @description A node of the search. Values and bounds are for the side to move at the root.
         */
        TraceNode: {
            /**
             * Format: int32
             * @description The index of the node in `nodes`.
             */
            id: number;
            /** @description The parent's `id`; null for the root. */
            parent: number | null;
            /**
             * Format: int32
             * @description Plies from the root.
             */
            ply: number;
            /** @description The move that led to the node. */
            cell: number | null;
            /** @description The side that made the move. */
            side: components["schemas"]["Mark"] | null;
            /** @description The lower bound on entry; null if there is none. */
            alpha: number | null;
            /** @description The upper bound on entry; null if there is none. */
            beta: number | null;
            /**
             * Format: double
             * @description The value that the search returned.
             */
            value: number;
            /** @description How the node ended. `win`, `loss` and `draw` are finished games; `depth` is an estimate at `max_depth`; `cached` repeats the value of `same_as`; `cutoff` skipped moves because the value reached a bound; `searched` examined every move. */
            end: components["schemas"]["NodeEnd"];
            /** @description The node that a cached node repeats. */
            same_as: number | null;
            /** @description The cells skipped after a cutoff. */
            left_out: components["schemas"]["CellNumber"][];
            /**
             * Format: int32
             * @description The step at which the node was entered; each entry and exit is a step.
             */
            entered: number;
            /**
             * Format: int32
             * @description The step at which the node was left.
             */
            left: number;
        };
        /**
         * TracePly
         * @description Counts at one distance from the root.
         */
        TracePly: {
            /**
             * Format: int32
             * @description Plies from the root.
             */
            ply: number;
            /**
             * Format: int32
             * @description Nodes entered.
             */
            entered: number;
            /**
             * Format: int32
             * @description Nodes that ended with a cutoff.
             */
            cut_off: number;
        };
        /**
         * TraceRequest
         * @description The position to search, and how to search it.
         */
        TraceRequest: {
            /** @description The board, unless `moves` is sent: a string of rows joined with `/` (such as `XO./.X./..O`), an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O, uppercase or lowercase; an empty cell is `.`, `-` or `_`. In an array, an empty cell can also be a space, null or an empty string. */
            board?: components["schemas"]["Board"];
            /** @description The side that moves next. By default, the side that makes the position legal, or X if both sides do. */
            side_to_move?: string | null;
            /** @description The length of a line, 3 by default, at most the larger of `columns` and `rows`. */
            in_a_row?: number | null;
            /** @description Whether completing a line loses, which is false by default. */
            misere?: boolean | null;
            /** @description The search algorithm, `alpha_beta` by default. */
            algorithm?: components["schemas"]["Algorithm"] | null;
            /** @description The value of a finished game: `outcome`, the default, is 1, 0 or -1; `score` also counts the plies from the root, so that faster wins are worth more. */
            values?: components["schemas"]["Valuation"] | null;
            /** @description The ply at which unfinished positions are estimated instead of searched. No limit by default. */
            max_depth?: number | null;
            /** @description The cells played so far, in order, as integers from 0, `row * columns + column`. Send them instead of `board` and `side_to_move`, with the `starting_side`, `columns` and `rows` of the game. Without `board` and `moves`, the board is empty. */
            moves?: components["schemas"]["CellNumber"][] | null;
            /** @description The side that made the first move. X by default. */
            starting_side?: string | null;
            /** @description The number of columns: that of `board`, if it is sent, or 3 by default. */
            columns?: number | null;
            /** @description The number of rows: that of `board`, if it is sent, or 3 by default. */
            rows?: number | null;
        };
        /**
         * Trap
         * @description The number of the opponent's replies to a move, and how many of them are safe.
         */
        Trap: {
            /**
             * Format: int32
             * @description The number of replies not proved to worsen the opponent's outcome.
             */
            safe_replies: number;
            /**
             * Format: int32
             * @description All replies.
             */
            replies: number;
        };
        /**
         * Valuation
         * @description The value of a finished game: 1, 0 or -1, or a score that is higher for faster wins.
         * @enum {string}
         */
        Valuation: "outcome" | "score";
        /** @description How a move compares with the best in its position. Known values: `best`, `inaccuracy`, `mistake`, `blunder`, `unknown`. */
        Verdict: string;
        /**
         * Verdicts
         * @description The number of moves with each verdict.
         */
        Verdicts: {
            /**
             * Format: int64
             * @description Moves of rank 1.
             */
            best: number;
            /**
             * Format: int64
             * @description Moves that make a win slower or a loss quicker.
             */
            inaccuracy: number;
            /**
             * Format: int64
             * @description Moves that turn a win into a draw, or a draw into a loss.
             */
            mistake: number;
            /**
             * Format: int64
             * @description Moves that turn a win into a loss.
             */
            blunder: number;
            /**
             * Format: int64
             * @description Moves without a proved verdict.
             */
            unknown: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Algorithm = components['schemas']['Algorithm'];
export type Analyses = components['schemas']['Analyses'];
export type AnalysesRequest = components['schemas']['AnalysesRequest'];
export type Analysis = components['schemas']['Analysis'];
export type AnalysisEvent = components['schemas']['AnalysisEvent'];
export type AnalysisItem = components['schemas']['AnalysisItem'];
export type AnalysisRequest = components['schemas']['AnalysisRequest'];
export type AnalysisResult = components['schemas']['AnalysisResult'];
export type BestMove = components['schemas']['BestMove'];
export type BestMoveEvent = components['schemas']['BestMoveEvent'];
export type BestMoveEventName = components['schemas']['BestMoveEventName'];
export type BestMoveRequest = components['schemas']['BestMoveRequest'];
export type Board = components['schemas']['Board'];
export type Cell = components['schemas']['Cell'];
export type CellNumber = components['schemas']['CellNumber'];
export type CellText = components['schemas']['CellText'];
export type EventName = components['schemas']['EventName'];
export type Exam = components['schemas']['Exam'];
export type ExamMistake = components['schemas']['ExamMistake'];
export type ExamRequest = components['schemas']['ExamRequest'];
export type ExamVerdict = components['schemas']['ExamVerdict'];
export type Fault = components['schemas']['Fault'];
export type FaultCode = components['schemas']['FaultCode'];
export type GameTree = components['schemas']['GameTree'];
export type GameTreeRequest = components['schemas']['GameTreeRequest'];
export type Health = components['schemas']['Health'];
export type Level = components['schemas']['Level'];
export type LevelInfo = components['schemas']['LevelInfo'];
export type LevelName = components['schemas']['LevelName'];
export type Levels = components['schemas']['Levels'];
export type ListedMoves = components['schemas']['ListedMoves'];
export type Mark = components['schemas']['Mark'];
export type Move = components['schemas']['Move'];
export type NodeEnd = components['schemas']['NodeEnd'];
export type Notation = components['schemas']['Notation'];
export type Outcome = components['schemas']['Outcome'];
export type Outcomes = components['schemas']['Outcomes'];
export type Ply = components['schemas']['Ply'];
export type Position = components['schemas']['Position'];
export type Problem = components['schemas']['Problem'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type ProblemScope = components['schemas']['ProblemScope'];
export type Progress = components['schemas']['Progress'];
export type Reason = components['schemas']['Reason'];
export type Refutation = components['schemas']['Refutation'];
export type Result = components['schemas']['Result'];
export type Review = components['schemas']['Review'];
export type ReviewEvent = components['schemas']['ReviewEvent'];
export type ReviewEventName = components['schemas']['ReviewEventName'];
export type ReviewProgress = components['schemas']['ReviewProgress'];
export type ReviewRequest = components['schemas']['ReviewRequest'];
export type ReviewedPly = components['schemas']['ReviewedPly'];
export type Searched = components['schemas']['Searched'];
export type SideReview = components['schemas']['SideReview'];
export type SidesReview = components['schemas']['SidesReview'];
export type Standing = components['schemas']['Standing'];
export type Status = components['schemas']['Status'];
export type Strength = components['schemas']['Strength'];
export type TextRow = components['schemas']['TextRow'];
export type Trace = components['schemas']['Trace'];
export type TraceCounts = components['schemas']['TraceCounts'];
export type TraceNode = components['schemas']['TraceNode'];
export type TracePly = components['schemas']['TracePly'];
export type TraceRequest = components['schemas']['TraceRequest'];
export type Trap = components['schemas']['Trap'];
export type Valuation = components['schemas']['Valuation'];
export type Verdict = components['schemas']['Verdict'];
export type Verdicts = components['schemas']['Verdicts'];
