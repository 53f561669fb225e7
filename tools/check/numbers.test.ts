/** The specification gives numbers without their use; what stands in the sources says what it is for. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Numbers whose use the specification does not show. */
const UNCLEAR = [300, 60, 100, 600, 30, 1000];
/** `const TAKE_FIRST_MS = 600;`, at the beginning of a line. */
const DECLARED = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: \w+)? = ([\d_]+(?:e\d+)?);/;
const COMMENT = /^\s*(\/\/|\/\*\*|\*)|\*\/$/;

const files = globSync('{console,contract,server}/src/**/*.{ts,tsx}');
const sources = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));
const declared = sources.flatMap(({ file, lines }) =>
  lines.flatMap((line, index) => {
    const [, name, digits] = DECLARED.exec(line) ?? [];
    if (name === undefined) return [];
    // Those that follow each other share a comment.
    const above = lines.slice(0, index).findLast((one) => !DECLARED.test(one)) ?? '';
    return [{ file, name, value: Number(digits!.replaceAll('_', '')), said: COMMENT.test(above) || line.includes('//') }];
  }),
);

it('each number of those without a shown use that has a name says beside it what it is for [choice.numeric-constants]', () => {
  const unclear = declared.filter(({ value }) => UNCLEAR.includes(value));
  expect(unclear.find(({ name }) => name === 'TAKE_FIRST_MS')).toMatchObject({ value: 600, said: true });
  expect(UNCLEAR.filter((number) => !unclear.some(({ value }) => value === number))).toEqual([]);
  expect(unclear.filter(({ said }) => !said).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  // Nothing waits for a number without a name.
  const waits = /set(?:Timeout|Interval)\([^;]*, [\d_]{2,}\)/;
  expect(sources.filter(({ lines }) => lines.some((line) => waits.test(line))).map(({ file }) => file)).toEqual([]);
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain('300, 60, 100, 600, 30 and 1000');
});

it('the task value of 2e9 is unused, and written down to be so [choice.task-2e9]', () => {
  const uses = sources.filter(({ lines }) => lines.some((line) => /\b(2e9|2_?000_?000_?000)\b/i.test(line)));
  expect(uses.map(({ file }) => file)).toEqual([]);
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain('its value of 2e9 for tasks is unused');
});
