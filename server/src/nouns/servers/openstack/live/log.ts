import { z } from 'zod';
import type { LiveRead } from '../../../../port/engine.ts';
import { tokenFor } from '../../../../engines/openstack/identity/credential.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';

/** Lines from the end of the log, for those who follow it. */
const LINES = 1000;

/**
 * From so many bytes on a log may have been cut. Nova reads at most the last 100 KiB of a guest of libvirt (MAX_CONSOLE_BYTES) and then takes
 * out control characters, each carriage return among them; it says neither.
 */
const MAYBE_CUT_BYTES = 80 * 1024;

/** How many lines a text has; a last one without an end counts. */
const linesOf = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);

/** Console log of a server: its last lines, or with `whole` all that Nova hands out. */
export const serverLog =
  (parts: Parts): LiveRead<{ log: string; cut: boolean }> =>
  async ({ credential, requestId, signal }, { id, projectId }, { whole }) => {
    const answer = await parts.api.ask('compute', {
      method: 'POST',
      path: `/servers/${encodeURIComponent(id)}/action`,
      // Without a length it is all there is.
      body: { 'os-getConsoleOutput': whole === true ? {} : { length: LINES } },
      as: await tokenFor(parts.keystone, credential, projectId, requestId),
      requestId,
      signal,
      answer: z.object({ output: z.string().nullable() }),
    });
    const log = answer.body.output ?? '';
    return { log, cut: Buffer.byteLength(log) >= MAYBE_CUT_BYTES || (whole !== true && linesOf(log) >= LINES) };
  };
