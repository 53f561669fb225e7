import type { z } from 'zod';
import type { MachinesDraft } from './machines-field.tsx';

/** A draft in which machines are chosen, and at least one role is. */
export const withMachines = <D extends MachinesDraft>(draft: z.ZodType<D, D>) =>
  draft
    .refine(({ nodes }) => nodes.length > 0, { path: ['nodes'], error: 'required' })
    .refine(({ roles }) => roles.length > 0, { path: ['roles'], error: 'required' });
