/** Lists in a parameter of a coded text: an entry a line, for names may hold commas, and no name a line break. */

/** `['a', 'State: b, c']` → one parameter. */
export const listed = (names: readonly string[]): string => names.map((name) => name.replace(/\s*\n\s*/g, ' ')).join('\n');

/** The entries again. */
export const entriesOf = (text: string): string[] => text.split('\n');
