import { z } from 'zod';
import { consolePlace, streamUrl } from '@gantry/contract/nouns/servers/console-url';
import { GantryError } from '@gantry/contract/wire/errors';
import type { LiveRead, Screen } from '../../../../port/engine.ts';
import { unreadable } from '../../../../engines/openstack/client/errors.ts';
import { changingToken, type Parts } from '../../../../engines/openstack/commands/parts.ts';

const answer = z.object({ remote_console: z.object({ url: z.string() }) });

/** While a server restarts its node has no guest for it, and Nova answers as if there were no server. Whether there is one the mirror knows. */
const isNotFound = (error: unknown): error is GantryError => error instanceof GantryError && error.code === 'not_found';

/**
 * Where Nova's proxy shows a server's screen. Its address holds a token that works for some minutes and never leaves our server. The screen
 * gives control of the guest: those who may only read are refused, whatever the cloud's own rules say.
 */
export const serverConsole =
  (parts: Parts): LiveRead<Screen> =>
  async ({ actor, credential, requestId, signal }, { id, projectId }) => {
    const path = `/servers/${encodeURIComponent(id)}/remote-consoles`;
    const as = await changingToken(parts, { actor, credential, requestId }, projectId);
    const remote_console = { protocol: 'vnc', type: 'novnc' };
    const { body, requestId: cloudRequestId } = await parts.api
      .ask('compute', { method: 'POST', path, needs: '2.6', body: { remote_console }, as, requestId, signal, answer })
      .catch((error: unknown) => {
        throw isNotFound(error) ? new GantryError('engine_refused', { cause: error, detail: error.detail ?? error.message }) : error;
      });
    const place = consolePlace(body.remote_console.url);
    if (!place) throw unreadable('compute', path, 'no address of a console', cloudRequestId);
    return { kind: 'vnc', url: streamUrl(place) };
  };
