import { expect, it } from 'vitest';
import { brokenHabits } from './habits.ts';
import { readRefused, refusedInSource, refusedInText, type Refused } from './refused/refused.ts';
import { judgeSizes } from './sizes.ts';

it.each([
  ['const a = b as unknown as C;', 1],
  ['await close().catch(() => undefined);', 1],
  ['// The socket may be gone already.\nawait close().catch(() => undefined);', 0],
  ["it.skip('later', () => {});", 1],
  ['const a = b as C; // unknown', 0],
])('the check of habits counts the faults in: %s', (text, count) => {
  expect(brokenHabits(text)).toHaveLength(count);
});

it('habits: no window is built but of the four kinds, and the palette', () => {
  const line = "import { Modal } from '@patternfly/react-core/dist/esm/components/Modal';";
  const broken = (file: string): number => brokenHabits(line, file).length;
  expect(broken('console/src/features/servers/screen/text-dialog.tsx')).toBe(1);
  expect(broken('console/src/app/palette/key-help.tsx')).toBe(1);
  expect([broken('console/src/ui/dialog/form-dialog.tsx'), broken('console/src/app/palette/palette-dialog.tsx')]).toEqual([0, 0]);
});

it("habits: the console takes no time from the browser's clock, and spans only where they are measured", () => {
  const broken = (file: string, line: string): number => brokenHabits(line, file).length;
  for (const line of ['const now = new Date();', 'const left = end - Date.now();'])
    expect(broken('console/src/features/tasks/columns.tsx', line), line).toBe(1);
  expect(broken('console/src/features/tasks/columns.tsx', 'const date = new Date(text);')).toBe(0);
  for (const file of ['console/src/ui/clock.ts', 'console/src/app/away/idle-counter.ts', 'server/src/main.ts', 'console/test/a.test.ts'])
    expect(broken(file, 'const now = Date.now();'), file).toBe(0);
});

it.each([
  ['.gantry-tab:has(> h2) > :not(h2, .gantry-tab-actions) {', 1],
  ['.gantry-tab:has(> h2) * {', 1],
  ['.gantry-tab > h2 ~ :not(p) {', 1],
  ['.gantry-tab:has(> h2) {', 0],
  [':root:has(.gantry-bulk, .gantry-form-foot) .gantry-notices {', 0],
  [':is(.gantry-box):has(:is(input, select):focus-visible) {', 0],
  ['.gantry-tab > h2 ~ :is(p, ul) {', 0],
])('habits: no rule of styles makes browsers style the whole page anew: %s', (line, count) => {
  expect(brokenHabits(line, 'console/src/app/resource/resource.css')).toHaveLength(count);
});

it('sizes: the hard limit names the file, median and 95th percentile judge the whole', () => {
  const many = (lines: number, count: number): number[] => Array.from({ length: count }, () => lines);
  expect(judgeSizes(many(60, 100), [{ file: 'a.ts', lines: 400 }])).toMatchObject({ ok: true });
  expect(judgeSizes(many(60, 100), [{ file: 'a.ts', lines: 401 }]).output).toBe('a.ts: 401 lines, limit 400');
  expect(judgeSizes(many(61, 100), []).output).toContain('median');
  expect(judgeSizes([...many(10, 90), ...many(201, 10)], []).output).toContain('95th percentile');
});

it('refused words: names of files and identifiers in code are found, and prose is free', () => {
  const list: Refused[] = [
    { what: 'file', refused: 'lobby', instead: 'pending-connections' },
    { what: 'name', refused: 'Lobby', instead: 'PendingConnections' },
    { what: 'text', refused: "of one's own", instead: 'your own' },
  ];
  expect(refusedInSource('a/lobby.ts', 'new Lobby();', list)).toEqual([
    'a/lobby.ts: lobby, say pending-connections',
    'a/lobby.ts: Lobby, say PendingConnections',
  ]);
  expect(refusedInSource('a/hotel-lobby.ts', "/** A Lobby. */\nconst text = 'Lobby'; // Lobby\nnew HotelLobby();", list)).toEqual([]);
  expect(refusedInText('en: key', "A key of one's own.", list)).toHaveLength(1);
  expect(refusedInText('en: key', 'Your own key, lobby.', list)).toEqual([]);
});

it('refused words: the list can be read, and names nothing twice', () => {
  const all = readRefused().map(({ what, refused }) => `${what} ${refused}`);
  expect(all.length).toBeGreaterThan(20);
  expect(new Set(all).size).toBe(all.length);
});
