/** What the network service does with VPN connections. */
import { z } from 'zod';
import { canonicalIp } from '@gantry/contract/validation/canonical';
import type { VpnConnectionCreate, VpnConnectionUpdate } from '@gantry/contract/nouns/vpn-connections/bodies';
import { DPD_DEFAULTS, INITIATOR_DEFAULT, MTU_DEFAULT } from '@gantry/contract/nouns/vpn-connections/values';
import { GantryError } from '@gantry/contract/wire/errors';
import { ignoreNotFound, isGone, isUnknown } from '../../../engines/openstack/client/errors.ts';
import { Unfinished } from '../../../engines/openstack/commands/sync-operation.ts';
import { meaningOf, type Meaning } from '../../../engines/openstack/commands/meanings.ts';
import { askToChange, refreshNow, required, scopeProject, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { Acceptance, Command, CommandContext, Engine } from '../../../port/engine.ts';
import type { Documents } from '../../../port/store/rows.ts';
import { isPlacedAnew, placeOf, type Source } from '../shared/places.ts';
import { connections, PATHS } from './client.ts';
import { removeUnused, Workbench, type Pieces } from './pieces.ts';
import { restart } from './restart.ts';
import { KIND, MEMBER, pathOf, put } from './work.ts';

/** What the network service says no to. */
const MEANINGS: readonly Meaning[] = [
  { words: /Router \S+ has no external network gateway/i, field: 'router_id', problem: () => ({ code: 'vpn_router_gateway' }) },
  { words: /Subnet \S+ is not connected to Router/i, field: 'local_subnet_ids', problem: () => ({ code: 'vpn_subnet_unconnected' }) },
  { words: /ike v1.* (only one|multiple)|only one .*peer.*IKE/i, field: 'peer_cidrs', problem: () => ({ code: 'vpn_ike_single_range' }) },
  {
    words: /timeout.*(not greater|should be greater|must be greater)/i,
    field: 'dpd.timeout',
    problem: () => ({ code: 'vpn_dpd_timeout' }),
  },
  { words: /peer.* (cannot be resolved|invalid)|resolve.*peer/i, field: 'peer_address', problem: () => ({ code: 'vpn_peer_address' }) },
];

/** What a refusal means, without the key: the service repeats values that it does not take. */
function meaning(error: unknown, psk: string | undefined): unknown {
  const told = meaningOf(MEANINGS, error);
  if (!(told instanceof GantryError) || psk === undefined || told.detail?.includes(psk) !== true) return told;
  const { code, params, reason, fields, requestId } = told;
  return new GantryError(code, {
    params,
    detail: told.detail.replaceAll(psk, '***'),
    ...(reason && { reason }),
    ...(fields && { fields }),
    ...(requestId !== undefined && { requestId }),
  });
}

/** A cloud without VPN does not know the address. */
const orUnsupported = (error: unknown): unknown => (isGone(error) ? new GantryError('not_supported') : error);

const sourceOf = ({ engine }: Parts, { store }: CommandContext): Source => ({
  engine,
  get: (key) => store.read.get(key),
  list: (request) => store.read.list(request),
});

async function ikeVersionOf({ engine }: Parts, { store }: CommandContext, id: string | undefined): Promise<string | null> {
  return id === undefined ? null : ((await store.read.get({ engine, kind: 'vpn_ike_policy', id }))?.document.ike_version ?? null);
}

/** Members of a connection as the service takes them. */
function membersOf({ psk, mtu, dpd, initiator, local_id: local, ...body }: VpnConnectionCreate): object {
  return {
    name: body.name,
    description: body.description ?? '',
    peer_address: body.peer_address,
    peer_id: body.peer_id ?? body.peer_address,
    ...(typeof local === 'string' && { local_id: local }),
    psk,
    initiator: initiator ?? INITIATOR_DEFAULT,
    mtu: mtu ?? MTU_DEFAULT,
    dpd: dpd ?? DPD_DEFAULTS,
    admin_state_up: true,
  };
}

/** Makes a connection with all its pieces. `again`: after a crash, some of them may be there. */
async function make(parts: Parts, context: CommandContext, body: VpnConnectionCreate, again: boolean): Promise<Acceptance> {
  const projectId = scopeProject(context);
  if (projectId === null) throw new GantryError('project_scope_required');
  const { router } = await placeOf(sourceOf(parts, context), projectId, {
    routerId: body.router_id,
    subnetIds: body.local_subnet_ids,
    remote: body.peer_cidrs,
    peer: body.peer_address,
    ikeVersion: body.ike_policy?.ike_version ?? (await ikeVersionOf(parts, context, body.ikepolicy_id)),
    mtu: body.mtu ?? MTU_DEFAULT,
    dpd: body.dpd ?? DPD_DEFAULTS,
  });
  const bench = new Workbench(parts, context, projectId);
  try {
    const pieces = await bench.all(body, router, again);
    const answer = z.object({ [MEMBER]: z.object({ id: z.string() }) });
    const wanted = { ...membersOf(body), ...pieces, project_id: projectId };
    const change = { service: 'network', method: 'POST', path: PATHS.connection, body: { [MEMBER]: wanted }, answer } as const;
    const made = await sendChange(parts, context, projectId, change);
    const { id } = made.body[MEMBER]!;
    await refreshNow(parts, context, id, KIND);
    return { id, requestId: made.requestId };
  } catch (error) {
    // What it has come to is looked for by its marks as soon as the service answers again.
    if (error instanceof GantryError && isUnknown(error)) throw new Unfinished(error);
    await bench.undo();
    throw meaning(orUnsupported(error), body.psk);
  }
}

/** The connection that was made of a group that the task has made. */
async function foundBy(parts: Parts, group: string): Promise<string | undefined> {
  const { items } = await connections.list(parts.api, 1, undefined, { local_ep_group_id: group });
  return items[0]?.id;
}

const create = (parts: Parts): Command<VpnConnectionCreate> => ({
  accept: (context, _target, body) => make(parts, context, body, false),
  async recover(context, _id, body) {
    const bench = new Workbench(parts, context, scopeProject(context));
    const [local, remote] = await bench.findMade();
    const id = local === undefined ? undefined : await foundBy(parts, local);
    if (id !== undefined) return { id };
    // With both groups the connection may have been asked for: it is not asked for twice, and what was made for it goes.
    if (local !== undefined && remote !== undefined) return bench.undo().then(() => undefined);
    return bench.made.length === 0 ? undefined : make(parts, context, body, true);
  },
});

/** Groups are never changed: a connection gets others, and the former ones go. */
async function groupsFor(
  bench: Workbench,
  name: string,
  { local_subnet_ids: local, peer_cidrs: remote }: VpnConnectionUpdate,
): Promise<Partial<Pieces>> {
  return {
    ...(local && { local_ep_group_id: await bench.group('subnet', name, local, await bench.ownGroup('subnet')) }),
    ...(remote && { peer_ep_group_id: await bench.group('cidr', name, remote, await bench.ownGroup('cidr')) }),
  };
}

const update = (parts: Parts): Command<VpnConnectionUpdate> => ({
  async accept(context, target, body) {
    const row = required(target);
    const before = row.document as Documents['vpn_connection'];
    const { local_subnet_ids: local, peer_cidrs: remote, ...members } = body;
    if (isPlacedAnew(body))
      await placeOf(sourceOf(parts, context), before.project_id, {
        routerId: before.router_id ?? '',
        subnetIds: local ?? before.local_subnet_ids,
        remote: remote ?? before.peer_cidrs,
        peer: body.peer_address ?? before.peer_address,
        ikeVersion: await ikeVersionOf(parts, context, before.ikepolicy_id),
        mtu: body.mtu ?? before.mtu,
        dpd: body.dpd ?? before.dpd,
        before,
      });
    const bench = new Workbench(parts, context, row.projectId);
    const isKnownByAddress = canonicalIp(before.peer_id) === before.peer_address && body.peer_address !== undefined;
    try {
      const groups = await groupsFor(bench, body.name ?? before.name, body);
      const local_id = members.local_id === null ? { local_id: '' } : {};
      const changed = { ...(isKnownByAddress && { peer_id: body.peer_address }), ...members, ...local_id, ...groups };
      const requestId = await put(parts, context, row.projectId, row.id, changed);
      const former = {
        ...(groups.local_ep_group_id && { local_ep_group_id: before.local_ep_group_id }),
        ...(groups.peer_ep_group_id && { peer_ep_group_id: before.peer_ep_group_id }),
      };
      await removeUnused(parts, context, row.projectId, former);
      await refreshNow(parts, context, row.id, KIND);
      return { id: row.id, requestId };
    } catch (error) {
      if (!(error instanceof GantryError && isUnknown(error))) await bench.undo();
      throw meaning(error, body.psk);
    }
  },
});

const remove = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId, document } = required(target);
    const change = { service: 'network', method: 'DELETE', path: pathOf(id) } as const;
    const requestId = await ignoreNotFound(askToChange(parts, context, projectId, change));
    await removeUnused(parts, context, projectId, document as Documents['vpn_connection']);
    // Its row goes last: it says what else is to go.
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  async recover(context, target) {
    const id = required(target);
    const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
    if (!row) return { id };
    // It is deleted once more where it still is there, with what nobody else uses.
    return remove(parts).accept(context, row, undefined);
  },
});

/** What is done with VPN connections, by the names of the contract's calls. */
export const vpnCommands = (parts: Parts): Engine['commands'] => ({
  'vpn_connection.create': create(parts),
  'vpn_connection.update': update(parts),
  'vpn_connection.delete': remove(parts),
  'vpn_connection.restart': restart(parts),
});
