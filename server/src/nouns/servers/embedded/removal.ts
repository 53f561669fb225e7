import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Writer } from '../../../port/store/writer.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { leaveFloating } from '../../floating-ips/embedded/assign.ts';
import { leaveVolumes } from '../../volumes/embedded/leave.ts';
import { removeChange } from '../../../engines/embedded/platform/changes.ts';
import { releasePort } from './ports.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { addAmounts } from '../../../engines/embedded/platform/amounts.ts';
import { amountsOf, amountsOfVolumes, releaseQuota } from '../../../engines/embedded/platform/quotas.ts';
import { offload, release } from './reservations.ts';

/** Removes a server and gives back all it held: volumes, addresses, quota, room on its node and beside. */
export async function removeServer(platform: Platform, writer: Writer, server: ServerDocument): Promise<void> {
  await release(platform, writer, server);
  await offload(platform, writer, server);
  const deleted = await leaveVolumes(platform, writer, server);
  const { networks } = await leaveFloating(platform, writer, server, () => true);
  for (const port of networks) {
    const network = port.network_id === null ? undefined : await platform.document(writer, 'network', port.network_id);
    if (network) await releasePort(platform, writer, network, port);
  }
  await releaseQuota(platform, writer, server.project_id, addAmounts(amountsOf(serverKind, server), amountsOfVolumes(deleted)));
  for (const bucket of [platform.buckets.journals, platform.buckets.firstBoots]) await bucket.remove(writer.records, server.id);
  await removeChange(platform, writer, 'server', server.id);
  await writer.remove(platform.key('server', server.id));
}
