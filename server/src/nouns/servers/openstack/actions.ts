import { z } from 'zod';
import type { Api, UserToken } from '../../../engines/openstack/client/api.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { askSome } from '../../../engines/openstack/client/some.ts';

const action = z.object({
  action: z.string(),
  request_id: z.string(),
  user_id: z.string().nullish(),
  start_time: z.string(),
  updated_at: z.string().nullish(),
  message: z.string().nullish(),
});
export type NovaAction = z.infer<typeof action>;

const step = z.object({
  event: z.string(),
  start_time: z.string(),
  finish_time: z.string().nullish(),
  result: z.string().nullish(),
  /** Why it failed; only administrators are told by the services' default policy. */
  details: z.string().nullish(),
  traceback: z.string().nullish(),
});
export type NovaStep = z.infer<typeof step>;

/** Lowest version whose list of actions says when each was last touched, and lowest one whose steps say why they failed. */
const ACTIONS = '2.58';
const DETAILS = '2.84';

/** Whose right and for which request; the service account's where absent. */
export interface Asker {
  as?: UserToken;
  requestId?: string;
  signal?: AbortSignal;
  /** Whether to ask why steps failed, which the services tell administrators. */
  inFull?: boolean;
}

const actionsPath = (id: string): string => `/servers/${encodeURIComponent(id)}/os-instance-actions`;

/** What was done to a server, newest first. */
export async function listActions(api: Api, id: string, { as, requestId, signal }: Asker = {}): Promise<NovaAction[]> {
  const request = { path: actionsPath(id), needs: ACTIONS, as, requestId, signal };
  return (await askSome(api, 'compute', { ...request, many: 'instanceActions', item: action })).items;
}

/** One action with its steps, by the request that began it; undefined where the service keeps nothing of it. */
export async function getAction(
  api: Api,
  id: string,
  actionId: string,
  { inFull = false, ...asker }: Asker = {},
): Promise<(NovaAction & { events: NovaStep[] }) | undefined> {
  const needs = inFull && (await api.offers('compute', DETAILS)) ? DETAILS : ACTIONS;
  const path = `${actionsPath(id)}/${encodeURIComponent(actionId)}`;
  const answer = z.object({ instanceAction: action.extend({ events: z.array(step).default([]) }) });
  return (await ignoreNotFound(api.ask('compute', { path, needs, ...asker, answer })))?.body.instanceAction;
}

/** How a step stands. */
export const stepOutcome = ({ finish_time: end, result }: NovaStep): 'running' | 'failed' | 'success' =>
  end ? (/error/i.test(result ?? '') ? 'failed' : 'success') : 'running';

/** How an action stands: it runs while one of its steps does, and has failed when it or one of them says so. */
export function outcomeOf({ message }: NovaAction, steps: readonly NovaStep[]): 'running' | 'failed' | 'success' {
  const outcomes = new Set(steps.map(stepOutcome));
  if (outcomes.has('running')) return 'running';
  return message || outcomes.has('failed') ? 'failed' : 'success';
}
