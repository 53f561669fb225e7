import { z } from 'zod';
import { isInProgress } from '@gantry/contract/nouns/servers/rules';
import type { ServerCreate } from '@gantry/contract/nouns/servers/calls';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row, Visibility } from '../../../store/port.ts';
import type { Command, CommandContext } from '../../engine.ts';
import { listServers } from '../client/nova.ts';
import { pagesOf } from '../client/pages.ts';
import { changingToken, showAtOnce, type Parts } from './parts.ts';
import { taskBegan } from './recover.ts';
import { arriveIn, settle } from './settle.ts';

/** Member of a server's metadata that names the task it was made by. */
const TASK_MARK = 'gantry_task';
/** Lowest version in which servers have a description. */
const NEEDS = '2.19';
const GIB = 1024 ** 3;

/** Creates a server in the caller's project. */
export const createServer = (parts: Parts): Command<ServerCreate> => ({
  async accept(context, _target, body) {
    const { scope } = context.actor;
    if (scope.type !== 'project') throw new GantryError('project_scope_required');
    const as = await changingToken(parts, context, scope.projectId);
    const { flavor, image, key } = await ingredients(context, body);
    if (bootsFromVolume(body, flavor) && !(await parts.api.has('volume')))
      throw new GantryError('not_supported', { detail: 'volume: not in the catalogue of this region' });
    const answer = await parts.api.ask('compute', {
      method: 'POST',
      path: '/servers',
      needs: NEEDS,
      body: { server: serverOf(context, body, { flavor, image, key }) },
      as,
      requestId: context.requestId,
      signal: context.signal,
      answer: z.object({ server: z.object({ id: z.string() }) }),
    });
    const { id } = answer.body.server;
    await showAtOnce(parts, context, id);
    return { id, requestId: answer.requestId };
  },
  settle: (context, { id, requestId }) =>
    settle(parts, context, { id, requestId, look: arriveIn((server) => server.status === 'ACTIVE' && !isInProgress(server)) }),
  async recover(context) {
    const { scope } = context.actor;
    if (scope.type !== 'project') return undefined;
    const changesSince = new Date(await taskBegan(context)).toISOString();
    const { projectId } = scope;
    for await (const { items } of pagesOf(200, (limit, marker) => listServers(parts.api, { limit, marker, projectId, changesSince }))) {
      const made = items.find(({ metadata }) => metadata[TASK_MARK] === context.taskId);
      if (made) return { id: made.id };
    }
    return undefined;
  },
});

interface Ingredients {
  flavor: Row;
  image: Row;
  key: Row | undefined;
}

/** What the server is made of, if the caller sees it: an administrator's token would open the service to everybody's. */
async function ingredients({ store, actor }: CommandContext, body: ServerCreate): Promise<Ingredients> {
  const sight: Visibility = { scope: actor.scope, userId: actor.userId, domainId: actor.domainId };
  const [flavor, image, key, networks] = await Promise.all([
    store.read.find('flavor', body.flavor_id, sight),
    store.read.find('image', body.image_id, sight),
    body.key_pair_id === undefined ? undefined : store.read.find('key_pair', body.key_pair_id, sight),
    store.read.findMany('network', body.network_ids, sight),
  ]);
  const unknownKey = body.key_pair_id !== undefined && !key;
  const unknown = {
    ...(!flavor && { flavor_id: UNKNOWN }),
    ...(!image && { image_id: UNKNOWN }),
    ...(unknownKey && { key_pair_id: UNKNOWN }),
  };
  const fields = body.network_ids.every((id) => networks.has(id)) ? unknown : { ...unknown, network_ids: UNKNOWN };
  if (!flavor || !image || unknownKey || 'network_ids' in fields) throw new GantryError('validation_failed', { fields });
  return { flavor, image, key };
}

const UNKNOWN = [{ code: 'unknown_id' }];

/** A size asks for a volume, and a flavor without disk needs one. */
const bootsFromVolume = (body: ServerCreate, flavor: Row): boolean => body.volume_size !== undefined || flavor.document['disk'] === 0;

function serverOf({ taskId }: CommandContext, body: ServerCreate, { flavor, image, key }: Ingredients) {
  const onVolume = bootsFromVolume(body, flavor);
  return {
    name: body.name,
    ...(body.description && { description: body.description }),
    flavorRef: flavor.id,
    ...(key && { key_name: String(key.document['name']) }),
    networks: body.network_ids.map((uuid) => ({ uuid })),
    metadata: { ...body.metadata, [TASK_MARK]: taskId },
    ...(onVolume ? { block_device_mapping_v2: [bootVolume(image, body.volume_size)] } : { imageRef: image.id }),
  };
}

const bootVolume = (image: Row, size: number | undefined) => ({
  boot_index: 0,
  source_type: 'image',
  destination_type: 'volume',
  uuid: image.id,
  volume_size: size ?? smallestVolume(image),
  delete_on_termination: true,
});

/** GiB that an image needs as a disk. */
function smallestVolume({ document }: Row): number {
  const { min_disk: minDisk, virtual_size: virtual, size } = document;
  const bytes = typeof virtual === 'number' ? virtual : Number(size ?? 0);
  return Math.max(1, Number(minDisk ?? 0), Math.ceil(bytes / GIB));
}
