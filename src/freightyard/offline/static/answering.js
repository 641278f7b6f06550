// @ts-check
// What a page sends to its worker, passed on to the server there, in the order in which it was said.

/**
 * @param {any} server
 * @param {(message: object) => void} tell
 * @returns {(message: any) => Promise<void>}
 */
export function answering(server, tell) {
  /** @type {Map<number, Promise<void>>} what is said on a line waits until it is open */ const opening = new Map();

  /** @param {any} message */
  const answer = async (message) => {
    if (message.request) {
      const { method, target, fields, accept } = message.request;
      tell({ id: message.id, answer: JSON.parse(await server.request(method, target, JSON.stringify(fields), accept)) });
    } else if (message.open !== undefined) {
      const open = Promise.resolve(server.open(message.open, message.path));
      opening.set(message.open, open.catch(() => {}));
      await open;
    } else if (message.say !== undefined) {
      await opening.get(message.say);
      await server.receive(message.say, message.text);
    } else if (message.close !== undefined) {
      await opening.get(message.close);
      opening.delete(message.close);
      server.close(message.close);
    }
  };

  /** What Python could not answer at all is told, so that nobody waits for it. */
  return (message) => answer(message).catch((error) => {
    if (message.open !== undefined) tell({ line: message.open, closed: "" });
    else tell({ id: message.id, failed: String(error) });
  });
}
