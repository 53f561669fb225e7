import { imageProblem, memoryProblem } from '@gantry/contract/nouns/images/rules';
import { isMedium } from '@gantry/contract/nouns/images/media';
import { bootDiskProblem } from '@gantry/contract/nouns/servers/boot-disk';
import { interfacesOf, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { CommandContext } from '../../../port/engine.ts';
import type { FlavorDocument, ImageDocument, KindName, NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Documents } from '../../../port/store/rows.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { PortWanted } from './ports.ts';
import { assertDirect } from '../../networks/embedded/policies.ts';
import { groupsReferenced, invalid, referenced } from '../../../engines/embedded/platform/references.ts';

/** What a new server is made of, as far as it does not change under one's hands. */
export interface Choice {
  flavor: FlavorDocument;
  /** Absent: it boots from a volume that exists, or is made of a snapshot. */
  image: ImageDocument | undefined;
  /** In their order. */
  interfaces: readonly (Pick<PortWanted, 'wanted' | 'at'> & { network: NetworkDocument })[];
  keyName: string | null;
  /** Names of the storage policies that are requested: of the boot volume, and of those beside it, by their places. */
  policies: { boot: string | undefined; further: readonly (string | undefined)[] };
}

/** What the body's ids stand for, within the caller's visibility, and whether it fits together. Throws validation_failed. */
export async function choose(
  platform: Platform,
  context: CommandContext,
  { body, projectId }: { body: ServerCreate; projectId: string },
): Promise<Choice> {
  const { actor } = context;
  const one = async <K extends KindName>(kind: K, id: string | undefined, field: string): Promise<Documents[K] | undefined> =>
    id === undefined ? undefined : (await referenced(platform, kind, [id], actor, field))[0];
  const flavor = (await one('flavor', body.flavor_id, 'flavor_id'))!;
  const image = await one('image', body.image_id, 'image_id');
  const interfaces = await interfacesSeen(platform, context, { body, projectId });
  const key = await one('key_pair', body.key_pair_id, 'key_pair_id');
  await referenced(platform, 'trait', body.traits ?? [], actor, 'traits');
  await one('volume', body.volume_id, 'volume_id');
  await one('volume_snapshot', body.snapshot_id, 'snapshot_id');
  const boot = (await one('storage_policy', body.storage_policy_id, 'storage_policy_id'))?.name;
  const further: (string | undefined)[] = [];
  for (const [index, { volume_id: id, storage_policy_id: policy }] of (body.volumes ?? []).entries()) {
    await one('volume', id, `volumes.${index}.volume_id`);
    further.push((await one('storage_policy', policy, `volumes.${index}.storage_policy_id`))?.name);
  }
  const unusable = image && imageProblem(image);
  if (unusable) throw invalid('image_id', unusable);
  const tooSmall = image && memoryProblem(flavor, image);
  if (tooSmall) throw invalid('flavor_id', tooSmall);
  // It always boots from a volume, which is made as large as the image needs.
  const wrong = image && bootDiskProblem(image, { disk: 0 }, body);
  if (wrong) throw invalid(wrong.field, wrong.problem);
  if (image && body.password !== undefined && !image.allow_set_password) throw invalid('password', { code: 'image_no_password' });
  if (image && body.firmware !== undefined && !isMedium(image)) throw invalid('firmware', { code: 'firmware_iso_only' });
  return { flavor, image, interfaces, keyName: key?.name ?? null, policies: { boot, further } };
}

async function interfacesSeen(
  platform: Platform,
  { actor }: CommandContext,
  { body, projectId }: { body: ServerCreate; projectId: string },
): Promise<Choice['interfaces']> {
  const { network_ids: plain = [] } = body;
  const networks = await referenced(platform, 'network', plain, actor, 'network_ids');
  for (const [index, wanted] of (body.interfaces ?? []).entries()) {
    const at = `interfaces.${index}.`;
    networks.push(...(await referenced(platform, 'network', [wanted.network_id], actor, `${at}network_id`)));
    await groupsReferenced(platform, wanted.security_group_ids, { actor, projectId }, `${at}security_group_ids`);
  }
  return interfacesOf(body).map((wanted, place) => {
    const at = place < plain.length ? '' : `interfaces.${place - plain.length}.`;
    assertDirect(networks[place]!, actor, at === '' ? 'network_ids' : `${at}network_id`);
    return { wanted, network: networks[place]!, at };
  });
}
