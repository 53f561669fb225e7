import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { CommandContext } from '../../engine.ts';
import type { Documents, FlavorDocument, ImageDocument, KindName, NetworkDocument } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { invalid, seen } from './seen.ts';

/** What a new server is made of, as far as it does not change under one's hands. */
export interface Choice {
  flavor: FlavorDocument;
  /** Absent: it boots from a volume that exists, or is made of a snapshot. */
  image: ImageDocument | undefined;
  networks: NetworkDocument[];
  keyName: string | null;
}

/** What the body's ids stand for, within the caller's sight, and whether it fits together. Throws validation_failed. */
export async function choose(platform: Platform, context: CommandContext, body: ServerCreate): Promise<Choice> {
  const { actor } = context;
  const one = async <K extends KindName>(kind: K, id: string | undefined, field: string): Promise<Documents[K] | undefined> =>
    id === undefined ? undefined : (await seen(platform, kind, [id], actor, field))[0];
  const flavor = (await one('flavor', body.flavor_id, 'flavor_id'))!;
  const image = await one('image', body.image_id, 'image_id');
  const networks = await seen(platform, 'network', body.network_ids, actor, 'network_ids');
  const key = await one('key_pair', body.key_pair_id, 'key_pair_id');
  await one('volume', body.volume_id, 'volume_id');
  await one('volume_snapshot', body.snapshot_id, 'snapshot_id');
  for (const [index, { volume_id: id }] of (body.volumes ?? []).entries()) await one('volume', id, `volumes.${index}.volume_id`);
  if (image && image.status !== 'active') throw invalid('image_id', { code: 'image_not_active' });
  if (image && flavor.ram < image.min_ram) throw invalid('flavor_id', { code: 'flavor_too_small', params: { ram: image.min_ram } });
  return { flavor, image, networks, keyName: key?.name ?? null };
}
