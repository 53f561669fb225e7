import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Platform } from '../../../src/calls/port.ts';
import { knownHours } from '../../../src/nouns/capacity/handler/earlier-hours.ts';
import { HOUR_MS, keepHour } from '../../../src/nouns/capacity/handler/hourly-figures.ts';
import type { PastFigures, PastFiguresQuery } from '../../../src/port/past-figures.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { openTestStore } from '../../support/databases.ts';

const NOW = Date.UTC(2026, 10, 29, 15, 20);
/** The hour that is so many hours before the present one. */
const before = (hours: number): number => Math.floor(NOW / HOUR_MS) * HOUR_MS - hours * HOUR_MS;

let store: Store;
let close: () => Promise<void>;
let queries: PastFiguresQuery[];
let lines: string[];
/** What whoever measures the cloud says. */
let answer: (query: PastFiguresQuery) => PastFigures;
beforeEach(async () => {
  ({ store, close } = await openTestStore('sqlite'));
  [queries, lines] = [[], []];
  answer = ({ from, to }) => {
    const hours = Array.from({ length: (to - from) / HOUR_MS + 1 }, (_, index) => from + index * HOUR_MS);
    return new Map([['vcpus', new Map(hours.map((hour) => [hour, 7]))]]);
  };
});
afterEach(() => close());

const keep = (hours: number, figures: Record<string, number>) =>
  store.transaction((writer) => keepHour(writer, 'compute', before(hours), figures));

/** Reads as a call does. */
function reader(isMeasured = true) {
  const platform: Pick<Platform, 'pastFigures'> = {
    pastFigures: () => (isMeasured ? async (query) => (queries.push(query), answer(query)) : undefined),
  };
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const read = knownHours({ store, platform: platform as Platform, log });
  const wanted = { subject: 'compute', projectId: null, names: ['vcpus'], signal: AbortSignal.timeout(60_000) } as const;
  return async () => (await read(wanted, NOW)).get('vcpus');
}

it('hours before the platform kept figures, and between them, are those of whoever measures; its own figures stand', async () => {
  await keep(3, { vcpus: 20 });
  await keep(1, { vcpus: 22 });
  await keep(0, { vcpus: 23 });
  const known = await reader()();
  expect(known?.since).toBe(before(719));
  expect(known?.used).toHaveLength(720);
  expect(known?.used.slice(-5)).toEqual([7, 20, 7, 22, 23]);
  expect(queries).toEqual([{ projectId: null, from: before(719), to: before(2), step: HOUR_MS }]);
});

it('capacity has figures of whoever measures before the platform kept any, up to the hour before', async () => {
  expect(await reader()()).toMatchObject({ since: before(719), used: { length: 719 } });
});

it('nobody is asked for earlier figures where the platform has kept each hour but the present one', async () => {
  await store.transaction(async (writer) => {
    for (let hours = 719; hours > 0; hours -= 1) await keepHour(writer, 'compute', before(hours), { vcpus: hours });
  });
  expect((await reader()())?.used).toHaveLength(719);
  expect(queries).toEqual([]);
});

it('figures of the platform stand alone while whoever measures is silent, which the log tells once until it answers', async () => {
  await keep(2, { vcpus: 20 });
  const own = { since: before(2), used: [20] };
  expect(await reader(false)()).toEqual(own);
  const read = reader();
  const talking = answer;
  answer = () => {
    throw new GantryError('engine_unavailable');
  };
  for (let times = 0; times < 3; times += 1) expect(await read()).toEqual(own);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('earlier figures of capacity cannot be read');
  answer = talking;
  expect((await read())?.used).toHaveLength(719);
  answer = () => {
    throw new GantryError('engine_unavailable');
  };
  await read();
  expect(lines).toHaveLength(2);
});
