/** What guests do. */
import { isRunning } from '@gantry/contract/nouns/servers/rules';
import type { StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { readJournal } from '../../servers/embedded/journal.ts';
import { ranAt } from '../../servers/embedded/statistics.ts';

/** What one server does, over time. */
export async function loadOf(platform: Platform, server: ServerDocument, name: StatSeriesName): Promise<Measured> {
  const { history } = await readJournal(platform, platform.store.records, server.id);
  const measured = platform.guests.load({ id: server.id, ram: server.flavor.ram }, ranAt(isRunning(server), history))[name];
  const created = Date.parse(server.created);
  return (at) => (at < created ? 0 : measured(at));
}
