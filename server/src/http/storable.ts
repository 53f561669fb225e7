/** Whether lists and objects are nested deeper than so many levels. Looks no deeper itself. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/**
 * Whether every text in a value can be stored by both databases: PostgreSQL takes neither U+0000 nor half a surrogate pair.
 * Also refuses members named `__proto__`, which no schema of ours knows.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorable);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, member]) => key !== '__proto__' && isStorable(key) && isStorable(member));
}
