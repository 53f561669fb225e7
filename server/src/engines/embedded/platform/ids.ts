import { createHash } from 'node:crypto';

/**
 * Id of something the first filling makes: the same on each try, so that an interrupted filling can go on. In the form of a UUID
 * (version 8: the maker's own).
 */
export function idOf(engine: string, kind: string, name: string): string {
  const hex = createHash('sha256').update(`${engine}\n${kind}\n${name}`).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-');
}
