import { z } from 'zod';
import { SESSION } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { patterned } from '../../wire/patterned.ts';

/** Most things of one kind that a search answers. */
export const FOUND_PER_KIND = 5;

const found = z
  .object({
    /** Kind as in events: `server`. */
    kind: z.string(),
    id: z.string(),
    name: z.string(),
    /** The address that was searched for, where the thing has it. */
    address: z.string().nullable(),
  })
  .meta({ id: 'Found' });

export const searchCalls = {
  find: defineCall({
    id: 'search.find',
    side: 'both',
    method: 'GET',
    path: '/api/v2/search',
    summary: 'Finds things of all kinds in the scope by part of their name, by id, or by IP or MAC address: at most five of each kind',
    source: 'decision §12',
    permission: SESSION,
    query: z.strictObject({ text: patterned('filter', z.string().trim().min(1, { error: 'required' }).max(255, { error: 'too_long' })) }),
    answer: z.object({
      data: z.array(found),
      /** Projects of the caller, other than that of the scope, in which the text is the id of a thing. */
      elsewhere: z.array(z.object({ kind: z.string(), project_id: z.string() })),
    }),
    // It asks some twenty lists.
    does: { by: 'handle', weight: 20 },
  }),
};
