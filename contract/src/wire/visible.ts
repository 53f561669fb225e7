/** What people read of a name is what it is: nothing in it is hidden or turns the text around it (decision I2). */

/** Scripts without joiners: between their letters one would only make two names that look the same. */
const UNJOINED = '\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}';
const JOINABLE = '[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** Persian, the scripts of India and emoji are written with ZWNJ and ZWJ, each between two signs. */
const JOINER = `(?<=${JOINABLE})(?<![${UNJOINED}])[\\u200C\\u200D](?=${JOINABLE})(?![${UNJOINED}])`;

/** Format and bidirectional controls, separators of lines, and letters of Hangul that show as blanks. */
const HIDDEN = new RegExp(`(?!${JOINER})[\\p{Cf}\\p{Zl}\\p{Zp}\\u115F\\u1160\\u3164\\uFFA0]`, 'u');
const SHOWN = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a name on one line shows all that it holds, and anything at all. Control characters are refused apart. */
export const isVisible = (name: string): boolean => name === '' || (SHOWN.test(name) && !HIDDEN.test(name));

/** Tabs and ends of lines make up prose, marks of direction and soft hyphens help it; the rest of controls only deceives. */
const DECEIVING = /(?![\t\n\r\u00AD\u061C\u200C-\u200F])[\p{Cc}\p{Cf}]/u;

/** Whether a text of several lines is free of controls that hide it or turn it around. */
export const isHonest = (text: string): boolean => !DECEIVING.test(text);
