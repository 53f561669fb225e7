/** What becomes of members whose server loses their address, or is deleted: they get nothing more, as it may be another one's soon. */
import { poolKind } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { assertDone, stepByStep, type Step } from '../../load-balancers/openstack/work.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { readPieces } from './client.ts';
import { drainSteps } from './plan.ts';
import { KIND } from './rows.ts';

/** Most pools of one server that are looked at. */
const MOST = 500;

/** Drains the members of all pools that are addresses of a server, by their pools' rows, but for those it still has. What cannot be drained is noted. */
export async function drainMembersOf(parts: Parts, context: CommandContext, serverId: string): Promise<void> {
  const server = await context.store.read.get({ engine: parts.engine, kind: 'server', id: serverId });
  const kept = new Set(server?.document.network_data.flatMap(({ fixed_ips: ips }) => ips));
  const { rows } = await context.store.read.list({
    kind: poolKind,
    visibility: EVERYTHING,
    filters: { server: { operator: 'is', values: [serverId] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  for (const { id, engine, projectId, document } of rows) {
    if (engine !== parts.engine) continue;
    const own = document.members.filter((one) => one.server_id === serverId && !kept.has(one.address));
    if (own.length === 0) continue;
    const addresses = new Set(own.map(({ address }) => address));
    const next = async (): Promise<Step[]> => {
      const pieces = await ignoreNotFound(readPieces(parts.api, id));
      return pieces ? drainSteps(pieces, addresses) : [];
    };
    try {
      assertDone(await stepByStep(parts, context, { id: document.loadbalancer_id, projectId }, next));
    } catch (err) {
      context.log.warn({ err, id }, 'members of a server that is gone could not be drained');
    }
    await refreshNow(parts, context, id, KIND);
  }
}
