// @ts-check
// What can complete a line that is being typed: the next word of a legal move, or a command. The server reads the line itself; this
// only suggests, and knows nothing of the page.

const MOST = 8; // suggestions: more would be a flood for those who listen

/** @typedef {{text: string, whole: boolean}} Suggestion the line as it would be, and whether nothing more is needed */

/** @param {string} line @param {readonly string[]} moves the legal ones @param {readonly string[]} commands @returns {Suggestion[]} */
export function completions(line, moves, commands) {
  if (line.includes(";")) return []; // what is legal then only the server knows
  const typed = line.toLowerCase().trimStart().split(/\s+/);
  if (typed.length === 1 && !typed[0]) return [];
  const fitting = moves.map((move) => move.split(" ")).filter((words) => begins(typed, words));
  /** @type {Map<string, string[][]>} */ const heads = new Map();
  for (const words of fitting) {
    const head = words.slice(0, typed.length).join(" ");
    heads.set(head, [...(heads.get(head) ?? []), words]);
  }
  /** @type {Suggestion[]} */ const found = [];
  for (const [head, those] of heads) {
    const only = those.length === 1 ? those[0]?.join(" ") ?? head : head;
    found.push({ text: only, whole: those.length === 1 || moves.includes(head) });
  }
  if (typed.length === 1) {
    for (const name of commands) if (name.startsWith(typed[0] ?? "")) found.push({ text: name, whole: true });
  }
  const rest = found.filter(({ text }) => text !== typed.join(" ").trim());
  return rest.slice(0, MOST);
}

/** Whether each word is the beginning of its word in the move, as in `ta 1`. @param {string[]} typed @param {string[]} words */
const begins = (typed, words) => typed.length <= words.length && typed.every((word, place) => words[place]?.startsWith(word));
