/**
 * Values in a URL query (decision B1): scalars plain, objects and arrays as JSON text, undefined left out.
 * Filters carry an operator as prefix: `contains:`, `in:`, `any:` (S0 §7), `not_any:`.
 */

export type Filter =
  | { operator: 'is'; values: [string] }
  | { operator: 'in'; values: string[] }
  | { operator: 'any'; values: string[] }
  | { operator: 'not_any'; values: string[] }
  | { operator: 'contains'; values: [string] };

/** `a,b\\,c` → ['a', 'b,c']: a backslash keeps the sign after it (decision B18). */
const splitValues = (text: string): string[] =>
  text === '' ? [] : Array.from(`,${text}`.matchAll(/,((?:\\.|[^,\\]|\\$)*)/gs), ([, value = '']) => value.replace(/\\(.)/gs, '$1'));

/** `contains:ab` → {operator: 'contains', values: ['ab']}; a text without a known prefix is an exact value. */
export function parseFilter(text: string): Filter {
  const match = /^(contains|in|any|not_any):(.*)$/s.exec(text);
  if (!match) return { operator: 'is', values: [text] };
  const [, operator, rest = ''] = match;
  if (operator === 'contains') return { operator, values: [rest] };
  return { operator: operator as 'in' | 'any' | 'not_any', values: splitValues(rest) };
}

const HOUR_MS = 3_600_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** `24h` or `7d` → milliseconds; undefined where the text is not of that form. */
export function parseSpan(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === 'd' ? 24 * HOUR_MS : HOUR_MS);
}

/** From an instant until before another one, in milliseconds since 1970; without an end where there is none. */
export interface Period {
  from: number;
  to?: number;
}

/** `24h`, until now, or `2026-11-24T00:00:00.000Z/2026-11-25T00:00:00.000Z`; undefined where the text is neither. */
export function parsePeriod(text: string, now: number): Period | undefined {
  const span = parseSpan(text);
  if (span !== undefined) return { from: now - span };
  const [from, to, ...more] = text.split('/').map((end) => (INSTANT.test(end) ? Date.parse(end) : Number.NaN));
  return from !== undefined && to !== undefined && more.length === 0 && from < to ? { from, to } : undefined;
}

export const formatPeriod = ({ from, to }: Required<Period>): string => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

export interface Sort {
  key: string;
  descending: boolean;
}

/** `name:desc` → {key: 'name', descending: true}; undefined where the text is not of that form. */
export function parseSort(text: string): Sort | undefined {
  const match = /^(\w+):(asc|desc)$/.exec(text);
  return match ? { key: match[1]!, descending: match[2] === 'desc' } : undefined;
}

export const formatSort = (sort: Sort): string => `${sort.key}:${sort.descending ? 'desc' : 'asc'}`;

/** One value as query text, or undefined where it is left out. */
function encodeQueryValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** `{limit: 20, filters: {a: 1}}` → `limit=20&filters=%7B%22a%22%3A1%7D`. Keys keep their order. */
export function encodeQuery(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([key, value]) => {
      const text = encodeQueryValue(value);
      return text === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(text)}`];
    })
    .join('&');
}
