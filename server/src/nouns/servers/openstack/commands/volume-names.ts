import { z } from 'zod';
import type { FurtherVolume } from '@gantry/contract/nouns/servers/create';
import type { CommandContext } from '../../../../port/engine.ts';
import { changingToken, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { diskTag } from './body.ts';

/** Lowest version in which attachments tell their tags. */
const NEEDS = '2.70';

const attachments = z.object({ volumeAttachments: z.array(z.object({ volumeId: z.string(), tag: z.string().nullish() })) });

/**
 * Gives the volumes that were made with a server the names they were requested with: the compute service makes them without. They are found by
 * the tags of their disks. Doing it again does no harm.
 */
export async function nameVolumes(
  parts: Parts,
  context: CommandContext,
  serverId: string,
  volumes: readonly FurtherVolume[],
): Promise<void> {
  const names = new Map(volumes.flatMap(({ name }, index) => (name === undefined ? [] : [[diskTag(index), name] as const])));
  const { scope } = context.actor;
  if (names.size === 0 || scope.type !== 'project') return;
  const as = await changingToken(parts, context, scope.projectId);
  const { requestId, signal } = context;
  const path = `/servers/${encodeURIComponent(serverId)}/os-volume_attachments`;
  const { body } = await parts.api.ask('compute', { path, needs: NEEDS, as, requestId, signal, answer: attachments });
  for (const { volumeId, tag } of body.volumeAttachments) {
    const name = names.get(tag ?? '');
    if (name === undefined) continue;
    const place = `/volumes/${encodeURIComponent(volumeId)}`;
    await parts.api.ask('volume', { method: 'PUT', path: place, body: { volume: { name } }, as, requestId, signal, answer: z.unknown() });
    await refreshNow(parts, context, volumeId, 'volume');
  }
}
