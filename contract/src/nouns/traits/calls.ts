import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { patterned } from '../../wire/patterned.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { accepted, description, displayName, id, ids } from '../../wire/values.ts';
import { calls, resource, traitKind } from './entity.ts';
import { TRAIT_TARGETS } from './targets.ts';
import { traitIdOf } from './trait-id.ts';

/** Its id is made of it. */
const traitName = patterned(
  'trait_name',
  displayName.refine((name) => traitIdOf(name) !== undefined, { error: 'trait_name' }),
);

export const traitCreateBody = z
  .strictObject({ name: traitName, description: description.optional() })
  .meta({ id: 'TraitCreate', examples: [{ name: 'Oracle licenses', description: 'Nodes that are licensed for the database' }] });
export type TraitCreate = z.output<typeof traitCreateBody>;

export const traitUpdateBody = z
  .strictObject({ name: traitName.optional(), description: description.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'TraitUpdate', examples: [{ name: 'Database licenses' }] });
export type TraitUpdate = z.output<typeof traitUpdateBody>;

export const traitMembersBody = z
  .strictObject({ ids })
  .meta({ id: 'TraitMembers', examples: [{ ids: ['5d1f3a77-2c4b-4e86-9d0a-8b6c7e5f4a32'] }] });

const change = resourceCalls({ ...resource, side: 'administration', many: system('compute_traits'), one: system('compute_trait') });

const targeted = {
  side: 'administration',
  path: '/api/v2/compute/traits/{traitId}/{target}',
  source: 'S0 §7',
  permission: system('compute_trait'),
  params: z.object({ traitId: id, target: z.enum(TRAIT_TARGETS) }),
} as const;
const changing = { ...targeted, body: traitMembersBody, answer: accepted, status: 202, errors: ['state_conflict'] } as const;
const on = { by: 'command', kind: traitKind, id: 'traitId', merged: true } as const;

export const traitCalls = {
  list: calls.list({ summary: 'Lists placements (traits) that servers can be bound to' }),
  create: change.create({
    summary: 'Creates a placement',
    body: traitCreateBody,
    options: ['description'],
    errors: ['name_taken'],
  }),
  read: calls.read({ summary: 'Shows a placement' }),
  update: change.update({ summary: 'Updates the name or the description of a placement', body: traitUpdateBody, errors: ['name_taken'] }),
  delete: change.delete({ summary: 'Deletes a placement that is not in use', errors: ['state_conflict'] }),
  bulkDelete: change.bulkDelete({ summary: 'Deletes several placements, as one task', source: 'choice.uncovered-calls' }),
  members: defineCall({
    ...targeted,
    id: 'traits.members',
    method: 'GET',
    summary: 'Lists the images, flavors, nodes or servers with a placement, at most 1,000, by name',
    query: wholeQuery,
    answer: wholeOf(z.object({ id: z.string(), name: z.string() })),
    does: { by: 'handle' },
  }),
  addMembers: defineCall({
    ...changing,
    id: 'traits.addMembers',
    method: 'PUT',
    summary: 'Adds a placement to images, flavors, nodes or servers',
    does: { ...on, command: 'trait.addMembers' },
  }),
  removeMembers: defineCall({
    ...changing,
    id: 'traits.removeMembers',
    method: 'DELETE',
    summary: 'Removes a placement from images, flavors, nodes or servers',
    does: { ...on, command: 'trait.removeMembers' },
  }),
  sets: defineCall({
    id: 'traits.sets',
    side: 'administration',
    method: 'GET',
    path: '/api/v2/compute/trait_sets',
    summary: 'Lists the combinations of placements that nodes offer, with these nodes',
    source: 'S0 §7',
    permission: system('compute_trait_sets'),
    query: wholeQuery,
    answer: wholeOf(z.object({ traits: z.array(z.string()), nodes: z.array(z.string()) })),
    does: { by: 'handle' },
  }),
};
