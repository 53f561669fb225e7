import { GantryError } from '@gantry/contract/wire/errors';
import type { CommandContext } from '../../../../port/engine.ts';
import { getAction, outcomeOf } from '../actions.ts';
import { faultCode, isUnknown, quotaResource } from '../../../../engines/openstack/client/errors.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';

type Outcome = 'not begun' | 'running' | 'success' | 'unknown';

/**
 * How the action that a request began stands, by the server's history. The service account looks: the user's token may be gone by now.
 * Why it failed is told as the services do by default: in full to administrators of the cloud, to others only what it means.
 * Throws what it failed with.
 */
export async function outcomeNow(
  { api }: Parts,
  { actor: { scope }, signal }: CommandContext,
  id: string,
  requestId: string,
): Promise<Outcome> {
  const action = await getAction(api, id, requestId, { signal, inFull: true }).catch((error: unknown) => {
    if (!isUnknown(error)) throw error;
    return 'silent' as const;
  });
  if (action === 'silent') return 'running'; // an outage is waited out
  if (!action) return 'unknown';
  const outcome = outcomeOf(action, action.events);
  if (outcome !== 'failed') return action.events.length === 0 ? 'not begun' : outcome;
  const words = action.events.find(({ details }) => details)?.details ?? '';
  const code = faultCode(words);
  throw new GantryError(code, {
    detail: scope.type === 'system' && words ? words : `${action.action}: ${action.message ?? 'Error'}`,
    ...(code === 'quota_exceeded' && { params: { resource: quotaResource(words) } }),
    requestId,
  });
}
