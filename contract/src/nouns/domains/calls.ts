import { z } from 'zod';
import { domainLead, system } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { queryFlag } from '../../wire/page.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { accepted, description, displayName, id } from '../../wire/values.ts';
import { quota, quotaUpdateBody } from '../quotas/calls.ts';
import { domainKind, isDomainDeletable, isDomainEditable } from './entity.ts';

const shared = {
  noun: 'domains',
  side: 'administration',
  kind: domainKind,
  path: '/api/v2/domains',
  param: 'domainId',
  source: 'S0 §7',
} as const;
const looking = resourceCalls({ ...shared, many: domainLead('domains'), one: domainLead('domain') });
/** What only administrators of the system do. */
const changing = resourceCalls({ ...shared, many: system('domains'), one: system('domain') });

/** Names are unique, whatever their case. */
export const domainCreateBody = z
  .strictObject({ name: displayName, description: description.optional(), enabled: z.boolean().optional() })
  .meta({ id: 'DomainCreate', examples: [{ name: 'initech', description: 'A new customer' }] });
export type DomainCreate = z.output<typeof domainCreateBody>;

/** Users of a domain that is disabled are out at once, and nobody works in its projects. */
export const domainUpdateBody = z
  .strictObject({ name: displayName.optional(), description: description.optional(), enabled: z.boolean().optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'DomainUpdate', examples: [{ description: 'An old customer' }] });
export type DomainUpdate = z.output<typeof domainUpdateBody>;

const ofQuotas = {
  path: '/api/v2/domains/{domainId}/quotas',
  source: 'choice.uncovered-calls',
  params: z.object({ domainId: id }),
} as const;

export const domainCalls = {
  list: looking.list({ summary: 'Lists domains; for a domain administrator, their own' }),
  create: changing.create({ summary: 'Creates a domain', body: domainCreateBody, errors: ['name_taken'] }),
  read: looking.read({ summary: 'Shows a domain' }),
  update: changing.update({
    summary: 'Updates a domain',
    body: domainUpdateBody,
    rule: isDomainEditable,
    errors: ['name_taken'],
  }),
  delete: changing.delete({ summary: 'Deletes a domain without projects, with its users and groups', rule: isDomainDeletable }),
  bulkDelete: changing.bulkDelete({
    summary: 'Deletes several domains, as one task',
    source: 'choice.uncovered-calls',
    rule: isDomainDeletable,
  }),
  readQuotas: defineCall({
    ...ofQuotas,
    id: 'domains.readQuotas',
    side: 'both',
    method: 'GET',
    summary: 'Shows the quotas of a domain for all its projects together, with usage=True also the usage',
    permission: domainLead('domain_quotas'),
    query: z.strictObject({ usage: queryFlag.optional() }),
    answer: quota,
    does: { by: 'live', live: 'domain.readQuota', kind: domainKind, id: 'domainId' },
  }),
  setQuotas: defineCall({
    ...ofQuotas,
    id: 'domains.setQuotas',
    side: 'administration',
    method: 'POST',
    summary: 'Sets quotas of a domain for all its projects together: all in the body, or none',
    permission: system('domain_quotas'),
    body: quotaUpdateBody,
    maxBytes: 256 * 1024,
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'domain.setQuota', kind: domainKind, id: 'domainId' },
  }),
};
