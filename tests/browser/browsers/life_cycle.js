// The life of <noughts-board> in a page that has loaded it, in any browser. Resolves to the cases that fail.

async () => {
  const PATIENCE = 120_000; // milliseconds
  const main = document.querySelector("main");
  const assert = (holds, words) => {
    if (!holds) throw new Error(words);
  };
  const isEqual = (found, expected) =>
    assert(JSON.stringify(found) === JSON.stringify(expected), `${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
  const rest = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const until = async (check, words = check) => {
    for (const end = Date.now() + PATIENCE; !check(); await rest(10)) assert(Date.now() < end, `never: ${words}`);
  };
  const made = (properties = {}, page = document) => Object.assign(page.createElement("noughts-board"), properties);
  const put = (board, place = main) => place.appendChild(board);
  const started = async (board, place) => {
    put(board, place);
    await until(() => board.position);
    return board;
  };
  const marksOn = (board) => board.shadowRoot.querySelectorAll(".mark").length;
  const cellOf = (board, cell) => board.shadowRoot.querySelector(`[data-cell="${cell}"]`);
  const isDrawn = (board) => getComputedStyle(board.shadowRoot.querySelector(".grid")).stroke !== "none";
  const frame = async () => {
    const made = put(document.createElement("iframe"));
    await rest(50);
    return made.contentDocument;
  };
  const ordersOf = (items) => items.length < 2 ? [items] : items.flatMap((item) =>
    ordersOf(items.filter((each) => each !== item)).map((others) => [item, ...others]));
  // The requests sent, and those that wait while all are held.
  const sent = [];
  const waiting = new Set();
  let isHeld = false;
  let isFailing = false;
  const { fetch } = globalThis;
  globalThis.fetch = (target, options) => {
    sent.push(target);
    if (isFailing) return Promise.reject(new TypeError("no network"));
    if (!isHeld) return fetch(target, options);
    waiting.add(target);
    return new Promise((resolve, reject) => {
      options.signal.addEventListener("abort", () => waiting.delete(target) && reject(options.signal.reason));
    });
  };

  const cases = {
    async "attributes, properties, moves and the connection in any order"() {
      const steps = {
        attribute: (board) => board.setAttribute("columns", "4"),
        property: (board) => { board.rows = 5; },
        line: (board) => { board.inARow = 4; },
        moves: (board) => { board.moves = [0, 4]; },
        connection: put,
      };
      for (const order of ordersOf(Object.keys(steps))) {
        const board = made({ side: "both" });
        for (const name of order) steps[name](board);
        await null;
        await null;
        const { columns, rows, in_a_row: inARow, notation } = board.position ?? {};
        assert(notation === "X.../O.../..../..../...." && columns === 4 && rows === 5 && inARow === 4, `${order}: ${notation}`);
        board.remove();
      }
    },
    async "a board that is moved keeps its game and sends no request"() {
      const board = await started(made({ side: "both" }));
      await board.play(4);
      await rest(200);
      const { game, position } = board;
      sent.length = 0;
      const root = put(document.createElement("div")).attachShadow({ mode: "open" });
      for (const place of [root, main, put(document.createElement("form")), document.body]) {
        put(board, place);
        await rest();
        assert(board.game === game && board.position === position && marksOn(board) === 1 && isDrawn(board), place.nodeName);
      }
      board.remove();
      await rest();
      put(board);
      await rest();
      isEqual([board.moves, sent], [[4], []]);
    },
    async "a board that is moved while its level replies asks once"() {
      isHeld = true;
      const board = put(made({ side: "O" }));
      await until(() => waiting.size === 1);
      const count = sent.length;
      put(board, document.body);
      await rest(100);
      isEqual([sent.length, waiting.size], [count, 1]);
    },
    async "searches are aborted when a board is removed, and go on when it is back"() {
      for (const [settings, isDone] of [
        [{ showScores: true }, (board) => board.game.analysis],
        [{ side: "O", level: "perfect" }, (board) => marksOn(board) === 1],
        [{ side: "none" }, (board) => marksOn(board) > 1],
      ]) {
        isHeld = true;
        const board = put(made({ columns: 4, rows: 4, inARow: 4, ...settings }));
        await until(() => waiting.size === 1);
        board.remove();
        await rest();
        isEqual(waiting.size, 0);
        const count = sent.length;
        await rest(100);
        isEqual(sent.length, count);
        put(board);
        await until(() => waiting.size === 1);
        board.remove();
        await rest();
        isEqual(waiting.size, 0);
        isHeld = false;
        put(board);
        await until(() => isDone(board));
        board.remove();
      }
    },
    async "a removed board sends no request whatever the page calls, and goes on when it is back"() {
      for (const [name, call, isDone] of [
        ["play", (board) => board.play(8), (board) => marksOn(board) === 4],
        ["hint", (board) => board.hint(), (board) => marksOn(board) === 2],
        ["undo", (board) => board.undo(), (board) => marksOn(board) === 0],
        ["new game", (board) => board.newGame(), (board) => marksOn(board) === 0],
        ["columns", (board) => Object.assign(board, { columns: 4, side: "O" }), (board) => marksOn(board) === 1],
        ["play again", (board) => board.playAgain(), (board) => marksOn(board) === 1],
        ["level", (board) => board.game.playLevel("hard"), (board) => marksOn(board) === 2],
        ["side", (board) => { board.side = "O"; }, (board) => marksOn(board) === 3],
        ["scores", (board) => { board.showScores = true; }, (board) => board.game.analysis],
        ["moves", (board) => { board.moves = [8]; }, (board) => marksOn(board) === 2],
        ["board", (board) => board.setAttribute("board", "XO./.../..."), (board) => board.board === "XO./.../..."],
      ]) {
        const board = await started(made({ level: "perfect" })); // which replies to a corner in the center
        await board.play(0);
        await board.game.settled();
        await rest(50);
        board.remove();
        await rest();
        sent.length = 0;
        call(board);
        await rest(50);
        isEqual([name, sent], [name, []]);
        put(board);
        await until(() => isDone(board), name);
        board.remove();
      }
      isFailing = true;
      const board = put(made({ side: "O" }));
      await until(() => board.game.fault);
      board.remove();
      await rest();
      isFailing = false;
      sent.length = 0;
      board.game.retry();
      await rest(50);
      isEqual(sent, []);
      put(board);
      await until(() => marksOn(board) === 1);
    },
    async "a board in a frame stops when the frame is removed, or its page is left or kept for later"() {
      const kept = (type) => (page) => page.defaultView.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      const SEARCHING = [{ side: "none" }, { side: "O", columns: 4 }, { showScores: true, columns: 4 }];
      for (const [leave, back] of [
        [(page) => page.defaultView.frameElement.remove(), put],
        [(page) => put(page.defaultView.frameElement, put(document.createElement("div"))), put],
        [(page) => page.defaultView.location.reload(), put],
        [kept("pagehide"), (board) => kept("pageshow")(board.ownerDocument)],
      ]) {
        const page = await frame();
        isHeld = true;
        const boards = SEARCHING.map((settings) => put(made(settings), page.body));
        await until(() => waiting.size === boards.length);
        leave(page);
        await until(() => waiting.size === 0, `${leave}`);
        sent.length = 0;
        for (const act of [() => {}, (board) => board.game.retry(), (board) => board.newGame(), (board) => { board.level = "hard"; }]) {
          boards.forEach(act);
          await rest(20);
        }
        isEqual([`${leave}`, sent], [`${leave}`, []]);
        isHeld = false;
        for (const board of boards) back(board);
        await until(() => boards.every((board) => board.game.analysis ?? marksOn(board) > 0), `${leave}`);
        for (const board of boards) board.remove();
      }
    },
    async "a board that a handler removes sends no request"() {
      const acts = [];
      for (const [name, settings, act] of [
        ["noughts-move", {}, (board) => board.play(0)],
        ["move", { side: "both" }, (board) => board.play(0)],
        ["noughts-beforemove", {}, (board) => board.play(0)],
        ["noughts-change", {}, (board) => board.play(0)],
        ["noughts-change", {}, (board) => board.hint()],
        ["noughts-change", {}, (board) => { board.showScores = true; }],
        ["noughts-change", { level: "perfect" }, (board) => { board.side = "O"; }],
        ["noughts-gameover", {}, (board) => { board.moves = [0, 3, 1, 4, 2]; }],
        ["noughts-preview", {}, (board) => board.preview(4)],
      ]) {
        for (const remove of [(board) => board.remove(), (board) => queueMicrotask(() => board.remove())]) {
          const board = await started(made({ side: "X", ...settings }));
          board.addEventListener(name, () => remove(board), { once: true });
          acts.push(() => act(board));
        }
      }
      await rest(50);
      sent.length = 0;
      for (const act of acts) act();
      await until(() => !document.querySelector("main noughts-board"));
      await rest(50);
      isEqual(sent, []);
    },
    async "a board comes out of documents without a window as it was"() {
      const parsed = new DOMParser().parseFromString('<noughts-board side="both" columns="4"></noughts-board>', "text/html");
      const board = Object.assign(parsed.querySelector("noughts-board"), { moves: [0, 5] });
      const template = document.createElement("template");
      for (const place of [main, parsed.body, main, template.content, document.createDocumentFragment(), main]) {
        put(board, place);
        await rest(20);
      }
      assert(board.board === "X.../.O../...." && marksOn(board) === 2 && isDrawn(board), board.board);
    },
    async "a board adopted into another document and back plays, styled and in its language"() {
      const board = await started(made({ side: "both" }));
      await board.play(0);
      const other = await frame();
      other.documentElement.lang = "de";
      put(board, other.body);
      await until(() => /X/.test(board.shadowRoot.querySelector(".status").textContent) && board.messages.draw === "remis");
      assert(isDrawn(board) && marksOn(board) === 1, "not drawn");
      cellOf(board, 4).click();
      await until(() => marksOn(board) === 2);
      put(board);
      await until(() => board.messages.draw === "draw");
      assert(isDrawn(board), "not drawn at home");
      isEqual(board.moves, [0, 4]);
    },
    async "marks and grid have a contrast of 3 on every page whose text has one of 4.5"() {
      const page = await frame(); // without the style of this page
      const board = await started(Object.assign(made(), { side: "both", moves: [0, 4] }), page.body);
      const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
      const painted = (...colors) => {
        for (const color of colors) {
          context.fillStyle = color;
          context.fillRect(0, 0, 1, 1);
        }
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      const contrast = (paper, color) => {
        const [dark, light] = [painted(paper), painted(paper, color)].map(luminance).sort((one, other) => one - other);
        return (light + 0.05) / (dark + 0.05);
      };
      for (const ink of ["#000", "#222", "#333", "#555", "#777", "#999", "#bbb", "#ddd", "#fff"]) {
        page.body.style.color = ink;
        const strokes = [".grid", ".mark.X", ".mark.O"].map((part) => getComputedStyle(board.shadowRoot.querySelector(part)).stroke);
        assert(!strokes.includes("none"), `${ink}: ${strokes}`);
        for (let gray = 0; gray < 256; gray += 1) {
          const paper = `rgb(${gray}, ${gray}, ${gray})`;
          if (contrast(paper, ink) < 4.5) continue;
          for (const stroke of strokes) assert(contrast(paper, stroke) >= 3, `${ink} on ${gray}: ${strokes}`);
        }
      }
    },
    async "the language crosses shadow roots, closed ones too, and follows every change"() {
      const outer = put(document.createElement("div"));
      const inner = outer.attachShadow({ mode: "closed" }).appendChild(document.createElement("div"));
      const board = await started(made({ side: "both" }), inner.attachShadow({ mode: "open" }));
      const said = () => board.shadowRoot.querySelector(".status").textContent;
      const other = put(document.createElement("section"));
      other.lang = "es";
      for (const [change, words] of [
        [() => { outer.lang = "de"; }, "X ist am Zug."],
        [() => { inner.lang = "es"; }, "Juega X."],
        [() => { inner.removeAttribute("lang"); }, "X ist am Zug."],
        [() => { board.lang = "en"; }, "X to move."],
        [() => { board.removeAttribute("lang"); }, "X ist am Zug."],
        [() => { outer.removeAttribute("lang"); }, "X to move."],
        [() => { other.append(outer); }, "Juega X."],
      ]) {
        change();
        await until(() => said() === words, words);
      }
      other.remove();
    },
    async "a clone has the attributes and its own game"() {
      const board = await started(made({ side: "both", columns: 4, rows: 4, inARow: 4 }));
      await board.play(5);
      const template = document.createElement("template");
      template.content.append(board.cloneNode(true));
      for (const clone of [board.cloneNode(true), document.importNode(template.content, true).firstChild]) {
        await started(clone);
        await clone.play(0);
        isEqual([clone.moves, clone.inARow, board.moves], [[0], 4, [5]]);
      }
    },
    async "a board that is upgraded late has what was set before"() {
      const page = await frame();
      const board = put(made({ inARow: 4, moves: [0, 4], side: "both" }, page), page.body);
      board.setAttribute("columns", "4");
      board.setAttribute("rows", "4");
      const template = put(page.createElement("div"), page.body); // as from a server
      template.innerHTML = '<noughts-board side="both"><p>Too old</p></noughts-board>';
      const src = document.querySelector('script[type="module"]').src;
      put(Object.assign(page.createElement("script"), { type: "module", src }), page.head);
      await until(() => board.position && template.firstChild.position);
      isEqual([board.position.notation, board.position.in_a_row], ["X.../O.../..../....", 4]);
    },
    async "two boards, and a second copy of the script, are independent"() {
      const [one, other] = [await started(made({ side: "both" })), await started(made({ side: "both" }))];
      const { NoughtsBoard } = await import(document.querySelector('script[type="module"]').src.replace(".bundle.js", ".js"));
      assert(NoughtsBoard !== one.constructor && one instanceof customElements.get("noughts-board"), "defined twice");
      await one.play(0);
      isEqual([one.moves, other.moves], [[0], []]);
    },
    async "a declarative shadow root is replaced"() {
      const place = put(document.createElement("div"));
      if (!place.setHTMLUnsafe) return; // browsers before 2024
      place.setHTMLUnsafe('<noughts-board side="both"><template shadowrootmode="open"><p>Soon</p></template></noughts-board>');
      await until(() => place.firstChild.position);
      isEqual(place.firstChild.shadowRoot.querySelectorAll("p:not(.status)").length, 0);
    },
    async "either name of an event prevents a move, and in a form only new names bubble"() {
      const form = put(document.createElement("form"));
      for (const place of [main, form]) {
        for (const name of ["beforemove", "noughts-beforemove"]) {
          const board = await started(made({ side: "both" }), place);
          board.addEventListener(name, (event) => event.preventDefault(), { once: true });
          await board.play(0);
          isEqual(board.moves, []);
          const heard = [];
          for (const each of ["move", "change", "noughts-move"]) place.addEventListener(each, () => heard.push(each), { once: true });
          await board.play(0);
          isEqual([board.moves, heard.sort()], [[0], place === form ? ["noughts-move"] : ["change", "move", "noughts-move"]]);
          board.remove();
        }
      }
    },
  };

  const failures = [];
  for (const [name, test] of Object.entries(cases)) {
    try {
      await test();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
    isHeld = isFailing = false;
    for (const each of document.querySelectorAll("noughts-board, iframe, main form, main div")) each.remove();
    await rest(20);
  }
  return failures;
}
