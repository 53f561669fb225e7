import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';

/**
 * Something that a group of nodes offers and servers can be bound to (S0 §3): called a placement on screens, a trait on the wire (decision
 * F23). Its id is its name, such as `CUSTOM_SSD`.
 */
export const { kind: traitKind, calls } = defineNoun({
  name: 'trait',
  path: '/api/v2/compute/traits',
  param: 'traitId',
  source: 'S0 §7',
  of: 'cloud',
  shareable: true,
  members: {
    /** Null where the cloud keeps none. */
    description: z.string().nullable(),
  },
});
