import { z } from 'zod';
import { copyOf, interfacesOf, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import { fromMedium } from '@gantry/contract/nouns/servers/media';
import { isInProgress } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../../port/engine.ts';
import { ServiceError } from '../../../../engines/openstack/client/errors.ts';
import { markOf, TASK_MARK } from '../../../../engines/openstack/client/mark.ts';
import { listServers } from '../client.ts';
import { pagesOf } from '../../../../engines/openstack/client/pages.ts';
import { changingToken, scopeProject, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { dropOwnPorts, makePort, mayNeedPort, needsPort, refusalOf, removeOwnPorts, type MadePort } from './ports.ts';
import { taskBegan } from './recover.ts';
import { ingredients, interfacePlace, isOfMedium, needsVolumes, serverBody, type Ingredients } from './body.ts';
import { nameVolumes } from './volume-names.ts';
import { arriveIn, settle } from './settle.ts';

/** Lowest version in which servers have a description, their disks have tags, they can be made with tags, and volumes of a type with them. */
const NEEDS = '2.19';
const NEEDS_DISK_TAGS = '2.42';
const NEEDS_TAGS = '2.52';
const NEEDS_TYPES = '2.67';

function needsOf({ tags = [], volumes = [], storage_policy_id: policy }: ServerCreate): string {
  if (policy !== undefined || volumes.some(({ storage_policy_id: one }) => one !== undefined)) return NEEDS_TYPES;
  if (tags.length > 0) return NEEDS_TAGS;
  return volumes.some(({ name }) => name !== undefined) ? NEEDS_DISK_TAGS : NEEDS;
}

/** Creates a server in the caller's project. */
export const createServer = (parts: Parts): Command<ServerCreate> => ({
  async accept(context, _target, request) {
    const { scope } = context.actor;
    if (scope.type !== 'project') throw new GantryError('project_scope_required');
    const as = await changingToken(parts, context, scope.projectId);
    const wanted = copyOf(request, context.copy);
    if (wanted.allow_live_resize === true)
      throw new GantryError('not_supported', { detail: 'compute: cores and memory of a running server cannot be changed' });
    const found = await ingredients(parts, context, wanted);
    const body = isOfMedium(found) ? fromMedium(wanted) : wanted;
    if (needsVolumes(body, found) && !(await parts.api.has('volume')))
      throw new GantryError('not_supported', { detail: 'volume: not in the catalogue of this region' });
    return withPorts(parts, context, { body, found }, async (ports) => {
      const answer = await parts.api
        .ask('compute', {
          method: 'POST',
          path: '/servers',
          needs: needsOf(body),
          body: { server: serverBody(body, found, { mark: { [TASK_MARK]: markOf(context) }, ports }) },
          as,
          requestId: context.requestId,
          signal: context.signal,
          answer: z.object({ server: z.object({ id: z.string() }) }),
        })
        .catch((error: unknown) => {
          throw addressRefusal(error, body) ?? error;
        });
      const { id } = answer.body.server;
      await refreshNow(parts, context, id);
      return { id, requestId: answer.requestId };
    });
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
  async abandon(context, body) {
    if (interfacesOf(body).some(mayNeedPort)) await removeOwnPorts(parts, context, scopeProject(context));
  },
});

/** Makes the ports that the server needs, and then what needs them; where that is refused they are taken away again. */
async function withPorts<T>(
  parts: Parts,
  context: CommandContext,
  { body, found }: { body: ServerCreate; found: Ingredients },
  work: (ports: ReadonlyMap<number, MadePort>) => Promise<T>,
): Promise<T> {
  const projectId = scopeProject(context);
  const request = interfacesOf(body).flatMap((wanted, place) => {
    const network = found.networks.get(wanted.network_id)!;
    return needsPort(wanted, network) ? [{ wanted, network, projectId, place, at: interfacePlace(body, place) }] : [];
  });
  const ports = new Map<number, MadePort>();
  try {
    for (const one of request) ports.set(one.place, await makePort(parts, context, one));
    return await work(ports);
  } catch (error) {
    // What may be carried out all the same still needs them.
    if (request.length > 0 && !(error instanceof ServiceError && error.unanswered)) await dropOwnPorts(parts, context, projectId);
    throw error;
  }
}

/** The compute service's words about an address that somebody has, as a refusal at the field of that address. */
function addressRefusal(error: unknown, body: ServerCreate): GantryError | undefined {
  for (const [place, wanted] of interfacesOf(body).entries()) {
    const refusal = refusalOf(error, wanted, interfacePlace(body, place));
    if (refusal) return refusal;
  }
  return undefined;
}
