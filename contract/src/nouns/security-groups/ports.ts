/** First and last port. */
export type PortRange = readonly [first: number, last: number];

/** A port, or a range of them. */
const PORT = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/**
 * The ports and ranges of a text, each once: `22, 8000-8100`. Commas, semicolons and spaces separate them. Empty: none.
 * @returns undefined where it is no list of ports; whether a port is possible is for `ruleProblems`
 */
export function portRanges(text: string): PortRange[] | undefined {
  const parts = text
    .replaceAll(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  const found = new Map<string, PortRange>();
  for (const part of parts) {
    const [match, first, last = first] = PORT.exec(part) ?? [];
    if (match === undefined) return undefined;
    const range = [Number(first), Number(last)] as const;
    found.set(range.join('-'), range);
  }
  return [...found.values()];
}
