// The messages of the puzzles in Spanish.

const numbers = ["", "una", "dos", "tres", "cuatro", "cinco"];

export const es = {
  intro: "En cada posición gana exactamente una jugada. Encuéntrala y gana después contra un juego perfecto.",
  difficulties: { easy: "Fácil", medium: "Medio", hard: "Difícil" },
  inARow: (number) => `${number} en raya`,
  winIn: (moves) => `gana en ${moves}`,
  solvedName: "resuelto",
  solvedOf: (solved, all) => `${solved} de ${all} resueltos`,
  clear: "Borrar el progreso",
  askToClear: "¿Borrar el progreso de todos los problemas?",
  again: "Otro intento",
  next: "Siguiente",
  hint: "Pista",
  show: "Mostrar la jugada",
  task: (side, moves) => `Juega ${side}. Gana en ${numbers[moves] ?? moves} ${moves === 1 ? "jugada" : "jugadas"}.`,
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
    win: (tried, reply, plies) => (plies > 1 ? `${tried} pierde: ${reply} y gana en ${plies}.` : `${tried} pierde: ${reply}.`),
    unknown: (tried, reply) => `No está demostrado que ${tried} gane: ${reply}.`,
  },
  lookFor: {
    win: () => "Pista: busca una jugada que complete una línea.",
    fork: () => "Pista: busca una jugada que cree dos amenazas a la vez.",
    block: () => "Pista: fíjate en lo que amenaza el otro bando.",
    other: (row) => `Pista: la jugada ganadora está en la fila ${row}.`,
  },
  shown: (place) => `La jugada ganadora es ${place}. Con ayuda, el problema no cuenta como resuelto.`,
  solved: (tries) => (tries === 0 ? "Resuelto al primer intento." : `Resuelto tras ${tries === 1 ? "un intento fallido" : `${tries} intentos fallidos`}.`),
  helped: "Ganado con ayuda, así que el problema no cuenta como resuelto.",
};
