// The types of noughts.js, generated from the contract (openapi.json): do not edit.

/** A request as the client takes it: what is null or undefined is left out. */
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
    /** What was sent; null with a GET. */
    body: Record<string, unknown> | null;
    status: number;
    /** The JSON of the answer; null if it was none, or came in lines. */
    answer: unknown;
}
export interface Options {
    /** The address of the service; if left out, the one that the module came from. */
    base?: string | URL | undefined;
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    /** Is called after each HTTP exchange. */
    observe?: ((exchange: Exchange) => void) | null | undefined;
}
export interface CallOptions {
    /** Ends the call, which rejects with the reason of the signal. */
    signal?: AbortSignal | null | undefined;
}
export interface StreamOptions<Report = Progress> extends CallOptions {
    onProgress?: ((progress: Report) => void) | null | undefined;
}
/** The service. Its methods reject with a NoughtsError, or with the reason of an aborted signal. */
export class Noughts {
    constructor(options?: Options);
    /** Scores every legal move. */
    analysis(request: Given<AnalysisRequest>, options?: CallOptions): Promise<Analysis>;
    /** Scores every legal move of many positions. */
    analyses(request: Given<AnalysesRequest>, options?: CallOptions): Promise<Analyses>;
    /** The same, one result after the other, as soon as each is known. */
    streamAnalyses(
        request: Given<AnalysesRequest>,
        options?: CallOptions,
    ): AsyncGenerator<AnalysisResult & { index: number }, void, undefined>;
    /** Makes one move. */
    bestMove(request: Given<BestMoveRequest>, options?: CallOptions): Promise<BestMove>;
    /** Counts the games that are possible from here. */
    gameTree(request: Given<GameTreeRequest>, options?: CallOptions): Promise<GameTree>;
    /** Follows a textbook search, node by node. */
    trace(request: Given<TraceRequest>, options?: CallOptions): Promise<Trace>;
    /** Finds out whether a player is perfect, from its moves. */
    exam(request: Given<ExamRequest>, options?: CallOptions): Promise<Exam>;
    /** Holds every move of a game against the best, with progress if `onProgress` is given. */
    review(request: Given<ReviewRequest>, options?: StreamOptions<ReviewProgress>): Promise<Review>;
    /** Lists the levels, the weakest first. */
    levels(options?: CallOptions): Promise<Levels>;
    /** The same as analysis, with progress where there is an EventSource. */
    analyze(request: Given<AnalysisRequest>, options?: StreamOptions): Promise<Analysis>;
}
/** No answer, or one that says what was wrong. */
export class NoughtsError extends Error {
    constructor(message: string, options: Pick<NoughtsError, "code"> & Partial<NoughtsError>);
    /**
     * That of the problem; without a problem "no_answer" if there was no answer (status 0), and
     * "unexpected_answer" if it was not the service's, such as the error page of a proxy.
     */
    readonly code: ProblemCode | "no_answer" | "unexpected_answer";
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number;
    readonly problem: Problem | null;
}
export interface components {
    schemas: {
        /**
         * Algorithm
         * @description Minimax is alpha-beta without a window; the cache is keyed by (board, alpha, beta).
         * @enum {string}
         */
        Algorithm: "minimax" | "alpha_beta" | "alpha_beta_cached";
        /**
         * Analyses
         * @description What came of each position, in their order.
         */
        Analyses: {
            /** @description One result for each position. */
            results: components["schemas"]["AnalysisResult"][];
            /**
             * Format: int64
             * @description The sum of the nodes of all results, repeated ones too.
             */
            nodes: number;
        };
        /**
         * AnalysesRequest
         * @description The positions to analyse.
         */
        AnalysesRequest: {
            /** @description The positions: an array of 1 to 500 objects, each with the fields of `/v1/analysis` and, if you like, an `id`. */
            positions: components["schemas"]["AnalysisItem"][];
            /** @description Which moves are listed: all, or best for those of rank 1. All if left out or null. */
            moves?: components["schemas"]["ListedMoves"] | null;
            /** @description How many positions all searches together may enter: an integer from 1000 to 20000000, at most what the operator allows. If left out or null, as many as the operator allows. Each position gets what it asks for, or what those before it have left, and at least 1000. */
            max_nodes?: number | null;
        };
        /**
         * Analysis
         * @description A position, its score and that of each legal move.
         */
        Analysis: {
            /** @description The position asked about. */
            position: components["schemas"]["Position"];
            /** @description How the game ends with best play. */
            outcome: components["schemas"]["Outcome"];
            /** @description Plies to the end of the game with best play; null if not proved. */
            plies_to_end: number | null;
            /** @description 100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; null if not proved. */
            score: number | null;
            /** @description Whether every legal move has an exact score. */
            solved: boolean;
            /** @description The first best move; null in a finished game. */
            best_move: number | null;
            /** @description All moves of rank 1. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description Best play from `best_move` to the end of the game. */
            principal_variation: components["schemas"]["CellNumber"][];
            /** @description Every legal move, best first. */
            moves: components["schemas"]["Move"][];
            /**
             * Format: int64
             * @description Positions that one cold search of this request enters.
             */
            nodes: number;
        };
        /**
         * AnalysisRequest
         * @description The position to analyse.
         */
        AnalysisRequest: {
            /** @description The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O in either case; an empty cell is `.`, `-` or `_`, in arrays also a space, and as an item of an array also null or an empty string. */
            board: components["schemas"]["Board"];
            /** @description The side that moves next, X or O. If left out or null, the side that makes the position legal, and X where both do. */
            side_to_move?: string | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
            /** @description How many positions the search may enter: an integer from 1000 to 20000000, at most what the operator allows. If left out or null, 1000000 or that limit. With the compiled search 1000000 take 0.5 to 2 seconds, without it 10 to 20 times that. */
            max_nodes?: number | null;
        };
        /**
         * AnalysisResult
         * @description What came of one position.
         */
        AnalysisResult: {
            /** @description The place of the position in the request; null where the whole call broke off. */
            index: number | null;
            /** @description The id of the position; null if it had none. */
            id: string | null;
            /** @description What `/v1/analysis` answers, without the moves that are not to be listed; null where there is a problem. */
            analysis: components["schemas"]["Analysis"] | null;
            /** @description The problem that `/v1/analysis` answers with, for a position that is not legal; its pointers begin at the position. Else null. */
            problem: components["schemas"]["Problem"] | null;
        };
        /**
         * BestMove
         * @description The move played, and the position after it.
         */
        BestMove: {
            /** @description Null in a finished game. */
            move: components["schemas"]["Move"] | null;
            /** @description The level of the request. */
            level: components["schemas"]["Level"];
            /** @description The seed of the request; null if it had none. */
            seed: number | null;
            /** @description After the move, or the position sent if the game is over. */
            position: components["schemas"]["Position"];
        };
        /**
         * BestMoveRequest
         * @description The position to move in, and how.
         */
        BestMoveRequest: {
            /** @description The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O in either case; an empty cell is `.`, `-` or `_`, in arrays also a space, and as an item of an array also null or an empty string. */
            board: components["schemas"]["Board"];
            /** @description The side that moves next, X or O. If left out or null, the side that makes the position legal, and X where both do. */
            side_to_move?: string | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
            /** @description How well to play: beginner, easy, medium, hard or perfect. Perfect if left out or null. */
            level?: components["schemas"]["Level"] | null;
            /** @description An integer from 0 to 9007199254740991 that picks among the moves of the level, always in the same way. If left out or null, perfect plays the first best move, and any other level as if it were 0. */
            seed?: number | null;
            /** @description How many positions the search may enter: an integer from 1000 to 20000000, at most what the operator allows. If left out or null, 1000000 or that limit. With the compiled search 1000000 take 0.5 to 2 seconds, without it 10 to 20 times that. */
            max_nodes?: number | null;
        };
        /** @description A board in any form. */
        Board: components["schemas"]["Notation"] | components["schemas"]["Cell"][] | components["schemas"]["TextRow"][] | components["schemas"]["Cell"][][];
        /** @description A cell; null is an empty one. */
        Cell: components["schemas"]["CellText"] | null;
        /**
         * Format: int32
         * @description `row * columns + column`
         */
        CellNumber: number;
        /** @description X or O in either case; all else is empty. */
        CellText: string;
        /**
         * Exam
         * @description Whether a player is perfect, and what shows that it is not.
         */
        Exam: {
            /** @description `illegal`: it makes a move that the rules forbid; `loses`: it loses a game that it need not lose; `unbeaten`: it does not, but lets a win slip or delays it, or hastens a loss; `perfect`: it always plays a best move; `incomplete`: entries are missing, and what is known is neither illegal nor loses. */
            verdict: components["schemas"]["ExamVerdict"];
            /** @description Positions that the player comes into and that have no entry, the earliest first, at most 1000; none with a verdict. */
            needed: string[];
            /** @description The shortest game that shows the verdict; null for `perfect` and `incomplete`. */
            refutation: components["schemas"]["Refutation"] | null;
            /** @description Moves that are not the best, the earliest first, at most 1000. */
            mistakes: components["schemas"]["ExamMistake"][];
            /**
             * Format: int32
             * @description Positions in which the player moves or has to move, those needed included.
             */
            positions: number;
            /**
             * Format: int64
             * @description Games that come to their end by the entries sent.
             */
            games: number;
        };
        /**
         * ExamMistake
         * @description A move of the player that is not the best.
         */
        ExamMistake: {
            /** @description The position, in its one written form. */
            board: string;
            /**
             * Format: int32
             * @description The move of the player.
             */
            cell: number;
            /** @description All moves of rank 1. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description The position, with best play. */
            before: components["schemas"]["Standing"];
            /** @description The move, as the position before it scores it. */
            after: components["schemas"]["Standing"];
        };
        /**
         * ExamRequest
         * @description What a player does, by position.
         */
        ExamRequest: {
            /** @description What the player does in the positions in which it is to move: an object of at most 20000 entries from notation to cell, such as `XO./.X./..O` to 3. */
            moves: {
                [key: string]: number;
            };
            /** @description The side that the player has, X or O. */
            side: string;
            /** @description The side that made the first move, X or O. X if left out or null. */
            starting_side?: string | null;
            /** @description The columns of the board: an integer from 3 to 9. 3 if left out or null. */
            columns?: number | null;
            /** @description The rows of the board: an integer from 3 to 9. 3 if left out or null. */
            rows?: number | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
        };
        /**
         * ExamVerdict
         * @description What a player is; all of its moves are known, but for the first two and the last.
         *
         *     `illegal`: it makes a move that the rules forbid; `loses`: it loses a game that it need not
         *     lose; `unbeaten`: it does not, but lets a win slip or delays it, or hastens a loss; `perfect`:
         *     it always plays a best move.
         * @enum {string}
         */
        ExamVerdict: "illegal" | "loses" | "unbeaten" | "perfect" | "incomplete";
        /**
         * Fault
         * @description One fault of the input. It has a `pointer` in a body, or a `parameter` in a query.
         */
        Fault: {
            /** @description What is wrong here. */
            code: components["schemas"]["FaultCode"];
            /** @description What to change, in words. */
            message: string;
            /** @description JSON Pointer (RFC 6901) to the place in the body; `` is all of it. */
            pointer?: string;
            /** @description The query parameter; `` is the query as a whole. */
            parameter?: string;
        };
        /**
         * FaultCode
         * @description What is wrong at one place of the input; for a position, the code of its problem.
         * @enum {string}
         */
        FaultCode: "missing" | "wrong_type" | "wrong_value" | "unknown_field" | "unknown_parameter" | "repeated_parameter" | "wrong_shape" | "unsupported_size" | "wrong_in_a_row" | "wrong_counts" | "both_won" | "unreachable" | "wrong_turn" | "illegal_move" | "tree_too_large" | "trace_too_large" | "exam_too_large";
        /**
         * GameTree
         * @description Exact counts of the game tree below a position, which is included.
         */
        GameTree: {
            /** @description The position asked about. */
            position: components["schemas"]["Position"];
            /**
             * Format: int64
             * @description Sequences of moves, the empty one included.
             */
            nodes: number;
            /**
             * Format: int64
             * @description Sequences of moves that end the game.
             */
            games: number;
            /** @description How those games end. */
            outcomes: components["schemas"]["Outcomes"];
            /**
             * Format: int64
             * @description Distinct positions.
             */
            positions: number;
            /**
             * Format: int64
             * @description Distinct up to turns and reflections.
             */
            canonical_positions: number;
            /** @description The same, ply by ply. */
            plies: components["schemas"]["Ply"][];
            /** @description Null where so many cells are empty that counting takes too long. */
            searched: components["schemas"]["Searched"] | null;
        };
        /**
         * GameTreeRequest
         * @description The position whose game tree is counted.
         */
        GameTreeRequest: {
            /** @description The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O in either case; an empty cell is `.`, `-` or `_`, in arrays also a space, and as an item of an array also null or an empty string. */
            board: components["schemas"]["Board"];
            /** @description The side that moves next, X or O. If left out or null, the side that makes the position legal, and X where both do. */
            side_to_move?: string | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
        };
        /**
         * Health
         * @description That the service runs.
         */
        Health: {
            /**
             * @description `ok`.
             * @constant
             */
            status: "ok";
            /** @description The release. */
            version: string;
        };
        /**
         * Level
         * @description How well the service plays, the weakest first.
         * @enum {string}
         */
        Level: "beginner" | "easy" | "medium" | "hard" | "perfect";
        /**
         * LevelInfo
         * @description A level, and how strong it is.
         */
        LevelInfo: {
            /** @description Its name, which `/v1/best-move` takes. */
            level: components["schemas"]["Level"];
            /** @description What it sees and what it overlooks. */
            description: string;
            /** @description Measured in games with seeds, `make ladder`. */
            strength: components["schemas"]["Strength"][];
        };
        /**
         * Levels
         * @description All levels, the weakest first.
         */
        Levels: {
            /** @description The weakest first. */
            levels: components["schemas"]["LevelInfo"][];
        };
        /**
         * ListedMoves
         * @description Which moves of each position are listed.
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
         * @description A legal move and its exact score, for the side that makes it.
         */
        Move: {
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
             * @description The column of the cell, from 0 at the left.
             */
            column: number;
            /**
             * Format: int32
             * @description 1 for the best moves; equals share a rank: 1, 1, 3.
             */
            rank: number;
            /** @description How the game ends after this move, with best play. */
            outcome: components["schemas"]["Outcome"];
            /** @description Plies to the end of the game with best play; null if not proved. */
            plies_to_end: number | null;
            /** @description 100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; null if not proved. */
            score: number | null;
            /** @description A guess at the score, only where the outcome is `unknown`. */
            estimate: number | null;
            /** @description What the move does, by the strategy ladder of Newell and Simon (1972): the first that holds. Null where none does, and in misère. */
            reason: components["schemas"]["Reason"] | null;
            /** @description The move in one plain sentence, as a hint for a person. Except on 3x3 it names cells by the letter of the column and the number of the row; a1 is cell 0. */
            text: string;
        };
        /**
         * NodeEnd
         * @description Why a search left a node: the first three are finished games, for the root's side.
         * @enum {string}
         */
        NodeEnd: "win" | "loss" | "draw" | "depth" | "cached" | "cutoff" | "searched";
        /** @description Rows from top to bottom joined with `/`, or all cells of a square. */
        Notation: string;
        /**
         * Outcome
         * @description How the game ends with best play, for the side to move of the position asked about.
         * @enum {string}
         */
        Outcome: "win" | "draw" | "loss" | "unknown";
        /**
         * Outcomes
         * @description Games by how they end.
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
         * @description Counts at one distance from the position asked about.
         */
        Ply: {
            /**
             * Format: int32
             * @description Moves from the position asked about.
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
            /** @description How those games end. */
            outcomes: components["schemas"]["Outcomes"];
            /**
             * Format: int64
             * @description Distinct positions.
             */
            positions: number;
            /**
             * Format: int64
             * @description Distinct up to turns and reflections.
             */
            canonical_positions: number;
        };
        /**
         * Position
         * @description A position, with all that a page needs to show it.
         */
        Position: {
            /** @description The board in its one written form: `XO./.X./..O`. */
            notation: string;
            /** @description The mark of each cell, null where it is empty. */
            cells: (components["schemas"]["Mark"] | null)[];
            /**
             * Format: int32
             * @description The columns of the board.
             */
            columns: number;
            /**
             * Format: int32
             * @description The rows of the board.
             */
            rows: number;
            /**
             * Format: int32
             * @description The length of a line.
             */
            in_a_row: number;
            /** @description Whether completing a line loses. */
            misere: boolean;
            /** @description In a finished game, the side that would be next. */
            side_to_move: components["schemas"]["Mark"];
            /** @description `drawn` means a full board without a line. */
            status: components["schemas"]["Status"];
            /** @description The side that has won; null if none has. */
            winner: components["schemas"]["Mark"] | null;
            /** @description Every completed line as `in_a_row` cells, sorted. */
            winning_lines: components["schemas"]["CellNumber"][][];
        };
        /**
         * Problem
         * @description What every error answers, as `application/problem+json` (RFC 9457).
         */
        Problem: {
            /** @description Where the code is explained: a URI relative to the service. */
            type: string;
            /** @description The code in words; the same whenever it occurs. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description What is wrong with this request and what to change. */
            detail: string;
            /** @description What went wrong; clients can rely on it. */
            code: components["schemas"]["ProblemCode"];
            /** @description The faults of the input, at most 10; absent where there is none. */
            errors?: components["schemas"]["Fault"][];
            /** @description The X-Request-ID under which the service has logged an internal error. */
            request_id?: string;
        };
        /**
         * ProblemCode
         * @description What went wrong, in a word that stays the same from release to release.
         * @enum {string}
         */
        ProblemCode: "bad_request" | "malformed_body" | "not_found" | "method_not_allowed" | "request_timeout" | "precondition_failed" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "invalid_request" | "wrong_shape" | "unsupported_size" | "wrong_in_a_row" | "wrong_counts" | "both_won" | "unreachable" | "wrong_turn" | "illegal_move" | "tree_too_large" | "trace_too_large" | "exam_too_large" | "internal_error" | "not_implemented" | "overloaded" | "not_ready";
        /**
         * Reason
         * @description What a move does, the strongest reason first.
         * @enum {string}
         */
        Reason: "win" | "block" | "fork" | "block_fork" | "center" | "opposite_corner" | "corner" | "side";
        /**
         * Refutation
         * @description A game that shows the verdict.
         */
        Refutation: {
            /** @description The cells of both sides, from the empty board on. */
            moves: components["schemas"]["CellNumber"][];
            /** @description How it ends for the player: `illegal` if its last move is not allowed. */
            result: components["schemas"]["Result"];
        };
        /**
         * Result
         * @description How a game ends for the player; `illegal` with a move of its own that is not one.
         * @enum {string}
         */
        Result: "win" | "draw" | "loss" | "illegal";
        /**
         * Review
         * @description Every move of a game beside the best, and the move that decided it.
         */
        Review: {
            /** @description Every move, in order. */
            plies: components["schemas"]["ReviewedPly"][];
            /** @description The moves of each side. */
            sides: components["schemas"]["SidesReview"];
            /** @description The last ply that set the outcome that stood at the end; null if none did, or where it is not proved which. */
            turning_point: number | null;
            /** @description After the last move. */
            position: components["schemas"]["Position"];
            /**
             * Format: int64
             * @description Positions that the searches of all plies entered.
             */
            nodes: number;
        };
        /**
         * ReviewRequest
         * @description A game, finished or not.
         */
        ReviewRequest: {
            /** @description The cells that were played, in order: integers from 0, `row * columns + column`. */
            moves: components["schemas"]["CellNumber"][];
            /** @description The side that made the first move, X or O. X if left out or null. */
            starting_side?: string | null;
            /** @description The columns of the board: an integer from 3 to 9. 3 if left out or null. */
            columns?: number | null;
            /** @description The rows of the board: an integer from 3 to 9. 3 if left out or null. */
            rows?: number | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
            /** @description How many positions the search may enter: an integer from 1000 to 20000000, at most what the operator allows. If left out or null, 1000000 or that limit. With the compiled search 1000000 take 0.5 to 2 seconds, without it 10 to 20 times that. They bound the search of each position of the game. */
            max_nodes?: number | null;
        };
        /**
         * ReviewedPly
         * @description One move of the game, beside the best.
         */
        ReviewedPly: {
            /**
             * Format: int32
             * @description From 1.
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
             * @description The column of the cell, from 0 at the left.
             */
            column: number;
            /** @description The position, with best play. */
            before: components["schemas"]["Standing"];
            /** @description The move played, as the position before it scores it: both are counted from that position, for the side that moved. */
            after: components["schemas"]["Standing"];
            /** @description All moves of rank 1. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description `best`: of rank 1; `inaccuracy`: the same outcome, but a slower win or a quicker loss; `mistake`: a win turned into a draw, or a draw into a loss; `blunder`: a win turned into a loss; `unknown`: not proved. */
            verdict: components["schemas"]["Verdict"];
            /** @description As in the moves of an analysis. */
            reason: components["schemas"]["Reason"] | null;
            /** @description As in the moves of an analysis; where the verdict is `unknown`, it begins with what is not proved. */
            text: string;
        };
        /**
         * Searched
         * @description Positions that textbook searches enter for the win, draw or loss of the position.
         */
        Searched: {
            /**
             * Format: int64
             * @description Every node of the tree.
             */
            minimax: number;
            /**
             * Format: int64
             * @description Cells in order, a window from minus to plus infinity, no cache.
             */
            alpha_beta: number;
            /**
             * Format: int64
             * @description The same, cached on (board, alpha, beta).
             */
            alpha_beta_cached: number;
        };
        /**
         * SideReview
         * @description The moves of one side.
         */
        SideReview: {
            /** @description Its moves by their verdicts. */
            verdicts: components["schemas"]["Verdicts"];
            /** @description The share of best moves among those whose verdict is known; null if there are none. */
            best_share: number | null;
        };
        /**
         * SidesReview
         * @description The moves of both sides.
         */
        SidesReview: {
            /** @description The moves of X. */
            X: components["schemas"]["SideReview"];
            /** @description The moves of O. */
            O: components["schemas"]["SideReview"];
        };
        /**
         * Standing
         * @description What a game is worth to the side that moves.
         */
        Standing: {
            /** @description How the game ends with best play. */
            outcome: components["schemas"]["Outcome"];
            /** @description Plies to the end of the game with best play; null if not proved. */
            plies_to_end: number | null;
            /** @description 100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; null if not proved. */
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
         * @description Games of one level against another, half of them with the first move.
         */
        Strength: {
            /**
             * Format: int32
             * @description The columns of the board.
             */
            columns: number;
            /**
             * Format: int32
             * @description The rows of the board.
             */
            rows: number;
            /**
             * Format: int32
             * @description The length of a line.
             */
            in_a_row: number;
            /** @description The other level. */
            opponent: components["schemas"]["Level"];
            /**
             * Format: int64
             * @description Games played.
             */
            games: number;
            /**
             * Format: int64
             * @description Games that the level won.
             */
            wins: number;
            /**
             * Format: int64
             * @description Games that were drawn.
             */
            draws: number;
            /**
             * Format: int64
             * @description Games that the opponent won.
             */
            losses: number;
            /** @description The difference in Elo points; null where one side has won every game. */
            elo: number | null;
            /** @description Half the width of its 95 % interval. */
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
            /** @description The search. */
            algorithm: components["schemas"]["Algorithm"];
            /** @description What a finished game is worth. */
            values: components["schemas"]["Valuation"];
            /** @description The ply at which positions are estimated. */
            max_depth: number | null;
            /**
             * Format: double
             * @description The value of the root for its side to move.
             */
            value: number;
            /** @description The cells whose value is known to be that of the root: strictly inside the window. After a cut others may be as good. */
            best_moves: components["schemas"]["CellNumber"][];
            /** @description Every node in the order entered, the root first. */
            nodes: components["schemas"]["TraceNode"][];
            /** @description How many nodes became what. */
            counts: components["schemas"]["TraceCounts"];
        };
        /**
         * TraceCounts
         * @description The nodes by what became of them.
         */
        TraceCounts: {
            /**
             * Format: int32
             * @description Nodes entered: all that are listed but the cached ones, which are looked up.
             */
            entered: number;
            /**
             * Format: int32
             * @description Nodes that ended with a cutoff.
             */
            cut_off: number;
            /**
             * Format: int64
             * @description Cells left out by cutoffs.
             */
            left_out: number;
            /** @description The same, ply by ply. */
            plies: components["schemas"]["TracePly"][];
        };
        /**
         * TraceNode
         * @description A node of the search. Values and bounds are those of the side to move at the root.
         */
        TraceNode: {
            /**
             * Format: int32
             * @description Its place in `nodes`.
             */
            id: number;
            /** @description Null for the root. */
            parent: number | null;
            /**
             * Format: int32
             * @description Moves from the root.
             */
            ply: number;
            /** @description The move that led here. */
            cell: number | null;
            /** @description The side that made it. */
            side: components["schemas"]["Mark"] | null;
            /** @description The lower bound on entering; null if there is none. */
            alpha: number | null;
            /** @description The upper bound on entering; null if there is none. */
            beta: number | null;
            /**
             * Format: double
             * @description What the search returned.
             */
            value: number;
            /** @description Why the search left it. `win`, `loss` and `draw` are finished games; `depth` is an estimate at `max_depth`; `cached` repeats the value of `same_as`; `cutoff` left moves out, as the value reached a bound; `searched` looked at all. */
            end: components["schemas"]["NodeEnd"];
            /** @description The node that a cached one repeats. */
            same_as: number | null;
            /** @description The cells that a cutoff did not look at. */
            left_out: components["schemas"]["CellNumber"][];
            /**
             * Format: int32
             * @description When it was entered, in steps of one clock.
             */
            entered: number;
            /**
             * Format: int32
             * @description When it was left.
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
             * @description Moves from the root.
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
         * @description The position to search, and how.
         */
        TraceRequest: {
            /** @description The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O in either case; an empty cell is `.`, `-` or `_`, in arrays also a space, and as an item of an array also null or an empty string. */
            board: components["schemas"]["Board"];
            /** @description The side that moves next, X or O. If left out or null, the side that makes the position legal, and X where both do. */
            side_to_move?: string | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
            /** @description The search: minimax, alpha_beta or alpha_beta_cached. alpha_beta if left out or null. */
            algorithm?: components["schemas"]["Algorithm"] | null;
            /** @description What a finished game is worth: `outcome` is 1, 0 or -1, `score` counts the plies from the root too, so that faster wins are worth more. outcome if left out or null. */
            values?: components["schemas"]["Valuation"] | null;
            /** @description The ply at which unfinished positions are estimated and not searched: an integer from 1 to 9. No limit if left out or null. */
            max_depth?: number | null;
        };
        /**
         * Valuation
         * @description What a finished game is worth: 1, 0 or -1, or a score, in which faster wins count more.
         * @enum {string}
         */
        Valuation: "outcome" | "score";
        /**
         * Verdict
         * @description How a move compares with the best of its position.
         *
         *     An inaccuracy keeps the outcome, but wins more slowly or loses more quickly; a mistake makes a
         *     draw of a win or a loss of a draw; a blunder makes a loss of a win.
         * @enum {string}
         */
        Verdict: "best" | "inaccuracy" | "mistake" | "blunder" | "unknown";
        /**
         * Verdicts
         * @description How many moves got each verdict.
         */
        Verdicts: {
            /**
             * Format: int64
             * @description Moves of rank 1.
             */
            best: number;
            /**
             * Format: int64
             * @description The same outcome, but a slower win or a quicker loss.
             */
            inaccuracy: number;
            /**
             * Format: int64
             * @description Wins turned into draws, and draws into losses.
             */
            mistake: number;
            /**
             * Format: int64
             * @description Wins turned into losses.
             */
            blunder: number;
            /**
             * Format: int64
             * @description Moves of which it is not proved.
             */
            unknown: number;
        };
        /**
         * AnalysisEvent
         * @description One event of the stream, as an EventSource hands it over.
         */
        AnalysisEvent: {
            /** @description What `data` holds. */
            event: components["schemas"]["EventName"];
            /** @description JSON: a Progress, an Analysis or a Problem. */
            data: string;
        };
        /**
         * AnalysisItem
         * @description A position to analyse among others.
         */
        AnalysisItem: {
            /** @description The board: a string of rows joined with `/` such as `XO./.X./..O`, an array of rows, each a string or an array of cells, or, for a square board, all cells in one string or array. A cell is X or O in either case; an empty cell is `.`, `-` or `_`, in arrays also a space, and as an item of an array also null or an empty string. */
            board: components["schemas"]["Board"];
            /** @description The side that moves next, X or O. If left out or null, the side that makes the position legal, and X where both do. */
            side_to_move?: string | null;
            /** @description The length of a line: an integer from 3 to 9, at most the longer side of the board. 3 if left out or null. */
            in_a_row?: number | null;
            /** @description A boolean: true if completing a line loses. False if left out or null. */
            misere?: boolean | null;
            /** @description How many positions the search may enter: an integer from 1000 to 20000000, at most what the operator allows. If left out or null, 1000000 or that limit. With the compiled search 1000000 take 0.5 to 2 seconds, without it 10 to 20 times that. */
            max_nodes?: number | null;
            /** @description A name of at most 64 characters, which the result repeats. Null if left out or null. */
            id?: string | null;
        };
        /**
         * EventName
         * @description What an event of the stream holds; `analysis` and `error` are the last.
         * @enum {string}
         */
        EventName: "progress" | "analysis" | "error";
        /**
         * Progress
         * @description How far a search is.
         */
        Progress: {
            /**
             * Format: int64
             * @description Positions entered so far.
             */
            nodes: number;
            /**
             * Format: int64
             * @description The budget.
             */
            max_nodes: number;
            /**
             * Format: int64
             * @description Legal moves.
             */
            moves: number;
            /**
             * Format: int64
             * @description Those whose score is exact by now.
             */
            moves_proved: number;
            /**
             * Format: int32
             * @description The best move as far as is known by now.
             */
            best_move: number;
        };
        /**
         * ReviewEvent
         * @description One event of the stream of a review.
         */
        ReviewEvent: {
            /** @description What `data` holds. */
            event: components["schemas"]["ReviewEventName"];
            /** @description JSON: a ReviewProgress, a Review or a Problem. */
            data: string;
        };
        /**
         * ReviewEventName
         * @description What an event of the stream holds; `review` and `error` are the last.
         * @enum {string}
         */
        ReviewEventName: "progress" | "review" | "error";
        /**
         * ReviewProgress
         * @description How far a review is; the moves and the best move are those of the position searched.
         */
        ReviewProgress: {
            /**
             * Format: int64
             * @description Positions entered so far, for all plies.
             */
            nodes: number;
            /**
             * Format: int64
             * @description The budgets of all plies together.
             */
            max_nodes: number;
            /**
             * Format: int64
             * @description Legal moves.
             */
            moves: number;
            /**
             * Format: int64
             * @description Those whose score is exact by now.
             */
            moves_proved: number;
            /**
             * Format: int32
             * @description The best move as far as is known by now.
             */
            best_move: number;
            /**
             * Format: int64
             * @description Moves of the game.
             */
            plies: number;
            /**
             * Format: int64
             * @description Those reviewed by now, from the last one on.
             */
            plies_reviewed: number;
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
export type AnalysisRequest = components['schemas']['AnalysisRequest'];
export type AnalysisResult = components['schemas']['AnalysisResult'];
export type BestMove = components['schemas']['BestMove'];
export type BestMoveRequest = components['schemas']['BestMoveRequest'];
export type Board = components['schemas']['Board'];
export type Cell = components['schemas']['Cell'];
export type CellNumber = components['schemas']['CellNumber'];
export type CellText = components['schemas']['CellText'];
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
export type Reason = components['schemas']['Reason'];
export type Refutation = components['schemas']['Refutation'];
export type Result = components['schemas']['Result'];
export type Review = components['schemas']['Review'];
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
export type Valuation = components['schemas']['Valuation'];
export type Verdict = components['schemas']['Verdict'];
export type Verdicts = components['schemas']['Verdicts'];
export type AnalysisEvent = components['schemas']['AnalysisEvent'];
export type AnalysisItem = components['schemas']['AnalysisItem'];
export type EventName = components['schemas']['EventName'];
export type Progress = components['schemas']['Progress'];
export type ReviewEvent = components['schemas']['ReviewEvent'];
export type ReviewEventName = components['schemas']['ReviewEventName'];
export type ReviewProgress = components['schemas']['ReviewProgress'];
