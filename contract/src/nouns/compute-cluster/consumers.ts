import { z } from 'zod';
import { wholeOf, wholeQuery } from '../../wire/page.ts';

/** What projects are compared by: cores and memory (MiB) of their servers, and GiB of their volumes. */
export const CONSUMED = ['vcpus', 'ram', 'storage'] as const;
export type Consumed = (typeof CONSUMED)[number];

/** So many are told at most: all projects are in their own list. */
export const CONSUMERS_MAX = 100;

export const consumersQuery = wholeQuery.extend({ by: z.enum(CONSUMED) });

const consumer = z.object({
  project_id: z.string(),
  /** null: nobody knows the project any more. */
  project_name: z.string().nullable(),
  domain_name: z.string().nullable(),
  /** How many servers, or volumes, that makes. */
  count: z.number().int(),
  amount: z.number(),
});
export type Consumer = z.infer<typeof consumer>;

/** The projects that have most, the largest first. */
export const consumers = wholeOf(consumer);
