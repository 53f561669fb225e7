import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { description, displayName } from '../../wire/values.ts';
import { calls, resource } from './entity.ts';
import { policyLimitsBody } from './limits.ts';
import { FAILURE_DOMAINS, REDUNDANCIES, STORAGE_TIERS } from './redundancy.ts';
import { isPolicyDeletable } from './rules.ts';

/** How data is kept; what is left out is as the default policy has it, or stays. */
const keeping = {
  tier: z
    .number()
    .int()
    .min(0, { error: 'too_small' })
    .max(STORAGE_TIERS - 1, { error: 'too_large' })
    .optional(),
  redundancy: z.enum(REDUNDANCIES).optional(),
  failure_domain: z.enum(FAILURE_DOMAINS).optional(),
};
/** Members that a cloud may not know: it keeps such things to itself. */
const KEEPING = ['tier', 'redundancy', 'failure_domain'] as const;

export const storagePolicyCreateBody = z
  .strictObject({
    /** Unique among all. */ name: displayName,
    description: description.optional(),
    ...keeping,
    limits: policyLimitsBody.optional(),
  })
  .meta({ id: 'StoragePolicyCreate', examples: [{ name: 'archive', description: 'For what is seldom read' }] });
export type StoragePolicyCreate = z.output<typeof storagePolicyCreateBody>;

export const storagePolicyUpdateBody = z
  .strictObject({
    name: displayName.optional(),
    description: description.optional(),
    ...keeping,
    /** All that there are from now on. */ limits: policyLimitsBody.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'StoragePolicyUpdate', examples: [{ description: 'For what is read once a year' }] });
export type StoragePolicyUpdate = z.output<typeof storagePolicyUpdateBody>;

/** What only administrators of the cloud do. */
const change = resourceCalls({
  ...resource,
  side: 'administration',
  many: system('compute_storage_policies'),
  one: system('compute_storage_policy'),
});

export const storagePolicyCalls = {
  list: calls.list({ summary: 'Lists the storage policies that volumes of the scope can use' }),
  create: change.create({
    summary: 'Creates a storage policy that volumes of all projects can use',
    body: storagePolicyCreateBody,
    options: [...KEEPING],
    errors: ['name_taken'],
  }),
  read: calls.read({ summary: 'Shows a storage policy' }),
  update: change.update({
    summary: 'Updates a storage policy',
    body: storagePolicyUpdateBody,
    options: ['name', ...KEEPING],
    errors: ['name_taken'],
  }),
  delete: change.delete({ summary: 'Deletes a storage policy that no volume uses and that is not the default', rule: isPolicyDeletable }),
  bulkDelete: change.bulkDelete({ summary: 'Deletes several storage policies, as one task', rule: isPolicyDeletable }),
};
