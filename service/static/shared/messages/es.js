// The texts of the page in Spanish.

const numbers = ["", "una", "dos", "tres", "cuatro", "cinco"];
const other = (side) => (side === "X" ? "O" : "X");

export const messages = {
  levels: { beginner: "principiante", easy: "fácil", medium: "medio", hard: "difícil", perfect: "perfecto" },
  descriptions: {
    beginner: "Mira dos jugadas por delante y a menudo pasa por alto incluso una victoria inmediata.",
    easy: "Nunca deja pasar una victoria inmediata, pero a veces pasa por alto la del otro bando.",
    medium: "Nunca deja pasar una victoria o un bloqueo inmediatos, pero a veces no ve dobles amenazas.",
    hard: "Ve toda victoria y toda derrota a cuatro jugadas o menos; solo un plan más largo lo vence.",
    perfect:
      "Siempre hace una de las mejores jugadas. Solo pierde en posiciones perdidas o demasiado difíciles.",
  },
  rule: (inARow) => `Gana quien pone ${inARow} en raya.`,
  ruleOfMisere: (inARow) => `Pierde quien pone ${inARow} en raya.`,
  other: "otro",
  match: {
    person: (level, side) => `Juegas con ${side}, el ordenador con ${other(side)} (${level}).`,
    both: () => "Dos jugadores: X y O.",
    none: (level) => `El ordenador juega contra sí mismo (${level}).`,
  },
  hint: (place, reason) => `Pista: ${place}. ${reason}.`,
  brokenLink: "Una parte del enlace no tiene sentido y se ha omitido.",
  noGame: "El enlace lleva a una posición que no se da en ninguna partida. Empieza otra partida.",
  noHint: "No hay pista, porque el servicio no responde.",
  guess: (place) => `No está demostrado que la continuación mostrada tras ${place} sea la mejor.`,
  trap: ({ safe_replies: safe, replies }) =>
    `Una trampa: de tus ${replies} respuestas, ${safe === 1 ? "solo una es segura" : `${safe} son seguras`}.`,
  tryAgain: "Reintentar",
  start: "Inicio",

  youWon: "¡Has vencido al ordenador!",
  youLost: "El ordenador te ha vencido.",
  youDrew: "Empate con el ordenador.",
  drewPerfectly: "Empate: no hay nada mejor.",
  won: (winner) => `Gana ${winner}.`,
  drawn: "Empate.",
  youCompleted: (winner) => `Has completado una línea, así que gana ${winner}.`,
  completed: (loser) => `${loser} ha completado una línea, así que ganas.`,
  sideCompleted: (loser, winner) => `${loser} ha completado una línea, así que gana ${winner}.`,
  review: "Analizar",
  next: (level) => `Siguiente nivel: ${level}`,

  reviewing: "Analizando la partida…",
  reviewed: (done, plies) => `Analizando la partida: jugada ${done} de ${plies}…`,
  chart: "Valor de la partida después de cada jugada",
  sideWins: (side) => `Gana ${side}`,
  startOfGame: "Inicio de la partida.",
  verdicts: {
    best: "la mejor", inaccuracy: "imprecisión", mistake: "error", blunder: "error grave",
    unknown: "no demostrada",
  },
  notProvedMoves: (first, last) => `Jugadas ${first}–${last}: no demostradas`,
  decided: "decidió la partida",
  better: "Lo mejor era",
  reply: (side) => `${side} responde`,
  tryMoveAgain: "Repetir esta jugada",
  follow: "Mostrar la siguiente jugada",
  noMoves: "sin jugadas",
  decidedAt: (ply) => `La jugada ${ply} decidió la partida`,
  noneDecided: "Ninguna jugada por sí sola decidió la partida",
  notProvedWhetherDecided: "No está demostrado si una sola jugada decidió la partida",

  inARow: (length) => `${length} en raya`,

  puzzles: {
    intro:
      "En cada posición gana exactamente una jugada. Encuéntrala y gana después contra un juego perfecto.",
    difficulties: { easy: "Fácil", medium: "Medio", hard: "Difícil" },
    winIn: (moves) => `gana en ${moves}`,
    solvedName: "resuelto",
    solvedOf: (solved, all) => `${solved} de ${all} resueltos`,
    clear: "Borrar el progreso",
    askToClear: "¿Borrar el progreso de todos los problemas?",
    hint: "Pista",
    show: "Mostrar la jugada",
    task: (side, moves) =>
      `Juega ${side}. Gana en ${numbers[moves] ?? moves} ${moves === 1 ? "jugada" : "jugadas"}.`,
    none: "Este enlace no contiene ningún problema. En un problema gana exactamente una jugada.",
    right: "Correcto.",
    slower: "También gana, pero más despacio.",
    replies: {
      win: (side, place) => `${side} completa una línea en ${place}`,
      block: (side, place) => `${side} bloquea en ${place}`,
      fork: (side, place) => `${side} crea dos amenazas en ${place}`,
      block_fork: (side, place) => `${side} impide una doble amenaza en ${place}`,
      other: (side, place) => `${side} juega ${place}`,
    },
    refuted: {
      draw: (tried, reply) => `${tried} no gana: ${reply}, y con juego óptimo hay empate.`,
      win: (tried, reply, plies) =>
        (plies > 1 ? `${tried} pierde: ${reply} y gana en ${plies}.` : `${tried} pierde: ${reply}.`),
      unknown: (tried, reply) => `No está demostrado que ${tried} gane: ${reply}.`,
    },
    lookFor: {
      win: () => "Pista: busca una jugada que complete una línea.",
      fork: () => "Pista: busca una jugada que cree dos amenazas a la vez.",
      block: () => "Pista: fíjate en lo que amenaza el otro bando.",
      other: (row) => `Pista: la jugada ganadora está en la fila ${row}.`,
    },
    shown: (place) => `La jugada ganadora es ${place}. Con ayuda, el problema no cuenta como resuelto.`,
    solved: (tries) =>
      (tries === 0
        ? "Resuelto al primer intento."
        : `Resuelto tras ${tries === 1 ? "un intento fallido" : `${tries} intentos fallidos`}.`),
    helped: "Ganado con ayuda, así que el problema no cuenta como resuelto.",
  },
};
