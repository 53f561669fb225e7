import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { reference } from '../../wire/reference.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { displayName } from '../../wire/values.ts';
import { calls, resource } from './entity.ts';
import { isAccessEditable } from './rules.ts';

const projectIds = z.array(reference('project')).max(200, { error: 'too_many' });
const whole = (min: number, max: number) => z.number().int().min(min, { error: 'too_small' }).max(max, { error: 'too_large' });

export const flavorCreateBody = z
  .strictObject({
    /** Unique among all flavors. */
    name: displayName,
    vcpus: whole(1, 1024),
    /** MiB */
    ram: whole(1, 16 * 1024 * 1024),
    /** GiB; 0: servers of it boot from a volume. */
    disk: whole(0, 512 * 1024),
    /** MiB that guests swap to, beside their disk; absent: none. */
    swap: whole(0, 16 * 1024 * 1024).optional(),
    is_public: z.boolean(),
    /** Projects that may use it where it is not public. */
    project_ids: projectIds.optional(),
  })
  .refine((body) => !body.is_public || (body.project_ids ?? []).length === 0, { path: ['project_ids'], error: 'flavor_public' })
  .meta({ id: 'FlavorCreate', examples: [{ name: 'medium-4', vcpus: 4, ram: 4096, disk: 40, is_public: true }] });
export type FlavorCreate = z.output<typeof flavorCreateBody>;

/** All projects that may use it from now on. */
export const flavorAccessBody = z
  .strictObject({ project_ids: projectIds })
  .meta({ examples: [{ project_ids: ['5d1f3a77-2c4b-4e86-9d0a-8b6c7e5f4a32'] }] });
export type FlavorAccess = z.output<typeof flavorAccessBody>;

/** What only administrators of the cloud do. A flavor is never changed: servers have been made of it. */
const change = resourceCalls({ ...resource, side: 'administration', many: system('compute_flavors'), one: system('compute_flavor') });

export const flavorCalls = {
  list: calls.list({ summary: 'Lists the flavors of the scope' }),
  create: change.create({ summary: 'Creates a flavor', body: flavorCreateBody, errors: ['name_taken'] }),
  read: calls.read({ summary: 'Shows a flavor' }),
  setAccess: change.actWith('setAccess', {
    summary: 'Sets which projects can use a flavor that is not public',
    body: flavorAccessBody,
    rule: isAccessEditable,
  }),
  delete: change.delete({ summary: 'Deletes a flavor. Servers created with it keep their size' }),
  bulkDelete: change.bulkDelete({ summary: 'Deletes several flavors, as one task' }),
};
