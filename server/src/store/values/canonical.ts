/**
 * JSON text with the members of every object in order, so that equal values have equal text whatever order they came in.
 * Members that are undefined are left out, as JSON.stringify does.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null';

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return ordered(JSON.parse(JSON.stringify(value)));
  // No prototype: a member called `__proto__` stays a member.
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) result[name] = ordered(member);
  return result;
}
