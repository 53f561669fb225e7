/** What guests do. */
import { isRunning } from '@gantry/contract/nouns/servers/rules';
import type { StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { readJournal } from '../../servers/embedded/journal.ts';
import { ranAt } from '../../servers/embedded/statistics.ts';

/** All that one server does, over time, by a look at its journal. */
export async function loadsOf(platform: Platform, server: ServerDocument): Promise<(name: StatSeriesName) => Measured> {
  const { history } = await readJournal(platform, platform.store.records, server.id);
  const loads = platform.guests.load({ id: server.id, ram: server.flavor.ram }, ranAt(isRunning(server), history));
  const created = Date.parse(server.created);
  return (name) => (at) => (at < created ? 0 : loads[name](at));
}

/** One thing that a server does. */
export const loadOf = async (platform: Platform, server: ServerDocument, name: StatSeriesName): Promise<Measured> =>
  (await loadsOf(platform, server))(name);
