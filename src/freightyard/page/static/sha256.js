// @ts-check
// SHA-256 of a text, in the page itself: crypto.subtle is missing where a page comes without https, as in a home network.

const LENGTH = 64; // words of the schedule

/** The first 32 bits of the fractions of roots of the first primes, as the standard has them. @param {number} count @param {number} power @returns {number[]} */
function roots(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= number && prime; divisor++) prime = number % divisor !== 0;
    if (!prime) continue;
    const root = number ** power;
    found.push(((root - Math.floor(root)) * 2 ** 32) | 0);
  }
  return found;
}
const K = roots(LENGTH, 1 / 3);
const START = roots(8, 1 / 2);

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The eight words of the hash, each a number from 0 to 2^32 - 1. @param {string} text @returns {number[]} */
export function words(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  for (const [place, byte] of bytes.entries()) padded.setUint8(place, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(blocks * 64 - 8, BigInt(bytes.length) * 8n);
  const hash = Int32Array.from(START);
  const w = new Int32Array(LENGTH);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = padded.getInt32(block * 64 + i * 4);
    for (let i = 16; i < LENGTH; i++) {
      const a = at(w, i - 15), b = at(w, i - 2);
      w[i] = at(w, i - 16) + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + at(w, i - 7) + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    const s = [...hash];
    for (let i = 0; i < LENGTH; i++) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = s;
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + at(w, i)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      s.unshift((one + two) | 0);
      s.length = 8;
      s[4] = (d + one) | 0;
    }
    for (let i = 0; i < 8; i++) hash[i] = at(hash, i) + (s[i] ?? 0);
  }
  return [...hash].map((word) => word >>> 0);
}

/** @param {Int32Array} array @param {number} place */
const at = (array, place) => array[place] ?? 0;

/** The hash as 64 digits. @param {string} text */
export const sha256 = (text) => words(text).map((word) => word.toString(16).padStart(8, "0")).join("");
