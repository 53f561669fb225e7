import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { queryFlag } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { projectKind } from '../projects/entity.ts';

/** `limit` -1 is unlimited; `used` only when usage was requested. */
const quotaEntry = z.object({ limit: z.number().int(), used: z.number().int().nullable() });

/** Quotas of a project (decision B28). ram in MiB, gigabytes in GiB. */
export const quota = z
  .object({
    instances: quotaEntry,
    cores: quotaEntry,
    ram: quotaEntry,
    volumes: quotaEntry,
    snapshots: quotaEntry,
    /** Of volumes and their snapshots together. */
    gigabytes: quotaEntry,
    networks: quotaEntry,
    security_groups: quotaEntry,
    /** Of all groups together. */
    security_group_rules: quotaEntry,
    routers: quotaEntry,
    floating_ips: quotaEntry,
    /** GiB of the same by their storage policies, as far as the cloud counts them so; empty where it does not. */
    storage_policies: z.array(quotaEntry.extend({ name: z.string() })),
  })
  .meta({ id: 'Quota' });
export type Quota = z.infer<typeof quota>;

export const quotaCalls = {
  read: defineCall({
    id: 'quotas.read',
    side: 'both',
    method: 'GET',
    path: '/api/v2/compute/quotas/{projectId}',
    summary: 'Quotas of a project, with usage=True what is used',
    source: 'S0 §7',
    permission: tenant('compute_quotas'),
    params: z.object({ projectId: id }),
    query: z.strictObject({ usage: queryFlag.optional() }),
    answer: quota,
    does: { by: 'live', live: 'quota.read', kind: projectKind, id: 'projectId' },
  }),
};
