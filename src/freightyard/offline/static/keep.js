// @ts-check
// What a browser keeps for its tables: names and texts in IndexedDB, changed all at once or not at all.

const STORE = "texts";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @type {Promise<IDBDatabase> | undefined} */ let opened;
function database() {
  opened ??= (() => {
    const opening = indexedDB.open("freightyard", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return done(opening);
  })();
  return opened;
}

/** @type {Map<string, string> | null} what is kept until the page is closed, where the browser keeps nothing longer */ let memory = null;

/** Find out whether this browser keeps anything; else it is remembered while the page is open. A database that a later version of
 * the site has changed is an error: it must not look as if nothing had been kept. */
export async function openKeep() {
  try {
    await database();
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "VersionError") throw error;
    memory = new Map();
    return false;
  }
}

/** The names that begin so, in order, and their texts. @param {string} prefix @returns {Promise<[string, string][]>} */
export async function read(prefix) {
  if (memory) return [...memory].filter(([name]) => name.startsWith(prefix)).sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = (await database()).transaction(STORE).objectStore(STORE);
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const [keys, values] = await Promise.all([done(texts.getAllKeys(range)), done(texts.getAll(range))]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/** @param {string} name @returns {Promise<string | undefined>} */
export const get = async (name) => (memory ? memory.get(name) : done((await database()).transaction(STORE).objectStore(STORE).get(name)));

/** Change texts, null forgets one, if what is expected under some names is there; whether it was.
 * @param {Record<string, string | null>} expected @param {Record<string, string | null>} changes @returns {Promise<boolean>} */
export async function write(expected, changes) {
  if (memory) return writeMemory(memory, expected, changes);
  const transaction = (await database()).transaction(STORE, "readwrite");
  const texts = transaction.objectStore(STORE);
  for (const [name, text] of Object.entries(expected)) {
    if (((await done(texts.get(name))) ?? null) !== text) {
      transaction.abort();
      return false;
    }
  }
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) texts.delete(name);
    else texts.put(text, name);
  }
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {Map<string, string>} texts @param {Record<string, string | null>} expected @param {Record<string, string | null>} changes */
function writeMemory(texts, expected, changes) {
  if (Object.entries(expected).some(([name, text]) => (texts.get(name) ?? null) !== text)) return false;
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) texts.delete(name);
    else texts.set(name, text);
  }
  return true;
}
