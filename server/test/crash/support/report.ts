/** What a run of kills was asked for, and what it says of itself to `npm run crash`. */
import { appendFileSync } from 'node:fs';
import type { LifeReport } from './life.ts';
import type { ObjectLifeReport } from './object-life.ts';

/** Rounds in `npm test`, all databases together: each starts a server. What must hold at each moment of a change is in chosen.test.ts. */
const ROUNDS = 12;
/** The same of the object store, and of `npm run crash` one in so many. */
const OBJECT_ROUNDS = 3;
const OBJECTS_OF = 10;

/** Rounds for one of so many lives, or of the object store, and the seed of their chances: GANTRY_CRASH_ROUNDS and GANTRY_CRASH_SEED, else any. */
export function settings(lives: number | 'objects'): { rounds: number; seed: number } {
  const [usual, among] = lives === 'objects' ? [OBJECT_ROUNDS * OBJECTS_OF, OBJECTS_OF] : [ROUNDS, lives];
  const rounds = Math.ceil(Number(process.env['GANTRY_CRASH_ROUNDS'] ?? usual) / among);
  const seed = Number(process.env['GANTRY_CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  return { rounds, seed };
}

/** Adds a line of JSON to the file that GANTRY_CRASH_REPORT names. */
export function writeReport(report: LifeReport | ObjectLifeReport): void {
  const file = process.env['GANTRY_CRASH_REPORT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(report)}\n`);
}
