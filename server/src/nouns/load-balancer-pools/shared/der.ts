/** As much of DER (X.690) as says what a file is, and how costly it is to open an encrypted key. */

/** One element: its tag, and where its contents are. */
interface Element {
  tag: number;
  start: number;
  end: number;
}

const CONSTRUCTED = 0x20;
const INTEGER = 0x02;
const OCTETS = 0x04;
const OBJECT = 0x06;
const SEQUENCE = 0x30;
/** A length that is not said: what closes it is `00 00` (X.690 §8.1.3.6). No DER, and OpenSSL reads it. */
const INDEFINITE = 0x80;
/** What all names of PKCS #7 begin with: 1.2.840.113549.1.7 (RFC 2315 §14). */
const PKCS7 = Buffer.from('2a864886f70d0107', 'hex');
/** Of PKCS #12, which is PKCS #7 behind it (RFC 7292 §4). */
const PKCS12_VERSION = 3;
/** Deeper than any key; what is deeper is none. */
const DEEPEST = 16;

/** The element that begins at `at`; undefined where there is none that ends by `limit`, which ends those that do not say their length. */
function elementAt(bytes: Uint8Array, at: number, limit: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  if (first === INDEFINITE) return { tag, start: at + 2, end: limit };
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

/** The first two elements of a sequence that is the whole. */
function headOf(bytes: Uint8Array): readonly [Element, Element | undefined] | undefined {
  const whole = elementAt(bytes, 0, bytes.length);
  const first = whole?.tag === SEQUENCE ? elementAt(bytes, whole.start, whole.end) : undefined;
  return whole && first && [first, elementAt(bytes, first.end, whole.end)];
}

const isPkcs7 = (bytes: Uint8Array, { tag, start }: Element): boolean =>
  tag === OBJECT && PKCS7.equals(bytes.subarray(start, start + PKCS7.length));

/** Whether the bytes are those of a container of certificates and keys: PKCS #7 (.p7b) or PKCS #12 (.p12, .pfx). */
export function isContainer(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  if (!head) return false;
  const [first, second] = head;
  if (isPkcs7(bytes, first)) return true;
  const content = second?.tag === SEQUENCE ? elementAt(bytes, second.start, second.end) : undefined;
  return largestIn(bytes, first, 0) === PKCS12_VERSION && content !== undefined && isPkcs7(bytes, content);
}

/** Whether the bytes are those of an encrypted private key (PKCS #8, RFC 5958 §3). */
export function isEncryptedKey(bytes: Uint8Array): boolean {
  const [algorithm, data] = headOf(bytes) ?? [];
  // Where the algorithm does not say its length, it reaches to the end and hides the data.
  return algorithm?.tag === SEQUENCE && (data === undefined || data.tag === OCTETS);
}

/**
 * The largest number among the parameters by which an encrypted private key was encrypted: rounds of PBKDF2, or the cost of scrypt. 0 where
 * it is none.
 */
export function encryptionCost(bytes: Uint8Array): number {
  const [algorithm] = headOf(bytes) ?? [];
  return algorithm ? largestIn(bytes, algorithm, 0) : 0;
}
