/** A text as it may stand in HTML, also within an attribute. */
export const escape = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
