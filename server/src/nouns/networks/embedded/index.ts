import {
  ALL_PROJECTS,
  NETWORK_PATHS,
  type NetworkPath,
  type NetworkUpdate,
  type VlanNetworkCreate,
} from '@gantry/contract/nouns/networks/bodies';
import { networkKind, type Network } from '@gantry/contract/nouns/networks/entity';
import type { Subnet, SubnetCreate, SubnetUpdate, SubnetWanted } from '@gantry/contract/nouns/networks/subnets';
import { NETWORK_LIMITS } from '@gantry/contract/constants';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Share } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Engine } from '../../../port/engine.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { closeSubnet, openSubnet } from './addresses.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import {
  documentFor,
  lifecycle,
  type NewResource,
  type CommandRequest,
  type NounParts,
} from '../../../engines/embedded/platform/lifecycle.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { carrierOf } from './carrier.ts';
import { assertNobodyLeft, policiesOf } from './policies.ts';
import { assertNoVpn } from '../../vpn-connections/embedded/in-use.ts';
import { assertUnused, changedSubnet, newSubnet, rearrange } from './subnets.ts';

/** Bodies of all three types: what a type does not have is not said. */
type NetworkCreate = Omit<VlanNetworkCreate, 'vlan_id'> & Partial<Pick<VlanNetworkCreate, 'vlan_id'>>;

/** Largest packet where nobody says how large, in networks of each type: a value that the API takes as well. */
const MTU = NETWORK_LIMITS.mtu.min;

/** Who sees a network beside its project, also those that may only lead routers out through it. */
const sharesOf = ({ rbac_policies: policies }: Pick<NetworkDocument, 'rbac_policies'>): Share[] => {
  const targets = (policies ?? []).map(({ target_project: target }) => target);
  return sharedWith(targets.includes(ALL_PROJECTS) ? 'everyone' : targets);
};

/** The members of a network that its policies give it. */
const accessOf = (policies: NonNullable<Network['rbac_policies']>) => ({
  rbac_policies: policies,
  shared: policies.some(({ target_project: target, actions }) => target === ALL_PROJECTS && actions.includes('direct')),
  router_external: policies.some(({ actions }) => actions.includes('routed')),
});

function subnetsOf({ subnet, subnets = [] }: NetworkCreate): Subnet[] {
  const made: Subnet[] = [];
  const add = (wanted: SubnetWanted, at: string): void => void made.push(newSubnet(wanted, made, at));
  if (subnet) add(subnet, 'subnet.');
  for (const [place, wanted] of subnets.entries()) add(wanted, `subnets.${place}.`);
  return made;
}

/** What a new network of a type is. */
const make =
  (path: NetworkPath) =>
  async (request: CommandRequest<NetworkCreate>, { id, created_at, project_id, domain_id }: NewResource): Promise<NetworkDocument> => {
    const { name, mtu = MTU, ipam_enabled, rbac_policies: policies = [] } = request.body;
    const subnets = subnetsOf(request.body);
    return {
      id,
      network_id: id,
      name,
      status: 'ACTIVE',
      type: NETWORK_PATHS[path],
      ...accessOf(await policiesOf(request, policies, [])),
      ipam_enabled: ipam_enabled ?? subnets.length > 0,
      mtu,
      ...(await carrierOf(request, path)),
      spoofing_protection: true,
      subnets,
      created_at,
      project_id,
      domain_id,
    };
  };

/** What is done with networks and their subnets, all of it at once. */
export function networks(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'network', NetworkCreate, NetworkUpdate>(platform, {
    kind: networkKind,
    of: 'project',
    creators: { createPrivate: make('private'), createPublic: make('public'), createVlan: make('vlan') },
    change: async (network, request) => {
      const { name = network.name, rbac_policies: policies } = request.body;
      if (!policies) return { ...network, name };
      const changed = { ...network, name, ...accessOf(await policiesOf(request, policies, network.rbac_policies ?? [])) };
      await assertNobodyLeft(platform, changed);
      return changed;
    },
    sharesOf,
    opened: async ({ subnets }, { writer }) => {
      for (const subnet of subnets) await openSubnet(platform, writer, subnet);
    },
    closed: async (_platform, writer, { subnets }) => {
      for (const { id } of subnets) await closeSubnet(platform, writer, id);
    },
  });
  return { commands: { ...commands, ...subnetCommands(platform) }, asyncOperations };
}

/** What is done with the subnets of a network, which stand in its document. */
function subnetCommands(platform: Platform): Engine['commands'] {
  const put = (writer: Writer, network: NetworkDocument, subnets: Subnet[]) =>
    putOwned(platform, writer, 'network', { ...network, subnets, ipam_enabled: subnets.length > 0 });
  const found = async (writer: Writer, id: string | null, subnetId: string) => {
    const network = await documentFor({ platform, writer }, 'network', id);
    const subnet = network.subnets.find((one) => one.id === subnetId);
    if (!subnet) throw new GantryError('not_found');
    return { network, subnet };
  };
  return {
    'network.createSubnet': doneAtOnce<SubnetCreate>(platform, async (writer, { id, body }) => {
      const network = await documentFor({ platform, writer }, 'network', id);
      const { subnets: max } = NETWORK_LIMITS;
      if (network.subnets.length >= max) throw invalid('network_id', { code: 'too_many', params: { max } });
      const subnet = newSubnet(body, network.subnets);
      await openSubnet(platform, writer, subnet);
      await put(writer, network, [...network.subnets, subnet]);
      return network.id;
    }),
    'network.updateSubnet': doneAtOnce<SubnetUpdate & { subnetId: string }>(platform, async (writer, { id, body }) => {
      const { network, subnet } = await found(writer, id, body.subnetId);
      const changed = changedSubnet(subnet, body);
      await rearrange(platform, writer, subnet, changed);
      await put(
        writer,
        network,
        network.subnets.map((one) => (one.id === subnet.id ? changed : one)),
      );
      return network.id;
    }),
    'network.deleteSubnet': doneAtOnce<{ subnetId: string }>(platform, async (writer, { context, id, body, again }) => {
      const network = id === null ? undefined : await platform.document(writer, 'network', id);
      const isGone = !network?.subnets.some((one) => one.id === body.subnetId);
      // One that is gone when a crash has been survived is what the task was for.
      if (again && isGone && id !== null) return id;
      const { subnet } = await found(writer, id, body.subnetId);
      await assertNoVpn(platform, context.actor, { field: 'local_subnet', id: subnet.id });
      await assertUnused(platform, writer, subnet);
      await closeSubnet(platform, writer, subnet.id);
      await put(
        writer,
        network!,
        network!.subnets.filter((one) => one.id !== subnet.id),
      );
      return network!.id;
    }),
  };
}
