import { z } from 'zod';
import { defineKind, named } from '../../wire/kind.ts';
import { identified } from '../../wire/values.ts';

/**
 * Something that a group of nodes offers and servers can be bound to (S0 §3): called a placement on screens, a trait on the wire (decision
 * F23). Its id is its name, such as `CUSTOM_SSD`.
 */
const trait = z
  .object({
    ...identified,
    /** Null where the cloud keeps none. */
    description: z.string().nullable(),
  })
  .meta({ id: 'Trait' });

export const traitKind = defineKind({
  name: 'trait',
  subject: 'compute_traits',
  channel: 'compute',
  entity: trait,
  version: 1,
  shareable: true,
  defaultSort: 'name:asc',
  fields: named,
});
