/** Keys of objects as addresses and answers write them. */

/** A key as it is, of a list that was asked for in percent-encoding; stores differ in how they write a space, and some do not encode. */
export const plain = (text: string | undefined, encoding: string | undefined): string =>
  encoding === 'url' ? decodeURIComponent((text ?? '').replaceAll('+', ' ')) : (text ?? '');

/** As S3 wants it in paths: what `encodeURIComponent` leaves as it is among the reserved characters, too. */
export const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const LAST_CHAR = 0x10ffff;
const SURROGATES = { before: 0xd7ff, last: 0xdfff };

/** What comes right before a key in the order of a storage, bytes of UTF-8: a list that goes on behind it begins with the key, if that is there. */
export function justBefore(key: string): string {
  const chars = Array.from(key);
  const last = chars.pop()?.codePointAt(0);
  // No key has a NUL.
  if (last === undefined || last <= 1) return chars.join('');
  const former = last - 1 === SURROGATES.last ? SURROGATES.before : last - 1;
  return chars.join('') + String.fromCodePoint(former, LAST_CHAR);
}
