import { z } from 'zod';
import { copyOf, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { isInProgress } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../engine.ts';
import { ServiceError } from '../client/errors.ts';
import { TASK_MARK } from '../client/mark.ts';
import { listServers } from '../client/nova.ts';
import { pagesOf } from '../client/pages.ts';
import { changingToken, showAtOnce, type Parts } from './parts.ts';
import { taskBegan } from './recover.ts';
import { ingredients, needsVolumes, serverBody } from './server-body.ts';
import { nameVolumes } from './server-volume-names.ts';
import { arriveIn, settle } from './settle.ts';

/** Lowest version in which servers have a description, and in which their disks have tags. */
const NEEDS = '2.19';
const NEEDS_TAGS = '2.42';

/** Names the task, and which of several it makes. */
const markOf = ({ taskId, copy }: Pick<CommandContext, 'taskId' | 'copy'>): string => (copy === undefined ? taskId : `${taskId}#${copy}`);

/** Creates a server in the caller's project. */
export const createServer = (parts: Parts): Command<ServerCreate> => ({
  async accept(context, _target, asked) {
    const { scope } = context.actor;
    if (scope.type !== 'project') throw new GantryError('project_scope_required');
    const as = await changingToken(parts, context, scope.projectId);
    const body = copyOf(asked, context.copy);
    if (body.allow_live_resize === true)
      throw new GantryError('not_supported', { detail: 'compute: cores and memory of a running server cannot be changed' });
    const found = await ingredients(parts, context, body);
    if (needsVolumes(body, found) && !(await parts.api.has('volume')))
      throw new GantryError('not_supported', { detail: 'volume: not in the catalogue of this region' });
    const answer = await parts.api
      .ask('compute', {
        method: 'POST',
        path: '/servers',
        needs: body.volumes?.some((volume) => volume.name !== undefined) ? NEEDS_TAGS : NEEDS,
        body: { server: serverBody(body, found, { [TASK_MARK]: markOf(context) }) },
        as,
        requestId: context.requestId,
        signal: context.signal,
        answer: z.object({ server: z.object({ id: z.string() }) }),
      })
      .catch((error: unknown) => {
        throw addressRefusal(error, body) ?? error;
      });
    const { id } = answer.body.server;
    await showAtOnce(parts, context, id);
    return { id, requestId: answer.requestId };
  },
  async settle(context, { id, requestId }, body) {
    await settle(parts, context, { id, requestId, look: arriveIn((server) => server.status === 'ACTIVE' && !isInProgress(server)) });
    await nameVolumes(parts, context, id, body.volumes ?? []);
  },
  async recover(context) {
    const { scope } = context.actor;
    if (scope.type !== 'project') return undefined;
    const changesSince = new Date(await taskBegan(context)).toISOString();
    const { projectId } = scope;
    for await (const { items } of pagesOf(200, (limit, marker) => listServers(parts.api, { limit, marker, projectId, changesSince }))) {
      const made = items.find(({ metadata }) => metadata[TASK_MARK] === markOf(context));
      if (made) return { id: made.id };
    }
    return undefined;
  },
});

/** The compute service's words about an address that somebody has, as a refusal at the field of that address. */
function addressRefusal(error: unknown, { fixed_ips: fixed = [] }: ServerCreate): GantryError | undefined {
  if (!(error instanceof ServiceError) || !/already in use|not a valid ip/i.test(error.detail ?? '')) return undefined;
  const at = fixed.findIndex(({ ip }) => error.detail?.split(/[\s,]/).some((word) => word.replace(/\.$/, '') === ip));
  if (at < 0) return undefined;
  return new GantryError('validation_failed', {
    fields: { [`fixed_ips.${at}.ip`]: [{ code: 'address_taken' }] },
    ...(error.detail !== undefined && { detail: error.detail }),
    ...(error.requestId !== undefined && { requestId: error.requestId }),
    cause: error,
  });
}
