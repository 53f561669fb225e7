import { numberFormat } from '../../ui/format.ts';

/** How a number of things is written; a part of one, as added in a day, is never 0. */
export const countFormat =
  (language: string) =>
  (value: number): string =>
    numberFormat(language, Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }).format(value);
