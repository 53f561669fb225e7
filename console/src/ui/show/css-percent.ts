/** A part of a whole, 0 to 1, as styles take it: `25%`. */
export const cssPercent = (part: number): string => `${100 * part}%`;
