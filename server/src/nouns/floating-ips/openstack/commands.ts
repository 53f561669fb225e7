/** What the network service does with floating IPs. */
import { z } from 'zod';
import type { FloatingIpAssign, FloatingIpCreate, FloatingIpUpdate } from '@gantry/contract/nouns/floating-ips/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { createSync, deleteSync, updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { describe, describedBy, findMarked } from '../../../engines/openstack/commands/task-marks.ts';
import { meaningOf } from '../../../engines/openstack/commands/meanings.ts';
import { askToChange, refreshNow, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { listPorts } from '../../servers/openstack/port-list.ts';
import { floatingIps } from './client.ts';
import { LEADS, leadingMeaning, MADE } from './meanings.ts';

const KIND = 'floating_ip';
const MEMBER = 'floatingip';

/** Of whom the port of a load balancer is. */
export const OF_BALANCER = 'Octavia';

const pathOf = (id: string): string => `/floatingips/${encodeURIComponent(id)}`;

/**
 * The members that let it lead to an interface of a server, or to the address of a load balancer. Throws state_conflict where there is no such
 * one.
 */
async function leadingTo({ api, engine }: Parts, { store }: CommandContext, wanted: FloatingIpAssign) {
  const { server_id: server, mac_addr: mac, fixed_ip_address, load_balancer_id: balancer } = wanted;
  if (balancer !== undefined) {
    const row = await store.read.get({ engine, kind: 'load_balancer', id: balancer });
    if (typeof row?.document.port_id !== 'string') throw new GantryError('state_conflict', { reason: no('interface_not_attached') });
    return { port_id: row.document.port_id };
  }
  const ports = server === undefined ? [] : await listPorts(api, [server]);
  const port = ports.find(({ mac_address: one }) => one.toLowerCase() === mac?.toLowerCase());
  if (!port) throw new GantryError('state_conflict', { reason: no('interface_not_attached') });
  return { port_id: port.id, ...(fixed_ip_address !== undefined && { fixed_ip_address }) };
}

const create = (parts: Parts): Command<FloatingIpCreate> =>
  createSync(parts, {
    kind: KIND,
    async ask({ floating_network_id, floating_ip_address, assign }, context) {
      const project_id = scopeProject(context);
      if (project_id === null) throw new GantryError('project_scope_required');
      const leads = assign ? await leadingTo(parts, context, assign) : {};
      const address = floating_ip_address === undefined ? {} : { floating_ip_address };
      const wanted = { floating_network_id, project_id, description: describedBy(context), ...address, ...leads };
      return { service: 'network', path: '/floatingips', body: { [MEMBER]: wanted } };
    },
    refusalOf: (error, { assign }) => {
      const made = meaningOf(MADE, error);
      const ofBalancer = assign?.load_balancer_id !== undefined;
      const meaning = ofBalancer ? leadingMeaning(made, 'assign.load_balancer_id') : meaningOf(LEADS, made, 'assign.');
      return meaning instanceof GantryError ? meaning : undefined;
    },
    answer: z.object({ floatingip: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { floatingip: { id } }) => id,
    async finish(context, id, { description, assign }) {
      await describe(parts, context, { path: pathOf(id), member: MEMBER, description });
      for (const [kind, shownBy] of assign ? showing(null, assign) : []) await refreshNow(parts, context, shownBy, kind);
    },
    undo: (context, id) => askToChange(parts, context, scopeProject(context), { service: 'network', method: 'DELETE', path: pathOf(id) }),
    find: (context) => findMarked(parts, context, floatingIps, ['description', 'tags']),
  });

const put = (id: string, members: object) => ({ service: 'network', path: pathOf(id), body: { [MEMBER]: members } }) as const;

/** Whose rows show the address before and after: servers, and load balancers. */
function showing(row: Row | null, body: Partial<FloatingIpAssign>): (readonly [kind: string, id: string])[] {
  const { attachment } = (row?.document ?? {}) as { attachment?: { object_id: string; device_owner: string } | null };
  const { server_id: server, load_balancer_id: balancer } = body;
  const shown: [string, string | undefined][] = [
    ['server', attachment?.device_owner.startsWith('compute:') === true ? attachment.object_id : undefined],
    ['load_balancer', attachment?.device_owner === OF_BALANCER ? attachment.object_id : undefined],
    ['server', server],
    ['load_balancer', balancer],
  ];
  return shown.flatMap(([kind, id]) => (id === undefined ? [] : [[kind, id] as const]));
}

/** A command after which those are looked at, too, that show it. */
const seenByOthers = <B>(parts: Parts, command: Command<B>, body: (body: B) => Partial<FloatingIpAssign>): Command<B> => ({
  ...command,
  async accept(context: CommandContext, target, request) {
    const accepted = await command.accept(context, target, request);
    for (const [kind, id] of target ? showing(target, body(request)) : []) await refreshNow(parts, context, id, kind);
    return accepted;
  },
});

/** What is done with floating IPs, by the names of the contract's calls. */
export const floatingIpCommands = (parts: Parts): Engine['commands'] => ({
  'floating_ip.create': create(parts),
  'floating_ip.update': updateSync<FloatingIpUpdate>(parts, KIND, ({ id }, body) => put(id, body)),
  'floating_ip.assign': seenByOthers(
    parts,
    updateSync<FloatingIpAssign>(
      parts,
      KIND,
      async ({ id }, body, context) => put(id, await leadingTo(parts, context, body)),
      (error, { load_balancer_id: balancer }) =>
        balancer === undefined ? meaningOf(LEADS, error) : leadingMeaning(error, 'load_balancer_id'),
    ),
    (body) => body,
  ),
  'floating_ip.release': seenByOthers(
    parts,
    updateSync(parts, KIND, ({ id }) => put(id, { port_id: null })),
    () => ({}),
  ),
  'floating_ip.delete': seenByOthers(
    parts,
    deleteSync(parts, KIND, { ask: ({ id }) => ({ service: 'network', path: pathOf(id) }) }),
    () => ({}),
  ),
});
