// The texts of the page in Spanish.

const count = (number) => number.toLocaleString("es");
const numbers = ["", "una", "dos", "tres", "cuatro", "cinco"];

export const messages = {
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
  places: [
    "la esquina superior izquierda", "el lado de arriba", "la esquina superior derecha", "el lado izquierdo",
    "el centro", "el lado derecho", "la esquina inferior izquierda", "el lado de abajo",
    "la esquina inferior derecha",
  ],
  took: (side, place) => `${side} ocupa ${place}`,
  hint: (place, why) => `elige ${place}: ${why}.`,
  reasons: {
    win: () => "así ganas",
    block: (other) => `así frenas a ${other}`,
    fork: () => "así puedes ganar de dos maneras",
    block_fork: (other) => `si no, ${other} puede ganar de dos maneras`,
  },
  fewAnswers: (safe, other) =>
    `solo ${safe === 1 ? "una respuesta salva" : `${safe} respuestas salvan`} a ${other}`,
  outcomes: { win: "así ganas, paso a paso", loss: "así aguantas más", draw: "no hay nada mejor" },
  undoBringsBack: "«Deshacer» recupera la última partida.",
  noGame: "El enlace lleva a una posición que no se da en ninguna partida. Empieza otra partida.",
  noHint: "No hay pista, porque el servicio no responde.",
  guess: (place) => `No está demostrado que la continuación mostrada tras ${place} sea la mejor.`,
  trap: ({ safe_replies: safe }) =>
    `Cuidado, una trampa: solo ${safe === 1 ? "una respuesta es segura" : `${safe} respuestas son seguras`}.`,
  start: "Inicio",

  youWon: "¡Has vencido al ordenador!",
  youLost: "El ordenador te ha vencido.",
  youDrew: "Empate con el ordenador.",
  drewPerfectly: "Empate: nadie puede hacerlo mejor.",
  drawn: "Empate.",
  youCompleted: (winner) => `Has completado una línea, así que gana ${winner}.`,
  completed: (loser) => `${loser} ha completado una línea, así que ganas.`,
  sideCompleted: (loser, winner) => `${loser} ha completado una línea, así que gana ${winner}.`,
  lostBy: (mistake, better) => `El error fue ${mistake}. Con ${better} habrías aguantado.`,
  takeBack: "Retirar la jugada",
  review: "Analizar",
  next: (level) => `Siguiente nivel: ${level}`,
  easier: (level) => `Uno más fácil: ${level}`,
  results: { won: "ganadas", drawn: "empates", lost: "perdidas" },
  clearTally: "Borrar",
  askToClearTally: "¿Borrar todos tus resultados?",

  reviewing: "Analizando la partida…",
  reviewed: (done, plies) => `Analizando la partida: jugada ${done} de ${plies}…`,
  chart: "Valor de la partida después de cada jugada",
  sideWins: (side) => `Gana ${side}`,
  verdicts: {
    best: "la mejor", fine: "buena", inaccuracy: "imprecisión", mistake: "error",
    blunder: "error grave", unknown: "no demostrada",
  },
  otherMoves: (count) => (count === 1 ? "La otra jugada" : `Las otras ${count} jugadas`),
  noMistakes: (count) => `Sin errores: las ${count} jugadas`,
  decided: "decidió la partida",
  better: "Lo mejor era",
  reply: (side) => `${side} responde`,
  tryMoveAgain: "Repetir esta jugada",
  follow: "Mostrar la siguiente jugada",
  noneDecided: "Ninguna jugada por sí sola decidió la partida.",
  notProvedWhetherDecided: "No está demostrado si una sola jugada decidió la partida.",

  tree: {
    sentence: ({ number, all, alike, winner }) => {
      const end = winner ? `con victoria de ${winner}` : "en empate";
      return `Partida ${count(number)} de ${count(all)}. Como la tuya, ${count(alike)} acaban ${end}.`;
    },
    turned: "aquí cambió la partida",
    keep: "Guardar la imagen",
    copy: "Copiar el enlace",
    copied: "Enlace copiado.",
  },

  inARow: (length) => `${length} en raya`,

  puzzles: {
    todaysPuzzle: (number, all) => `Problema ${number} de ${all} de hoy`,
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
    again: "Prueba otra vez.",
    noWin: (place) => `${place} llena el tablero y no gana nadie.`,
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
