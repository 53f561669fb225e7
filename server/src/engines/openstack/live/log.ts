import { z } from 'zod';
import type { LiveRead } from '../../engine.ts';
import { tokenFor } from '../identity/credential.ts';
import type { Parts } from '../commands/parts.ts';

/** Lines from the end of the log. */
const LINES = 1000;

/** Console log of a server. */
export const serverLog =
  (parts: Parts): LiveRead<{ log: string }> =>
  async ({ credential, requestId, signal }, { id, projectId }) => {
    const answer = await parts.api.ask('compute', {
      method: 'POST',
      path: `/servers/${encodeURIComponent(id)}/action`,
      body: { 'os-getConsoleOutput': { length: LINES } },
      as: await tokenFor(parts.keystone, credential, projectId, requestId),
      requestId,
      signal,
      answer: z.object({ output: z.string().nullable() }),
    });
    return { log: answer.body.output ?? '' };
  };
