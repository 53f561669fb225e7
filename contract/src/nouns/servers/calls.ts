import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { reference } from '../../wire/reference.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { description, displayName, instant } from '../../wire/values.ts';
import { VOLUME_GIB } from '../../constants.ts';
import { serverKind } from './entity.ts';
import { isDeletable, isHardRebootable, isRebootable, isRenamable, isStartable, isStoppable, type ServerState } from './rules.ts';

export const serverCreateBody = z
  .strictObject({
    name: displayName,
    description: description.optional(),
    flavor_id: reference('flavor'),
    image_id: reference('image'),
    network_ids: z.array(reference('network')).min(1, { error: 'required' }).max(15, { error: 'too_many' }),
    /** GiB of the boot volume; the flavor's or image's own size where absent. */
    volume_size: z.number().int().min(VOLUME_GIB.min, { error: 'too_small' }).max(VOLUME_GIB.max, { error: 'too_large' }).optional(),
    /** One of the user's own keys. */
    key_pair_id: reference('key_pair').optional(),
    metadata: z.record(z.string().min(1).max(255), z.string().max(255)).optional(),
  })
  .meta({
    id: 'ServerCreate',
    examples: [
      {
        name: 'web-1',
        flavor_id: '9d3c8a5e-5b57-4d0c-9b1e-1f1f6a1c7a10',
        image_id: '4e8b6f0d-7a25-4bb1-8f0e-8d5b2c9e3f21',
        network_ids: ['c1f2a7b4-0c5d-4f3e-9a68-7b2d4e6f8a32'],
      },
    ],
  });
export type ServerCreate = z.output<typeof serverCreateBody>;

/** A reboot asks the guest (SOFT) or cuts its power (HARD). */
export const rebootBody = z.strictObject({ type: z.enum(['SOFT', 'HARD']) }).meta({ examples: [{ type: 'SOFT' }] });
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

const calls = resourceCalls({
  noun: 'servers',
  kind: serverKind,
  path: '/api/v2/compute/servers',
  param: 'serverId',
  many: tenant('compute_servers'),
  one: tenant('compute_server'),
  source: 'S2 §7',
});

export const serverCalls = {
  list: calls.list({ summary: 'Servers of the scope' }),
  create: calls.create({
    summary: 'Creates a server',
    body: serverCreateBody,
    errors: ['quota_exceeded', 'no_capacity', 'no_free_address'],
    scope: 'project',
  }),
  read: calls.read({ summary: 'One server' }),
  update: calls.update({
    summary: 'Renames a server',
    body: z
      .strictObject({ name: displayName.optional(), description: description.optional() })
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
      .meta({ examples: [{ name: 'web-2' }] }),
    rule: isRenamable,
  }),
  delete: calls.delete({
    summary: 'Deletes a server. Takes neither query nor body: a detach whose body got lost never deletes (decision B3)',
    rule: isDeletable,
  }),
  start: calls.act('start', { summary: 'Starts a stopped server', source: 'S2 §4', rule: isStartable }),
  stop: calls.act('stop', { summary: 'Shuts a server down', source: 'S2 §4', rule: isStoppable }),
  reboot: calls.actWith('reboot', { summary: 'Reboots a server', source: 'S2 §4', body: rebootBody, rule: isRebootableBy }),
  events: calls.live('events', {
    summary: 'History of what was done to a server',
    answer: z.object({ data: z.array(serverEvent) }),
  }),
  log: calls.live('log', { summary: 'Console log of a server', answer: z.object({ log: z.string() }) }),
  bulkStop: calls.bulk('stop', 'bulkStop', { summary: 'Shuts several servers down, as one task', source: 'S2 §4', rule: isStoppable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several servers, as one task', source: 'decision B3', rule: isDeletable }),
};
