// The global of Swagger UI, whose script /docs loads.
declare function SwaggerUIBundle(options: object): unknown;
// The functions of a player's code, in the worker that runs it.
declare function move(board: ("X" | "O" | null)[], side: "X" | "O"): unknown;
declare function evaluate(board: ("X" | "O" | null)[], side: "X" | "O"): number;
