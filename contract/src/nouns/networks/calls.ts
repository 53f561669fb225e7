import { z } from 'zod';
import { system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { queryFlag, wholeOf, wholeQuery } from '../../wire/page.ts';
import { accepted, id } from '../../wire/values.ts';
import { networkPath, networkUpdateBody, type NetworkPath, privateNetworkBody, publicNetworkBody, vlanNetworkBody } from './bodies.ts';
import { below, calls, networkKind, resource, type Network } from './entity.ts';
import { networkPathOf } from './rules.ts';
import { subnetAddresses, subnetCreateBody, subnetUpdateBody } from './subnets.ts';

/** Subnets with all their pools, and networks with all their policies, also where each character is written as an escape. */
const LARGE_BODY = 512 * 1024;

/** What changes something is a task. */
const task = { side: 'both', answer: accepted, status: 202, source: 'S1 §7' } as const;

/** A call that makes a network of one type; all of them are the command `network.create`, which gets the type from the path. */
const creation = { ...task, method: 'POST', idempotent: true, errors: ['quota_exceeded'], maxBytes: LARGE_BODY } as const;
const made = { by: 'command', kind: networkKind, scope: 'project' } as const;

/** Whether a network is of the type that the path names. */
const isAt = ({ type }: Pick<Network, 'type'>, { kind }: { kind: NetworkPath }): boolean => networkPathOf(type) === kind;

export const networkCalls = {
  list: calls.list({ summary: 'Lists the networks of the scope' }),
  createPrivate: defineCall({
    ...creation,
    id: 'networks.createPrivate',
    path: '/api/v2/compute/networks/private',
    summary: 'Creates a private network',
    permission: tenant('compute_private_networks'),
    body: privateNetworkBody,
    does: { ...made, command: 'network.createPrivate' },
  }),
  createPublic: defineCall({
    ...creation,
    id: 'networks.createPublic',
    path: '/api/v2/compute/networks/public',
    summary: 'Creates a network on a physical network',
    permission: system('compute_provider_networks'),
    side: 'administration',
    body: publicNetworkBody,
    does: { ...made, command: 'network.createPublic' },
  }),
  createVlan: defineCall({
    ...creation,
    id: 'networks.createVlan',
    path: '/api/v2/compute/networks/vlan',
    summary: 'Creates a network on a VLAN of a physical network',
    permission: system('compute_provider_networks'),
    side: 'administration',
    body: vlanNetworkBody,
    does: { ...made, command: 'network.createVlan' },
  }),
  read: calls.read({ summary: 'Shows a network' }),
  addresses: calls.live('addresses', {
    summary: 'Shows used and free addresses of each visible subnet, as far as the cloud counts them',
    source: 'choice.uncovered-calls',
    query: wholeQuery,
    answer: wholeOf(subnetAddresses),
  }),
  update: calls.update({
    summary: 'Updates the name of a network and which other projects can use it',
    body: networkUpdateBody,
    errors: ['state_conflict'],
  }),
  delete: defineCall({
    ...task,
    id: 'networks.delete',
    method: 'DELETE',
    path: '/api/v2/compute/networks/{kind}/{networkId}',
    summary: 'Deletes a network without interfaces, with its subnets',
    permission: resource.one,
    params: z.object({ kind: networkPath, networkId: id }),
    query: z.strictObject({
      /** Of a VLAN: also the interfaces on the nodes that were made for it. */
      delete_vlan_interfaces: queryFlag.optional(),
    }),
    does: { by: 'command', command: 'network.delete', kind: networkKind, id: 'networkId', at: isAt, merged: true },
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several networks, as one task' }),
  createSubnet: below.subnet.create({
    summary: 'Creates a subnet in a network',
    source: 'S1 §7, S2 §7',
    body: subnetCreateBody,
    maxBytes: LARGE_BODY,
  }),
  updateSubnet: below.subnet.update({
    summary: 'Updates a subnet',
    source: 'S1 §7, S2 §7',
    body: subnetUpdateBody,
    maxBytes: LARGE_BODY,
  }),
  deleteSubnet: below.subnet.delete({ summary: 'Deletes a subnet without addresses in use' }),
};
