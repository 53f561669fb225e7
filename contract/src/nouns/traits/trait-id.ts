/** What the id of every trait begins with that operators name themselves. */
const CUSTOM = 'CUSTOM_';
/** Characters of an id beside that beginning. */
const LONGEST = 100;

/** `Oracle licenses` → `CUSTOM_ORACLE_LICENSES`; undefined where a name has nothing that an id can be made of. */
export function traitIdOf(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/^CUSTOM_/, '')
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST);
  return plain === '' ? undefined : CUSTOM + plain;
}
