import { SIZE_BASE } from '@gantry/contract/constants';
import { isRightToLeft } from '../direction.ts';
import { numberFormat } from '../format.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;
export type SizeUnit = (typeof UNITS)[number];

/**
 * Bytes as a short text: 1048576 → `1 MiB`. At most two decimals.
 * @param unit absent: the largest that gives at least 1. A column has one for all its rows, so that they can be compared at a glance.
 */
export function formatSize(bytes: number, locale: string, unit?: SizeUnit): string {
  let amount = bytes;
  let step = 0;
  while (unit === undefined ? Math.abs(amount) >= SIZE_BASE && step < UNITS.length - 1 : UNITS[step] !== unit) {
    amount /= SIZE_BASE;
    step += 1;
  }
  const number = numberFormat(locale, { maximumFractionDigits: 2 }).format(amount);
  const text = `${number} ${UNITS[step]}`;
  // In a right-to-left sentence the Latin unit would change places with its number.
  return isRightToLeft(locale) ? `\u2066${text}\u2069` : text;
}

export const fromMib = (mib: number): number => mib * SIZE_BASE ** 2;
/** Whole bytes, rounded up (S1 §9). */
export const fromGib = (gib: number): number => Math.ceil(gib * SIZE_BASE ** 3);
