// @ts-check
// A move is a few words, and a thing on the page stands for the beginnings of legal moves (`data-word`, separated by `|`).
// These functions know nothing of the page: they say what continues the words said so far.

/** The beginnings that go on from what was said. @param {string} said @param {readonly string[]} beginnings @returns {string[]} */
export function continuing(said, beginnings) {
  return beginnings.filter((words) => words !== said && (said === "" || words.startsWith(`${said} `)));
}

/** Whether these words are a whole move. @param {string} words @param {readonly string[]} moves */
export const whole = (words, moves) => moves.includes(words);

/** Whether a move begins with one of these words. @param {string} move @param {readonly string[]} beginnings */
export const begins = (move, beginnings) => beginnings.some((words) => words !== "" && (move === words || move.startsWith(`${words} `)));
