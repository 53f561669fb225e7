import { isInProgress } from '@gantry/contract/nouns/servers/rules';
import type { ChangeNote } from '../../../port/store/changes.ts';
import type { Document } from '../../../port/store/rows.ts';
import { faultCode } from '../../../engines/openstack/client/errors.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import type { Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { withBootVolumes } from './boot-volume.ts';
import { ServerChanges } from './changes.ts';
import { getServer, listServers } from './client.ts';
import { listedRows, portsOf, rowsOf } from './rows.ts';

/** Servers of all projects. Networks come from the network service's ports, requested a page of servers at once. */
export const serverStrategy = (every: number): Strategy => ({
  kind: 'server',
  service: 'compute',
  also: ['network'],
  // Those that boot from a volume have its image, system and user: known before, each is written once.
  after: ['volume'],
  every,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => listServers(context.api, { limit, marker }), from))
      yield { rows: await listedRows(context, page.items), wrong: page.wrong, marker: page.marker };
  },
  async read(context, id) {
    const [server, ports] = await Promise.all([getServer(context.api, id), portsOf(context, [id])]);
    const [row] = await rowsOf(context, [server], ports);
    return row!;
  },
  confirm: ({ api }, id) => getServer(api, id),
  inTransition: ({ status, task_state: taskState }) =>
    isInProgress({ status: String(status), task_state: typeof taskState === 'string' ? taskState : null }),
  // A server takes its volumes along: attaching, detaching, deleting.
  companions: ({ volumes }) => (Array.isArray(volumes) ? (volumes as { id: string }[]).map(({ id }) => ({ kind: 'volume', id })) : []),
  changes: (context, rows) => new ServerChanges(context, rows),
  complete: withBootVolumes,
  failure,
});

function failure({ status, fault, name }: Document): ChangeNote | undefined {
  if (status !== 'ERROR') return undefined;
  const detail = typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : '';
  return { operation: 'failed', error: { code: faultCode(detail), name: String(name), ...(detail && { detail }) } };
}
