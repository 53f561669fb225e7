import { GantryError } from '@gantry/contract/wire/errors';
import type { LiveRead, Screen } from '../engine.ts';
import { readJournal } from './journal.ts';
import type { Platform } from './platform.ts';
import { readQuota } from './quotas.ts';
import { readStat } from './statistics.ts';

/** The live reads of the platform, by the names the contract's calls use. */
export const liveReadsOf = (platform: Platform): Readonly<Record<string, LiveRead>> => {
  const up =
    <A>(read: LiveRead<A>): LiveRead<A> =>
    async (...args) => {
      platform.assertUp();
      return read(...args);
    };
  return {
    /** Newest first. */
    'server.events': up(async ({ store }, server) => {
      const { history } = await readJournal(platform, store.records, server.id);
      return { data: history.toReversed() };
    }),
    /** The platform's servers have no screen. */
    'server.console': up(async (): Promise<Screen> => ({ kind: 'log' })),
    'server.log': up(async ({ store }, server) => ({ log: (await readJournal(platform, store.records, server.id)).log })),
    'server.stat': up(readStat(platform)),
    'quota.read': up(async (_context, project, query) => {
      if (project.engine !== platform.id) throw new GantryError('not_found');
      return readQuota(platform, project.id, query['usage'] === true);
    }),
  };
};
