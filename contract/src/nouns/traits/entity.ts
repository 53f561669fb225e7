import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';

/** Ids of what has a trait, or how many there are: a list of traits counts, one trait names as many as an answer holds (S0 §3). Not stored. */
const members = z.union([z.number().int(), z.array(z.string())]).nullable();

/** Where the ids of a resource's traits are found: a key of each of these kinds. */
const PLACED = 'placement';

/**
 * Something that a group of nodes offers and servers can be bound to (S0 §3): called a placement on screens, a trait on the wire (decision
 * F23). Its id, such as `CUSTOM_SSD`, is what nodes, flavors, images and servers hold, and stays when it is renamed.
 */
export const {
  kind: traitKind,
  calls,
  resource,
} = defineNoun({
  name: 'trait',
  path: '/api/v2/compute/traits',
  param: 'traitId',
  source: 'S0 §7',
  of: 'cloud',
  shareable: true,
  members: {
    /** Null where the cloud keeps none. */
    description: z.string().nullable(),
    /** What asks for it. */
    images: members,
    flavors: members,
    /** What offers it; null for callers outside the system scope. */
    nodes: members,
    /** What needs it: bound to it, or because its flavor or image asks for it. */
    servers: members,
  },
  version: 2,
  upgrades: { 1: (trait) => ({ ...trait, images: null, flavors: null, nodes: null, servers: null }) },
  systemOnly: ['nodes'],
  namedBy: {
    images: { kind: 'image', field: PLACED },
    flavors: { kind: 'flavor', field: PLACED },
    nodes: { kind: 'node', field: PLACED },
    servers: { kind: 'server', field: PLACED },
  },
});
export type Trait = z.infer<typeof traitKind.entity>;
