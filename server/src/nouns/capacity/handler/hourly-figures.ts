/** Figures of each hour of the last 30 days, as records: one of a subject and a day, which is due once it is old. */
import { CAPACITY_DAYS, CAPACITY_HOURS } from '@gantry/contract/nouns/capacity/trend';
import { instantOf } from '../../../port/clock.ts';
import type { Store } from '../../../port/store/store.ts';
import type { Writer } from '../../../port/store/writer.ts';

export const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
export const DAY_MS = DAY_HOURS * HOUR_MS;
/** The first day of 30 times 24 hours is begun and not whole. */
const DAYS = CAPACITY_DAYS + 1;
const OWNER = 'capacity';
const BUCKET = 'days';
/** Records that are forgotten in one transaction. */
const AT_ONCE = 200;

/** Whose figures they are. */
export type Subject = 'compute' | `storage:${string}` | `project:${string}`;
/** One hour's figures by their names. */
export type Figures = Readonly<Record<string, number>>;
/** By name the figures of the 24 hours of a day in UTC; null: not taken. */
type Day = Record<string, (number | null)[]>;

const dayOf = (at: number): string => instantOf(at).slice(0, 10);
const keyOf = (subject: Subject, at: number): string => `${subject} ${dayOf(at)}`;

/** Keeps what was measured in the hour of an instant, milliseconds; again instead of before. */
export async function keepHour({ records }: Pick<Writer, 'records'>, subject: Subject, at: number, figures: Figures): Promise<void> {
  const key = keyOf(subject, at);
  const day = { ...((await records.get(OWNER, BUCKET, key)) as Day | undefined) };
  const hour = Math.floor(at / HOUR_MS) % DAY_HOURS;
  for (const [name, value] of Object.entries(figures)) day[name] = (day[name] ?? Array<null>(DAY_HOURS).fill(null)).with(hour, value);
  await records.put(OWNER, BUCKET, key, day, instantOf(Math.floor(at / DAY_MS) * DAY_MS + DAYS * DAY_MS));
}

export interface KeptHours {
  /** The first hour, milliseconds. */
  since: number;
  /** Of it and all that follow, up to the last one that is known; null: not taken. */
  used: (number | null)[];
}

/** The hours of which figures are kept, milliseconds: 30 days up to the hour of an instant. */
export function hoursUntil(now: number): number[] {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS - (CAPACITY_HOURS - 1) * HOUR_MS;
  return Array.from({ length: CAPACITY_HOURS }, (_, index) => first + index * HOUR_MS);
}

/** From the first hour with a figure to the last one; undefined where none has any. @param hours one after the other */
export function knownOf(hours: readonly number[], figureOf: (hour: number) => number | null): KeptHours | undefined {
  const all = hours.map(figureOf);
  const begin = all.findIndex((value) => value !== null);
  if (begin < 0) return undefined;
  return { since: hours[begin]!, used: all.slice(begin, all.findLastIndex((value) => value !== null) + 1) };
}

/** The figure of an hour; null: not taken. */
export const valueAt = (kept: KeptHours | undefined, hour: number): number | null =>
  (kept && kept.used[(hour - kept.since) / HOUR_MS]) ?? null;

/** What is kept of a subject up to the hour of an instant, by figure; a figure that was never taken is absent. */
export async function keptHours(store: Pick<Store, 'records'>, subject: Subject, now: number): Promise<ReadonlyMap<string, KeptHours>> {
  const hours = hoursUntil(now);
  const range = { prefix: `${subject} `, after: keyOf(subject, hours[0]! - DAY_MS), limit: DAYS };
  const days = await store.records.list(OWNER, BUCKET, range);
  const byDay = new Map(days.map(({ key, value }) => [key, value as Day]));
  const names = new Set([...byDay.values()].flatMap(Object.keys));
  const kept = new Map<string, KeptHours>();
  for (const name of names) {
    const known = knownOf(hours, (at) => byDay.get(keyOf(subject, at))?.[name]?.[Math.floor(at / HOUR_MS) % DAY_HOURS] ?? null);
    if (known) kept.set(name, known);
  }
  return kept;
}

/** Forgets what is older than 30 days. @param now ISO 8601 */
export async function forgetCapacity(store: Pick<Store, 'records' | 'transaction'>, now: string): Promise<void> {
  for (;;) {
    const old = await store.records.due(OWNER, BUCKET, now, AT_ONCE);
    await store.transaction(async ({ records }) => {
      for (const { key } of old) await records.remove(OWNER, BUCKET, key);
    });
    if (old.length < AT_ONCE) return;
  }
}

/** The hour of which all figures were taken last, milliseconds; undefined: none was. */
export const lastHour = async (store: Pick<Store, 'records'>): Promise<unknown> => store.records.get(OWNER, 'state', 'hour');

export const closeHour = ({ records }: Pick<Writer, 'records'>, at: number): Promise<void> => records.put(OWNER, 'state', 'hour', at);
