import { randomUUID } from 'node:crypto';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { ServerCreate } from '@gantry/contract/nouns/servers/calls';
import type { Visibility, Writer } from '../../../store/port.ts';
import type { Command, CommandContext } from '../../engine.ts';
import { takePort } from '../addresses.ts';
import {
  bootVolumeDocument,
  serverDocument,
  type Documents,
  type FlavorDocument,
  type ImageDocument,
  type KindName,
  type NetworkDocument,
  type NewServer,
  type Port,
} from '../documents.ts';
import { refusesCreation } from '../faults.ts';
import { placeServer } from '../placement.ts';
import type { Platform } from '../platform.ts';
import { amountsOf, reserveQuota } from '../quotas.ts';
import { beginAction, putVolume } from '../transitions.ts';
import { acceptedBefore, acceptOnce } from './accept.ts';
import { settled } from './settle.ts';

const invalid = (field: string, problem: CodedText) => new GantryError('validation_failed', { fields: { [field]: [problem] } });

/** `server.create`: checks the body, reserves everything in one transaction, and sets the server on its way. */
export function createServer(platform: Platform): Command<ServerCreate> {
  const accept: Command<ServerCreate>['accept'] = async (context, _target, body) => {
    platform.assertUp();
    const { scope } = context.actor;
    if (scope.type !== 'project') throw new GantryError('project_scope_required');
    const choice = await choose(platform, context, body);
    if (refusesCreation(body.metadata)) throw new GantryError('engine_refused', { detail: 'create refused: fault injected by metadata' });
    return acceptOnce(platform, context, null, async (writer, accepted) => {
      const { flavor, image, networks, size, keyName } = choice;
      await reserveQuota(platform, writer, scope.projectId, amountsOf(flavor, [size]));
      const nodeId = await placeServer(platform, writer, { vcpus: flavor.vcpus, ram: flavor.ram, disk: size, servers: 1 });
      const made: NewServer = {
        id: randomUUID(),
        name: body.name,
        description: body.description ?? null,
        flavor,
        image,
        volumeId: randomUUID(),
        ports: await takePorts(platform, writer, networks),
        keyName,
        metadata: body.metadata ?? {},
        projectId: scope.projectId,
        domainId: scope.domainId,
        created: platform.now(),
      };
      await putVolume(platform, writer, bootVolumeDocument(made, image, size, 'creating'));
      const server = serverDocument(made, { status: 'BUILD', task_state: null, host: null, updated: null });
      await beginAction(platform, writer, {
        server,
        action: 'create',
        nodeId,
        accepted,
        requestId: context.requestId,
        userId: context.actor.userId,
      });
      return { id: made.id, done: false };
    });
  };
  return {
    accept,
    settle: (context, acceptance) => settled(platform, context, acceptance),
    // Accepting is idempotent by task, so a command that had not come through may simply be accepted now.
    recover: async (context, id, body) => (await acceptedBefore(platform, context, id)) ?? accept(context, null, body),
  };
}

interface Choice {
  flavor: FlavorDocument;
  image: ImageDocument;
  networks: NetworkDocument[];
  /** GiB of the boot volume */
  size: number;
  keyName: string | null;
}

/** What the body's ids stand for, within the caller's sight, and whether it fits together. Throws validation_failed. */
async function choose(platform: Platform, context: CommandContext, body: ServerCreate): Promise<Choice> {
  const { actor } = context;
  const visibility: Visibility = { scope: actor.scope, userId: actor.userId, domainId: actor.domainId };
  const flavor = (await seen(platform, 'flavor', [body.flavor_id], visibility, 'flavor_id'))[0]!;
  const image = (await seen(platform, 'image', [body.image_id], visibility, 'image_id'))[0]!;
  const networks = await seen(platform, 'network', body.network_ids, visibility, 'network_ids');
  const [key] = body.key_pair_id === undefined ? [] : await seen(platform, 'key_pair', [body.key_pair_id], visibility, 'key_pair_id');
  if (image.status !== 'active') throw invalid('image_id', { code: 'image_not_active' });
  if (flavor.ram < image.min_ram) throw invalid('flavor_id', { code: 'flavor_too_small', params: { ram: image.min_ram } });
  const smallest = Math.max(1, image.min_disk);
  const size = body.volume_size ?? Math.max(smallest, flavor.disk);
  if (size < smallest) throw invalid('volume_size', { code: 'too_small', params: { min: smallest } });
  return { flavor, image, networks, size, keyName: key?.name ?? null };
}

/** The documents behind ids, in their order. A foreign id is refused exactly as an unknown one. */
async function seen<K extends KindName>(
  platform: Platform,
  kind: K,
  ids: readonly string[],
  visibility: Visibility,
  field: string,
): Promise<Documents[K][]> {
  const rows = await platform.store.read.findMany(kind, ids, visibility);
  return ids.map((id) => {
    const row = rows.get(id);
    if (row?.engine !== platform.id) throw invalid(field, { code: 'unknown_id' });
    return row.document as Documents[K];
  });
}

async function takePorts(platform: Platform, writer: Writer, networks: readonly NetworkDocument[]): Promise<Port[]> {
  const ports: Port[] = [];
  for (const network of networks) ports.push(await takePort(platform, writer, network));
  return ports;
}
