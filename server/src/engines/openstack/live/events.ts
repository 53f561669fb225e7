import type { z } from 'zod';
import type { serverEvent } from '@gantry/contract/nouns/servers/calls';
import type { LiveRead } from '../../engine.ts';
import { actionSteps, listActions, type NovaAction } from '../client/nova.ts';
import { tokenFor } from '../identity/credential.ts';
import type { Parts } from '../commands/parts.ts';
import { instant } from '../mirror/strategy.ts';

type ServerEvent = z.infer<typeof serverEvent>;

/** Actions shown at most, newest first, and how many of them are asked for their steps: the list does not say whether one still runs. */
const SHOWN = 100;
const ASKED = 10;

/** History of a server. */
export const serverEvents =
  (parts: Parts): LiveRead<{ data: ServerEvent[] }> =>
  async ({ credential, requestId }, { id, projectId }) => {
    const as = await tokenFor(parts.keystone, credential, projectId, requestId);
    const actions = (await listActions(parts.api, id, as, requestId)).slice(0, SHOWN);
    const data = await Promise.all(
      actions.map(async (action, index) => {
        const steps = index < ASKED ? await actionSteps(parts.api, id, action.request_id, as, requestId) : undefined;
        return eventOf(action, steps);
      }),
    );
    return { data };
  };

function eventOf(action: NovaAction, steps: Awaited<ReturnType<typeof actionSteps>> | undefined): ServerEvent {
  const running = steps?.some(({ finish_time: end }) => !end) ?? false;
  const failed = Boolean(action.message) || (steps?.some(({ result }) => /error/i.test(result ?? '')) ?? false);
  const ends = steps?.flatMap(({ finish_time: end }) => (end ? [instant(end)] : [])) ?? [];
  const last = ends.toSorted().at(-1) ?? (action.updated_at ? instant(action.updated_at) : null);
  return {
    action: action.action,
    request_id: action.request_id,
    user_id: action.user_id ?? null,
    started_at: instant(action.start_time),
    finished_at: running ? null : last,
    result: running ? 'running' : failed ? 'failed' : 'success',
    message: action.message ?? null,
  };
}
