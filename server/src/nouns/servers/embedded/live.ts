import { GantryError } from '@gantry/contract/wire/errors';
import type { LiveRead, Screen } from '../../../port/engine.ts';
import { withUserNames } from '../../users/shared/user-names.ts';
import { isOpen, readJournal } from './journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { readQuota } from '../../../engines/embedded/platform/quotas.ts';
import { readDomainQuota } from '../../domains/embedded/quotas.ts';
import { readAddresses } from '../../networks/embedded/used.ts';
import { readStat } from './statistics.ts';
import { stepsOf } from './transitions.ts';

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
      return { data: await withUserNames(store, platform.id, history.toReversed()) };
    }),
    'server.steps': up(async ({ store }, server, query) => {
      const { history } = await readJournal(platform, store.records, server.id);
      const { request_id: wanted } = query;
      const entry = history.findLast(({ request_id: request }) => wanted === undefined || request === wanted);
      if (!entry && wanted === undefined) return { data: [] };
      if (!entry) throw new GantryError('not_found');
      const going = isOpen(entry) ? await platform.buckets.transitions.get(store.records, server.id) : undefined;
      const steps = going ? stepsOf(going) : (entry.steps ?? []);
      return { data: steps.map((step) => ({ ...step, traceback: null })) };
    }),
    'server.console': up(async (): Promise<Screen> => platform.guests.screen()),
    'server.log': up(async ({ store }, server) => {
      const { log, cut } = await readJournal(platform, store.records, server.id);
      return { log, cut };
    }),
    'server.stat': up(readStat(platform)),
    'network.addresses': up(readAddresses(platform)),
    'quota.read': up(async (_context, project, query) => {
      if (project.engine !== platform.id) throw new GantryError('not_found');
      return readQuota(platform, project.id, query['usage'] === true);
    }),
    'domain.readQuota': up(async (_context, domain, query) => {
      if (domain.engine !== platform.id) throw new GantryError('not_found');
      return readDomainQuota(platform, domain.id, query['usage'] === true);
    }),
  };
};
