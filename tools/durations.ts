/** `npm run durations`: keeps how long the test files of the last whole run took, on a machine that was quiet. */
import { writeFileSync } from 'node:fs';
import { keptPath, worthKeeping } from './outcomes/durations.ts';
import { readDurations } from './outcomes/read.ts';

const durations = readDurations();
if (Object.keys(durations).length === 0) {
  console.error('No report of a run: run npm test first.');
  process.exitCode = 1;
} else writeFileSync(keptPath, `${JSON.stringify(worthKeeping(durations), null, 2)}\n`);
