import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { accepted, description, displayName, id, ids, instant } from '../../wire/values.ts';
import { VOLUME_GIB } from '../../constants.ts';
import { server, serverKind } from './entity.ts';
import { isDeletable, isHardRebootable, isRebootable, isRenamable, isStartable, isStoppable, type ServerState } from './rules.ts';

const params = z.object({ serverId: id });
const base = '/api/v2/compute/servers';
const many = tenant('compute_servers');
const one = tenant('compute_server');

export const serverCreateBody = z
  .strictObject({
    name: displayName,
    description: description.optional(),
    flavor_id: id,
    image_id: id,
    network_ids: z.array(id).min(1, { error: 'required' }).max(15, { error: 'too_many' }),
    /** GiB of the boot volume; the flavor's or image's own size where absent. */
    volume_size: z.number().int().min(VOLUME_GIB.min, { error: 'too_small' }).max(VOLUME_GIB.max, { error: 'too_large' }).optional(),
    metadata: z.record(z.string().min(1).max(255), z.string().max(255)).optional(),
  })
  .meta({ id: 'ServerCreate' });
export type ServerCreate = z.output<typeof serverCreateBody>;

/** A reboot asks the guest (SOFT) or cuts its power (HARD). */
export const rebootBody = z.strictObject({ type: z.enum(['SOFT', 'HARD']) });
export type Reboot = z.output<typeof rebootBody>;
const isRebootableBy = (server: ServerState, body: Reboot) => (body.type === 'HARD' ? isHardRebootable(server) : isRebootable(server));

export const serverEvent = z.object({
  /** A name of S2 §4, e.g. `start`. */
  action: z.string(),
  request_id: z.string().nullable(),
  user_id: z.string().nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
  result: z.enum(['running', 'success', 'failed']),
  message: z.string().nullable(),
});

export const serverCalls = {
  list: defineCall({
    id: 'servers.list',
    method: 'GET',
    path: base,
    summary: 'Servers of the scope',
    source: 'S2 §7',
    permission: many,
    query: listQuery(serverKind),
    answer: pageOf(server),
    does: { by: 'list', kind: serverKind },
  }),
  create: defineCall({
    id: 'servers.create',
    method: 'POST',
    path: base,
    summary: 'Creates a server',
    source: 'S2 §7',
    permission: many,
    body: serverCreateBody,
    answer: accepted,
    status: 202,
    idempotent: true,
    errors: ['quota_exceeded', 'no_capacity', 'no_free_address'],
    does: { by: 'command', command: 'server.create', kind: serverKind, scope: 'project' },
  }),
  read: defineCall({
    id: 'servers.read',
    method: 'GET',
    path: `${base}/{serverId}`,
    summary: 'One server',
    source: 'S2 §7',
    permission: one,
    params,
    answer: server,
    does: { by: 'read', kind: serverKind, id: 'serverId' },
  }),
  update: defineCall({
    id: 'servers.update',
    method: 'PATCH',
    path: `${base}/{serverId}`,
    summary: 'Renames a server',
    source: 'S2 §7',
    permission: one,
    params,
    body: z
      .strictObject({ name: displayName.optional(), description: description.optional() })
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' }),
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'server.update', kind: serverKind, id: 'serverId', rule: isRenamable },
  }),
  delete: defineCall({
    id: 'servers.delete',
    method: 'DELETE',
    path: `${base}/{serverId}`,
    summary: 'Deletes a server. Takes neither query nor body: a detach whose body got lost never deletes (decision B3)',
    source: 'S2 §7',
    permission: one,
    params,
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'server.delete', kind: serverKind, id: 'serverId', rule: isDeletable },
  }),
  start: defineCall({
    id: 'servers.start',
    method: 'POST',
    path: `${base}/{serverId}/start`,
    summary: 'Starts a stopped server',
    source: 'S2 §4',
    permission: one,
    params,
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'server.start', kind: serverKind, id: 'serverId', rule: isStartable },
  }),
  stop: defineCall({
    id: 'servers.stop',
    method: 'POST',
    path: `${base}/{serverId}/stop`,
    summary: 'Shuts a server down',
    source: 'S2 §4',
    permission: one,
    params,
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'server.stop', kind: serverKind, id: 'serverId', rule: isStoppable },
  }),
  reboot: defineCall({
    id: 'servers.reboot',
    method: 'POST',
    path: `${base}/{serverId}/reboot`,
    summary: 'Reboots a server',
    source: 'S2 §4',
    permission: one,
    params,
    body: rebootBody,
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'server.reboot', kind: serverKind, id: 'serverId', rule: isRebootableBy },
  }),
  events: defineCall({
    id: 'servers.events',
    method: 'GET',
    path: `${base}/{serverId}/events`,
    summary: 'History of what was done to a server',
    source: 'S2 §7',
    permission: tenant('compute_server'),
    params,
    answer: z.object({ data: z.array(serverEvent) }),
    does: { by: 'live', live: 'server.events', kind: serverKind, id: 'serverId' },
  }),
  log: defineCall({
    id: 'servers.log',
    method: 'GET',
    path: `${base}/{serverId}/log`,
    summary: 'Console log of a server',
    source: 'S2 §7',
    permission: tenant('compute_server'),
    params,
    answer: z.object({ log: z.string() }),
    does: { by: 'live', live: 'server.log', kind: serverKind, id: 'serverId' },
  }),
  bulkStop: defineCall({
    id: 'servers.bulkStop',
    method: 'POST',
    path: `${base}/bulk/stop`,
    summary: 'Shuts several servers down, as one task',
    source: 'S2 §4',
    permission: one,
    body: z.strictObject({ ids }),
    answer: accepted,
    status: 202,
    does: { by: 'bulk', command: 'server.stop', kind: serverKind, rule: isStoppable },
  }),
  bulkDelete: defineCall({
    id: 'servers.bulkDelete',
    method: 'DELETE',
    path: base,
    summary: 'Deletes several servers, as one task',
    source: 'decision B3',
    permission: one,
    body: z.strictObject({ ids }),
    answer: accepted,
    status: 202,
    does: { by: 'bulk', command: 'server.delete', kind: serverKind, rule: isDeletable },
  }),
};
