// Uses the JavaScript client against a mock or a validating proxy, which respond with a 4xx to what the contract
// does not allow. The client can replace a failed stream by a plain request, so every response is checked.
import { Noughts } from "../../../service/static/client/noughts.js";

const FOLLOWED = { onProgress() {} };

async function withClient(base, use) {
  const refused = [];
  const fetchAndCheck = async (url, options) => {
    const response = await fetch(url, options);
    if (!response.ok) refused.push(`${response.status} ${url} ${await response.clone().text()}`);
    return response;
  };
  await use(new Noughts({ base, fetch: fetchAndCheck })).catch((error) => refused.push(error));
  if (refused.length) throw new Error(refused.join("\n"));
}

/** Makes each call without moves, and with none, one and several. */
export const callEverything = (base) =>
  withClient(base, async (noughts) => {
    for (const request of [{}, { moves: [] }, { moves: [4] }, { moves: [0, 1, 4] }]) {
      for (const name of ["analysis", "analyze", "bestMove", "gameTree", "review"]) await noughts[name](request);
      await noughts.trace({ ...request, max_depth: 1 });
      await noughts.bestMove(request, FOLLOWED);
      if (request.moves) await noughts.review(request, FOLLOWED);
    }
    await noughts.exam({ side: "X", moves: {} });
    await noughts.analyses({ positions: [{ board: "XO./.X./..O" }], moves: "best" });
    await noughts.levels();
  });

/** Plays, follows and reviews a whole game, begun with an empty list. */
export const playGame = (base) =>
  withClient(base, async (noughts) => {
    const moves = [];
    for (let turn; (turn = await noughts.bestMove({ moves })).move; ) {
      const { best_moves } = await noughts.analyze({ moves });
      if (!best_moves.includes(turn.move.cell)) throw new Error("perfect did not play a best move");
      moves.push(turn.move.cell);
    }
    const { plies, position } = await noughts.review({ moves }, FOLLOWED);
    if (plies.length !== 9 || position.status !== "drawn") throw new Error("perfect play is a draw in nine moves");
  });
