/** Names in what browsers call themselves. Those that are built on others name these as well, so the order tells. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
] as const;

/** The browser by the name people know; null where it is none of these, such as a script. */
export const browserOf = (userAgent: string | undefined): string | null =>
  BROWSERS.find(([pattern]) => pattern.test(userAgent?.slice(0, 512) ?? ''))?.[1] ?? null;
