import { z } from 'zod';
import { description, displayName } from '../../wire/values.ts';

export const projectCreateBody = z
  .strictObject({
    /** Unique among the projects of a domain. */
    name: displayName,
    description: description.optional(),
    /** true where absent. */
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'ProjectCreate', examples: [{ name: 'shop', description: 'Web shop' }] });
export type ProjectCreate = z.output<typeof projectCreateBody>;

export const projectUpdateBody = z
  .strictObject({ name: displayName.optional(), description: description.optional(), enabled: z.boolean().optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'ProjectUpdate', examples: [{ description: 'Closed in May' }] });
export type ProjectUpdate = z.output<typeof projectUpdateBody>;
