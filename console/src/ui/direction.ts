/** Texts of two directions in one line: a Latin name in an Arabic sentence. */

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);
/** What begins with a letter that goes from left to right. Digits and signs go with what surrounds them. */
const BEGINS_LATIN = /^\P{L}*[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Whether a language, `ar`, is written from right to left. */
export const isRightToLeft = (locale: string): boolean => RIGHT_TO_LEFT.has(locale.slice(0, 2));

/**
 * A value as it stands in a sentence of that language. From right to left, one that begins in the other direction is set apart (U+2068 to
 * U+2069), so that the signs around it stay where the sentence has them; in all other languages it is as it was.
 */
export const isolated = (value: string, locale: string): string =>
  isRightToLeft(locale) && BEGINS_LATIN.test(value) ? value.replace(/^(\s*)(.*?)(\s*)$/su, '$1\u2068$2\u2069$3') : value;

/** Options of a text that becomes a name, or tells what is to be typed: its values go in as they are, and may be sent or copied. */
export const AS_IT_IS = { interpolation: { escapeValue: false } } as const;
