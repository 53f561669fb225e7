import { SIZE_BASE } from '@gantry/contract/constants';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);

/** Bytes as a short text in the largest unit that gives at least 1: 1048576 → `1 MiB`. At most two decimals. */
export function formatSize(bytes: number, locale: string): string {
  let amount = bytes;
  let unit = 0;
  while (Math.abs(amount) >= SIZE_BASE && unit < UNITS.length - 1) {
    amount /= SIZE_BASE;
    unit += 1;
  }
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(amount);
  const text = `${number} ${UNITS[unit]}`;
  // In a right-to-left sentence the Latin unit would change places with its number.
  return RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? `\u2066${text}\u2069` : text;
}

export const fromMib = (mib: number): number => mib * SIZE_BASE ** 2;
export const fromGib = (gib: number): number => gib * SIZE_BASE ** 3;
