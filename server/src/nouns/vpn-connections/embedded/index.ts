/** VPN connections of the platform: two whose settings mirror each other come up. Nothing flows, as guests are simulated. */
import type { VpnConnectionCreate, VpnConnectionUpdate } from '@gantry/contract/nouns/vpn-connections/bodies';
import { vpnConnectionKind } from '@gantry/contract/nouns/vpn-connections/entity';
import { isVpnDeletable, isVpnEditable, isVpnRestartable } from '@gantry/contract/nouns/vpn-connections/rules';
import { DPD_DEFAULTS, INITIATOR_DEFAULT, MTU_DEFAULT } from '@gantry/contract/nouns/vpn-connections/values';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, asyncOperation, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { VpnConnectionDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, lifecycle, type CommandRequest, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { isPlacedAnew, placeOf } from '../shared/places.ts';
import { connect, connectingOf, connectSoon, keepKey, leavePeers } from './connecting.ts';
import { policiesOf, putGroup, removeUnused, serviceOf, sourceOf } from './parts.ts';

type Owner = Pick<VpnConnectionDocument, 'project_id' | 'domain_id'>;

/** Both endpoint groups of a connection; those that it has are changed, as no other one has them. */
async function groupsOf(
  { platform, writer }: CommandRequest<unknown>,
  { local_ep_group_id: local, peer_ep_group_id: peer, ...connection }: Omit<VpnConnectionDocument, 'id'>,
): Promise<Pick<VpnConnectionDocument, 'local_ep_group_id' | 'peer_ep_group_id'>> {
  const { name, project_id, domain_id } = connection;
  const owner: Owner & { name: string } = { name, project_id, domain_id };
  const own = { ...owner, id: local ?? undefined, type: 'subnet' as const, endpoints: connection.local_subnet_ids };
  const other = { ...owner, id: peer ?? undefined, type: 'cidr' as const, endpoints: connection.peer_cidrs };
  return { local_ep_group_id: await putGroup(platform, writer, own), peer_ep_group_id: await putGroup(platform, writer, other) };
}

/** Members by whose change the two sides have to agree anew. */
const AGREED = ['peer_address', 'peer_id', 'local_id', 'psk', 'local_subnet_ids', 'peer_cidrs', 'initiator'] as const;

/** Where a connection is after a change. Throws validation_failed. */
async function placeFor(
  { platform, writer }: CommandRequest<unknown>,
  before: VpnConnectionDocument,
  wanted: Pick<VpnConnectionDocument, 'local_subnet_ids' | 'peer_cidrs' | 'peer_address' | 'mtu' | 'dpd'>,
): Promise<Pick<VpnConnectionDocument, 'local_cidrs' | 'local_address'>> {
  const { project_id: projectId, router_id: routerId, ikepolicy_id: policyId } = before;
  const { cidrs, address } = await placeOf(sourceOf(platform, writer), projectId, {
    routerId: routerId ?? '',
    subnetIds: wanted.local_subnet_ids,
    remote: wanted.peer_cidrs,
    peer: wanted.peer_address,
    ikeVersion: (await platform.document(writer, 'vpn_ike_policy', policyId))?.ike_version ?? null,
    mtu: wanted.mtu,
    dpd: wanted.dpd,
    before,
  });
  return { local_cidrs: cidrs, local_address: address };
}

async function changed(before: VpnConnectionDocument, request: CommandRequest<VpnConnectionUpdate>): Promise<VpnConnectionDocument> {
  const { platform, writer, body } = request;
  const { psk, description = before.description, ...members } = body;
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<VpnConnectionDocument>;
  const isKnownByAddress = before.peer_id === before.peer_address;
  const wanted = {
    ...before,
    ...(isKnownByAddress && body.peer_address !== undefined && { peer_id: body.peer_address }),
    ...given,
    description: description || null,
    updated_at: platform.now(),
  };
  const place = isPlacedAnew(body) ? await placeFor(request, before, wanted) : {};
  const agrees = AGREED.every((member) => body[member] === undefined);
  const now = { ...wanted, ...place, ...(agrees ? {} : { status: 'DOWN' }) };
  if (psk !== undefined) await keepKey(platform, writer, before.id, psk);
  await groupsOf(request, now);
  if (agrees) return now;
  await leavePeers(platform, writer, before);
  await connectSoon(platform, writer, now);
  return now;
}

/** A restart: switched off, then on again, and it connects anew. */
const restarting: AsyncOperation<'vpn_connection'> = {
  kind: 'vpn_connection',
  does: 'vpn_connection.restart',
  timing: 'vpn',
  through: () => ['PENDING_UPDATE'],
  end: async (platform, writer, connection) => {
    const up = { ...connection, status: 'DOWN' };
    await putOwned(platform, writer, 'vpn_connection', up);
    if (up.initiator !== 'response-only') await connect(platform, writer, up, { before: 0, due: platform.clock.now() });
    return { document: null, failure: null };
  },
};

/** What is done with VPN connections. */
export function vpnConnections(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'vpn_connection', VpnConnectionCreate, VpnConnectionUpdate>(platform, {
    kind: vpnConnectionKind,
    of: 'project',
    creators: {
      create: async (request, { id, created_at, project_id, domain_id }): Promise<VpnConnectionDocument> => {
        const { writer, context, body } = request;
        const owner: Owner = { project_id, domain_id };
        const { ike, ipsec } = await policiesOf(platform, writer, context, { body, owner });
        const { mtu = MTU_DEFAULT, dpd = DPD_DEFAULTS, peer_address: peer } = body;
        const place = await placeOf(sourceOf(platform, writer), project_id, {
          routerId: body.router_id,
          subnetIds: body.local_subnet_ids,
          remote: body.peer_cidrs,
          peer,
          ikeVersion: ike.ike_version,
          mtu,
          dpd,
        });
        const service = await serviceOf(platform, writer, place.router, owner);
        const made: VpnConnectionDocument = {
          id,
          name: body.name,
          description: body.description || null,
          status: 'DOWN',
          enabled: true,
          peer_address: peer,
          peer_id: body.peer_id ?? peer,
          local_id: body.local_id ?? null,
          initiator: body.initiator ?? INITIATOR_DEFAULT,
          mtu,
          dpd,
          vpnservice_id: service.id,
          router_id: place.router.id,
          router_name: null,
          local_address: place.address,
          ikepolicy_id: ike.id,
          ikepolicy_name: null,
          ike_version: null,
          ipsecpolicy_id: ipsec.id,
          ipsecpolicy_name: null,
          local_ep_group_id: null,
          peer_ep_group_id: null,
          local_subnet_ids: body.local_subnet_ids,
          local_cidrs: place.cidrs,
          peer_cidrs: body.peer_cidrs,
          log: [],
          created_at,
          updated_at: null,
          ...owner,
        };
        return { ...made, ...(await groupsOf(request, made)) };
      },
    },
    opened: async (connection, { writer, body }) => {
      await keepKey(platform, writer, connection.id, body.psk);
      await connectSoon(platform, writer, connection);
    },
    change: changed,
    mayChange: (connection) => isVpnEditable(connection),
    mayDelete: (connection) => isVpnDeletable(connection),
    closed: async (_platform, writer, connection) => {
      await leavePeers(platform, writer, connection);
      await platform.buckets.vpnKeys.remove(writer.records, connection.id);
      await platform.buckets.vpnTries.remove(writer.records, connection.id);
      await removeUnused(platform, writer, connection);
    },
  });
  const restart = acceptAnew<unknown>(platform, async (writer, { id }, accepted) => {
    const connection = await documentFor({ platform, writer }, 'vpn_connection', id, isVpnRestartable);
    await platform.buckets.vpnTries.remove(writer.records, connection.id);
    await leavePeers(platform, writer, connection);
    await beginChange(platform, writer, restarting, { document: connection, accepted, details: {} });
    return { id: connection.id, done: false };
  });
  return {
    commands: {
      ...commands,
      'vpn_connection.restart': { ...restart, settle: (context, acceptance) => settled(platform, context, acceptance) },
    },
    asyncOperations: [...asyncOperations, asyncOperation(restarting)],
    works: [connectingOf(platform)],
  };
}
