import type { UploadToImage } from '@gantry/contract/nouns/volumes/bodies';
import type { Command } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { markOf, TASK_MARK } from '../../../engines/openstack/client/mark.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { createAsync, type AsyncOperation } from '../../../engines/openstack/commands/async-operation.ts';
import { volumes, type CinderVolume } from '../../volumes/openstack/client.ts';
import { untilUsable } from '../../images/openstack/usable.ts';
import { askForImage, untilRead } from '../../volumes/openstack/to-image.ts';

/** Metadata of the volume in between that names the image which it was read for. */
const IMAGE_MARK = 'gantry_image';

const BETWEEN: AsyncOperation<CinderVolume> = {
  kind: 'volume',
  service: 'volume',
  path: '/volumes',
  member: 'volume',
  called: 'the volume in between',
  from: volumes,
};

/**
 * Makes an image of a snapshot. The volume service makes images of volumes only: one is made of the snapshot, read, and deleted again. Until
 * then it can be seen, and counts in the quota.
 */
export function uploadSnapshot(parts: Parts): Command<UploadToImage> {
  const between = (snapshot: { id: string; size: number; projectId: string | null }) =>
    createAsync<UploadToImage, CinderVolume>(parts, BETWEEN, {
      wanted: (_context, { image_name: name }) =>
        Promise.resolve({ members: { name, size: snapshot.size, snapshot_id: snapshot.id }, projectId: snapshot.projectId }),
      among: () => ({}),
    });
  const anyOf = between({ id: '', size: 0, projectId: null });
  return {
    async accept(context, target, body) {
      const { id, projectId, document } = required(target);
      const { id: volumeId, requestId } = await between({ id, size: Number(document['size']), projectId }).accept(context, null, body);
      return { id, requestId, memo: { volumeId } };
    },
    async settle(context, { requestId, memo }, body) {
      const { volumeId: id } = memo as { volumeId: string };
      const volume = await ignoreNotFound(volumes.get(parts.api, id));
      if (!volume) return undefined; // it was deleted again: everything had been done
      const projectId = volume['os-vol-tenant-attr:tenant_id'];
      const place = `/volumes/${encodeURIComponent(id)}`;
      try {
        let imageId = volume.metadata[IMAGE_MARK];
        if (imageId === undefined) {
          await anyOf.settle!(context, { id, requestId }, body);
          ({ imageId } = await askForImage(parts, context, { id, projectId }, { name: body.image_name, force: false }));
          const metadata = { [TASK_MARK]: markOf(context), [IMAGE_MARK]: imageId };
          await askToChange(parts, context, projectId, {
            service: 'volume',
            method: 'POST',
            path: `${place}/metadata`,
            body: { metadata },
          });
        }
        await untilRead(parts, context, id, requestId);
        await untilUsable(parts, context, imageId, requestId);
        return { image_id: imageId };
      } finally {
        if (!context.signal.aborted) {
          await ignoreNotFound(askToChange(parts, context, projectId, { service: 'volume', method: 'DELETE', path: place }));
          await refreshNow(parts, context, id, 'volume');
        }
      }
    },
    async recover(context, target, body) {
      const made = await anyOf.recover!(context, null, body);
      return made && { id: required(target), memo: { volumeId: made.id } };
    },
  };
}
