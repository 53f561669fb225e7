/**
 * Cyclic redundancy checks with reflected polynomials, eight bytes at a step: Node has CRC-32 alone, and a table that takes one byte at a step costs ten
 * times as much as all else that is done with the bytes of an upload. Numbers are of 32 bits with a sign: those without leave the fast path of V8.
 */

const BYTES = 256;
/** Bytes of a step, and as many tables: the nth tells what a byte does to the remainder with n others behind it. */
const STEP = 8;

/** The bytes of a chunk from `at` on as a number, the first one lowest. */
const wordAt = (chunk: Uint8Array, at: number): number =>
  chunk[at]! | (chunk[at + 1]! << 8) | (chunk[at + 2]! << 16) | (chunk[at + 3]! << 24);

/** A remainder of 32 bits after more bytes. */
export type Crc32 = (value: number, chunk: Uint8Array) => number;

export function crc32By(polynomial: number): Crc32 {
  const table = new Int32Array(STEP * BYTES);
  for (let byte = 0; byte < BYTES; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    table[byte] = value;
  }
  for (let index = BYTES; index < table.length; index++) {
    const before = table[index - BYTES]!;
    table[index] = (before >>> 8) ^ table[before & 0xff]!;
  }
  return (value, chunk) => {
    let now = value | 0;
    let at = 0;
    for (; at + STEP <= chunk.length; at += STEP) {
      const low = now ^ wordAt(chunk, at);
      now =
        table[7 * BYTES + (low & 0xff)]! ^
        table[6 * BYTES + ((low >>> 8) & 0xff)]! ^
        table[5 * BYTES + ((low >>> 16) & 0xff)]! ^
        table[4 * BYTES + (low >>> 24)]! ^
        table[3 * BYTES + chunk[at + 4]!]! ^
        table[2 * BYTES + chunk[at + 5]!]! ^
        table[BYTES + chunk[at + 6]!]! ^
        table[chunk[at + 7]!]!;
    }
    for (; at < chunk.length; at++) now = table[(now ^ chunk[at]!) & 0xff]! ^ (now >>> 8);
    return now;
  };
}

/** A remainder of 64 bits, in halves. */
export interface Halves {
  high: number;
  low: number;
}

/** Changes a remainder by more bytes. */
export type Crc64 = (value: Halves, chunk: Uint8Array) => void;

export function crc64By(polynomial: Readonly<Halves>): Crc64 {
  const [highs, lows] = [new Int32Array(STEP * BYTES), new Int32Array(STEP * BYTES)];
  for (let byte = 0; byte < BYTES; byte++) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = low & 1;
      low = (low >>> 1) | (high << 31);
      high >>>= 1;
      if (isOdd) [high, low] = [high ^ polynomial.high, low ^ polynomial.low];
    }
    highs[byte] = high;
    lows[byte] = low;
  }
  for (let index = BYTES; index < highs.length; index++) {
    const [high, low] = [highs[index - BYTES]!, lows[index - BYTES]!];
    highs[index] = (high >>> 8) ^ highs[low & 0xff]!;
    lows[index] = ((low >>> 8) | (high << 24)) ^ lows[low & 0xff]!;
  }
  return (value, chunk) => {
    let [high, low] = [value.high | 0, value.low | 0];
    let at = 0;
    for (; at + STEP <= chunk.length; at += STEP) {
      const first = low ^ wordAt(chunk, at);
      const second = high ^ wordAt(chunk, at + 4);
      const a = 7 * BYTES + (first & 0xff);
      const b = 6 * BYTES + ((first >>> 8) & 0xff);
      const c = 5 * BYTES + ((first >>> 16) & 0xff);
      const d = 4 * BYTES + (first >>> 24);
      const e = 3 * BYTES + (second & 0xff);
      const f = 2 * BYTES + ((second >>> 8) & 0xff);
      const g = BYTES + ((second >>> 16) & 0xff);
      const h = second >>> 24;
      high = highs[a]! ^ highs[b]! ^ highs[c]! ^ highs[d]! ^ highs[e]! ^ highs[f]! ^ highs[g]! ^ highs[h]!;
      low = lows[a]! ^ lows[b]! ^ lows[c]! ^ lows[d]! ^ lows[e]! ^ lows[f]! ^ lows[g]! ^ lows[h]!;
    }
    for (; at < chunk.length; at++) {
      const index = (low ^ chunk[at]!) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ lows[index]!;
      high = (high >>> 8) ^ highs[index]!;
    }
    value.high = high;
    value.low = low;
  };
}
