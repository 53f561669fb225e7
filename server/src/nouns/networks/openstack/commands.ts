/** What the network service does with networks. */
import { z } from 'zod';
import type { NetworkUpdate, PrivateNetworkCreate, PublicNetworkCreate, VlanNetworkCreate } from '@gantry/contract/nouns/networks/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { createSync, deleteSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { describedBy, findMarked } from '../../../engines/openstack/commands/task-marks.ts';
import { askToChange, required, scopeProject, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { changeAccess, policiesFrom } from './access.ts';
import { listRbac, listSubnets, networks } from './client.ts';
import { attachedTo, refusalOf } from './refusals.ts';
import { assertApart, createSubnet, deleteSubnet, makeSubnet, updateSubnet } from './subnets.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';

const KIND = 'network';

const pathOf = (id: string): string => `/networks/${encodeURIComponent(id)}`;

/** Subnets with their places in the body. */
const subnetsOf = ({ subnet, subnets = [] }: PrivateNetworkCreate) => [
  ...(subnet ? [{ ...subnet, at: 'subnet.' }] : []),
  ...subnets.map((one, index) => ({ ...one, at: `subnets.${index}.` })),
];

/** The provider's part of a network that is one of the cloud's own wires: the one that is named, or that a named network is on. */
async function providerOf(
  context: CommandContext,
  type: 'flat' | 'vlan',
  { physical_network: physical, vlan_network: id }: PublicNetworkCreate,
) {
  const other = id === undefined ? undefined : await context.store.read.find(KIND, id, visibilityOfActor(context.actor));
  const wire = physical ?? other?.document['physical_network'];
  if (typeof wire !== 'string') throw new GantryError('validation_failed', { fields: { vlan_network: [{ code: 'unknown_id' }] } });
  return { 'provider:network_type': type, 'provider:physical_network': wire };
}

/** The command that makes a network with its policies and subnets: all of them, or nothing. */
function create<B extends PrivateNetworkCreate>(
  parts: Parts,
  provider: (context: CommandContext, body: B) => object | Promise<object>,
): Command<B> {
  const owned = (context: CommandContext, id: string) => ({ id, projectId: scopeProject(context) });
  return createSync(parts, {
    kind: KIND,
    async ask(body: B, context) {
      const project_id = scopeProject(context);
      if (project_id === null) throw new GantryError('project_scope_required');
      assertApart(subnetsOf(body));
      const { name, mtu } = body;
      const network = {
        name,
        ...(mtu !== undefined && { mtu }),
        project_id,
        description: describedBy(context),
        ...(await provider(context, body)),
      };
      return { service: 'network', path: '/networks', body: { network } };
    },
    refusalOf: (error) => refusalOf(error),
    answer: z.object({ network: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { network }) => network.id,
    async finish(context, id, body) {
      if (body.rbac_policies) await changeAccess(parts, context, owned(context, id), body.rbac_policies);
      const present = new Set((await listSubnets(parts.api, [id])).map(({ cidr }) => cidr));
      for (const subnet of subnetsOf(body)) if (!present.has(subnet.cidr)) await makeSubnet(parts, context, owned(context, id), subnet);
    },
    undo: (context, id) => askToChange(parts, context, scopeProject(context), { service: 'network', method: 'DELETE', path: pathOf(id) }),
    find: (context) => findMarked(parts, context, networks, ['description']),
  });
}

/** Both or nothing: the name, which is one request, comes last, and what is refused puts the policies back as they were. */
const update = (parts: Parts): Command<NetworkUpdate> => ({
  async accept(context, target, { name, rbac_policies: policies }) {
    const { id, projectId } = required(target);
    const renamed = { service: 'network', method: 'PUT', path: pathOf(id), body: { network: { name } } } as const;
    const before = policies && policiesFrom(await listRbac(parts.api, [id]));
    try {
      const first = policies && (await changeAccess(parts, context, { id, projectId }, policies));
      const last = name === undefined ? undefined : await askToChange(parts, context, projectId, renamed);
      return { id, requestId: last ?? first };
    } catch (error) {
      if (before)
        await changeAccess(parts, context, { id, projectId }, before).catch((err: unknown) => {
          context.log.warn({ err, id }, 'policies could not be put back');
        });
      throw refusalOf(error) ?? error;
    } finally {
      await refreshNow(parts, context, id, KIND);
    }
  },
});

/** Interfaces of VLANs on nodes are the agents' own, whatever they leave: a wish to take them away cannot be carried out. */
function deletion(parts: Parts): Command<{ delete_vlan_interfaces?: boolean | undefined }> {
  const command = deleteSync(parts, KIND, {
    ask: ({ id }) => ({ service: 'network', path: pathOf(id) }),
    refused: ({ id }, error) => attachedTo(parts, { network_id: id })(error),
  });
  return {
    ...command,
    async accept(context, target, body) {
      if (body.delete_vlan_interfaces === true)
        throw new GantryError('not_supported', { detail: 'this cloud does not take delete_vlan_interfaces' });
      return command.accept(context, target, body);
    },
  };
}

/** What is done with networks and subnets, by the names of the contract's calls. */
export const networkCommands = (parts: Parts): Engine['commands'] => ({
  'network.createPrivate': create<PrivateNetworkCreate>(parts, () => ({})),
  'network.createPublic': create<PublicNetworkCreate>(parts, (context, body) => providerOf(context, 'flat', body)),
  'network.createVlan': create<VlanNetworkCreate>(parts, async (context, body) => ({
    ...(await providerOf(context, 'vlan', body)),
    'provider:segmentation_id': body.vlan_id,
  })),
  'network.update': update(parts),
  'network.delete': deletion(parts),
  'network.createSubnet': createSubnet(parts),
  'network.updateSubnet': updateSubnet(parts),
  'network.deleteSubnet': deleteSubnet(parts),
});
