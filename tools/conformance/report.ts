/** `npm run conformance`: which requirements the last test runs proved. */
import { readBrowser, readVitest } from '../outcomes/read.ts';
import { countConformance } from './count.ts';
import { readRequirements, type Requirement } from './requirements.ts';

const runs = { 'unit, API and socket tests': readVitest(), 'browser tests': readBrowser() };
const missing = Object.entries(runs).filter(([, outcomes]) => outcomes === undefined);
for (const [name] of missing) console.error(`No report of the ${name}: run npm test first.`);

const requirements = readRequirements();
const outcomes = Object.values(runs).flatMap((run) => run ?? []);
const { proven, complaints, tooWeak } = countConformance(requirements, outcomes);

const areas = Map.groupBy(requirements, ({ area }) => area);
const line = (name: string, rows: readonly Requirement[]) =>
  `${name.padEnd(18)} ${String(rows.filter(({ id }) => proven.has(id)).length).padStart(5)} / ${String(rows.length).padStart(4)}`;

console.log(`${'area'.padEnd(18)} proven /  all`);
for (const [area, rows] of [...areas].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(line(area, rows));
console.log(line('all', requirements));

for (const [id, file] of tooWeak) console.log(`not counted: ${id} is named by a weaker kind of test in ${file}`);
for (const complaint of complaints) console.error(complaint);
if (process.argv.includes('--ids')) for (const id of proven) console.log(id);
process.exitCode = complaints.length > 0 || missing.length > 0 ? 1 : 0;
