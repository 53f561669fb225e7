/** As much of DER (X.690) as says how costly it is to open an encrypted key. */

/** One element: its tag, and where its contents are. */
interface Element {
  tag: number;
  start: number;
  end: number;
}

const CONSTRUCTED = 0x20;
const INTEGER = 0x02;
/** Deeper than any key; what is deeper is none. */
const DEEPEST = 16;

/** The element that begins at `at`; undefined where there is none that ends by `limit`. */
function elementAt(bytes: Uint8Array, at: number, limit: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4) return undefined;
  const start = at + 2 + lengthBytes;
  let length = lengthBytes === 0 ? first : 0;
  for (const byte of bytes.subarray(at + 2, start)) length = length * 256 + byte;
  return start + length <= limit ? { tag, start, end: start + length } : undefined;
}

/** The largest whole number of up to six bytes in an element; larger ones count as 2^48. */
function largestIn(bytes: Uint8Array, { tag, start, end }: Element, depth: number): number {
  if (tag === INTEGER) return end - start > 6 ? 2 ** 48 : bytes.subarray(start, end).reduce((value, byte) => value * 256 + byte, 0);
  if ((tag & CONSTRUCTED) === 0 || depth > DEEPEST) return 0;
  let largest = 0;
  for (let at = start; at < end;) {
    const inner = elementAt(bytes, at, end);
    if (!inner) return largest;
    largest = Math.max(largest, largestIn(bytes, inner, depth + 1));
    at = inner.end;
  }
  return largest;
}

/**
 * The largest number among the parameters by which an encrypted private key (PKCS #8, RFC 5958) was encrypted: rounds of PBKDF2, or the cost
 * of scrypt. 0 where it is none.
 */
export function encryptionCost(bytes: Uint8Array): number {
  const whole = elementAt(bytes, 0, bytes.length);
  const algorithm = whole && elementAt(bytes, whole.start, whole.end);
  return algorithm ? largestIn(bytes, algorithm, 0) : 0;
}
