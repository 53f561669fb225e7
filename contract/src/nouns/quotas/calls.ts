import { z } from 'zod';
import { domainLead, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { queryFlag } from '../../wire/page.ts';
import { perQuotaResource } from '../../wire/quotas.ts';
import { accepted, displayName, id } from '../../wire/values.ts';
import { projectCapacity } from '../capacity/entity.ts';
import { projectKind } from '../projects/entity.ts';

/** `limit` -1 is unlimited; `used` only when usage was requested. */
const quotaEntry = z.object({ limit: z.number().int(), used: z.number().int().nullable() });

/** Quotas of a project (decision B28). */
export const quota = z
  .object({
    ...perQuotaResource(() => quotaEntry),
    /** The gigabytes by their storage policies, as far as the cloud counts them so; empty where it does not. */
    storage_policies: z.array(quotaEntry.extend({ name: z.string() })),
  })
  .meta({ id: 'Quota' });
export type Quota = z.infer<typeof quota>;

/** -1 is unlimited; one below what is used only keeps more from being made. */
const quotaLimit = z.number().int({ error: 'whole_number' }).min(-1, { error: 'too_small' }).max(2_147_483_647, { error: 'too_large' });

/** New limits; what is not named keeps the one it has (choice.quota-fields). */
export const quotaUpdateBody = z
  .strictObject({
    ...perQuotaResource(() => quotaLimit.optional()),
    storage_policies: z
      .array(z.strictObject({ name: displayName, limit: quotaLimit }))
      .max(200, { error: 'too_many' })
      .optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'QuotaUpdate', examples: [{ cores: 40, floating_ips: -1 }] });
export type QuotaUpdate = z.output<typeof quotaUpdateBody>;

export const quotaCalls = {
  read: defineCall({
    id: 'quotas.read',
    side: 'both',
    method: 'GET',
    path: '/api/v2/compute/quotas/{projectId}',
    summary: 'Shows the quotas of a project, with usage=True also the usage',
    source: 'S0 §7',
    permission: tenant('compute_quotas'),
    params: z.object({ projectId: id }),
    query: z.strictObject({ usage: queryFlag.optional() }),
    answer: quota,
    does: { by: 'live', live: 'quota.read', kind: projectKind, id: 'projectId' },
  }),
  capacity: defineCall({
    id: 'quotas.capacity',
    side: 'both',
    method: 'GET',
    path: '/api/v2/compute/quotas/{projectId}/capacity',
    summary: "Shows the hourly usage of a project's quotas in the last 30 days, with the trend and when they are full",
    source: 'choice.uncovered-calls',
    permission: tenant('compute_quotas'),
    params: z.object({ projectId: id }),
    answer: projectCapacity,
    does: { by: 'handle', capability: 'quota.read' },
  }),
  update: defineCall({
    id: 'quotas.update',
    side: 'both',
    method: 'POST',
    path: '/api/v2/compute/quotas/{projectId}',
    summary: 'Sets quotas of a project: all in the body, or none',
    source: 'choice.quota-fields',
    permission: domainLead('compute_quotas'),
    params: z.object({ projectId: id }),
    body: quotaUpdateBody,
    maxBytes: 256 * 1024,
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'project.setQuota', kind: projectKind, id: 'projectId' },
  }),
};
