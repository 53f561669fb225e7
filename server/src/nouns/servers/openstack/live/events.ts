import type { z } from 'zod';
import type { serverEvent, serverStep } from '@gantry/contract/nouns/servers/calls';
import { SERVER_ACTIONS } from '@gantry/contract/nouns/servers/history';
import { GantryError } from '@gantry/contract/wire/errors';
import type { LiveRead } from '../../../../port/engine.ts';
import { getAction, listActions, outcomeOf, stepOutcome, type Asker, type NovaAction, type NovaStep } from '../actions.ts';
import { withUserNames } from '../../../users/shared/user-names.ts';
import { credentialOf, tokenFor } from '../../../../engines/openstack/identity/credential.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { instant } from '../../../../engines/openstack/mirror/strategy.ts';

type ServerEvent = z.infer<typeof serverEvent>;
type ServerStep = z.infer<typeof serverStep>;

type Context = Parameters<LiveRead>[0];

/** Actions shown at most, newest first, and for how many of them the steps are read: the list does not say whether one still runs. */
const SHOWN = 100;
const DETAILED = 10;

/** History of a server. */
export const serverEvents =
  (parts: Parts): LiveRead<{ data: ServerEvent[] }> =>
  async (context, { id, projectId }) => {
    const asker = await askerOf(parts, context, projectId);
    const actions = (await listActions(parts.api, id, asker)).slice(0, SHOWN);
    const data = await Promise.all(
      actions.map(async (action, index) => {
        const details = index < DETAILED ? await getAction(parts.api, id, action.request_id, asker) : undefined;
        return eventOf(action, details?.events ?? []);
      }),
    );
    return { data: await withUserNames(context.store, parts.engine, data) };
  };

/** What one action was made of. Throws not_found where the service keeps nothing of it. */
export const serverSteps =
  (parts: Parts): LiveRead<{ data: ServerStep[] }> =>
  async (context, { id, projectId }, query) => {
    const asker = await askerOf(parts, context, projectId);
    const wanted = query['request_id'] ?? (await listActions(parts.api, id, asker))[0]?.request_id;
    const action = wanted === undefined ? undefined : await getAction(parts.api, id, String(wanted), asker);
    if (!action) throw new GantryError('not_found');
    const began = ({ start_time: start }: NovaStep): string => instant(start);
    return { data: action.events.toSorted((one, other) => began(one).localeCompare(began(other))).map(stepOf) };
  };

/** The caller's own right; those who run the cloud are told why steps failed. */
async function askerOf(parts: Parts, { credential, requestId, signal }: Context, projectId: string | null): Promise<Asker> {
  const as = await tokenFor(parts.keystone, credential, projectId, requestId);
  return { as, requestId, signal, inFull: credentialOf(credential).cloud };
}

const stepOf = (step: NovaStep): ServerStep => ({
  step: step.event,
  started_at: instant(step.start_time),
  finished_at: step.finish_time ? instant(step.finish_time) : null,
  result: stepOutcome(step),
  message: step.details || null,
  traceback: step.traceback || null,
});

const plain = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();
const KNOWN: ReadonlyMap<string, string> = new Map(SERVER_ACTIONS.map((name) => [plain(name), name]));

/** The contract's spelling of an action's name: `live_migration` is `live-migration`. A name that it does not have stays as it is. */
export const actionName = (name: string): string => KNOWN.get(plain(name)) ?? name;

function eventOf(action: NovaAction, steps: readonly NovaStep[]): Omit<ServerEvent, 'username'> {
  const result = outcomeOf(action, steps);
  const ends = steps.flatMap(({ finish_time: end }) => (end ? [instant(end)] : []));
  const last = ends.toSorted().at(-1) ?? (action.updated_at ? instant(action.updated_at) : null);
  const details = steps.find(({ details: text }) => text)?.details;
  return {
    action: actionName(action.action),
    request_id: action.request_id,
    user_id: action.user_id ?? null,
    started_at: instant(action.start_time),
    finished_at: result === 'running' ? null : last,
    result,
    message: details ?? action.message ?? null,
  };
}
