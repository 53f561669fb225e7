/** The bytes of an image as a file. */
import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { downloadTicket, type StreamedFile } from '../../wire/download.ts';
import { id } from '../../wire/values.ts';
import { imageKind, type Image } from './entity.ts';
import { isImageDownloadable } from './rules.ts';

/** `golden` of qcow2 → `golden.qcow2`; a name that ends so already stays as it is. */
function fileName({ id: imageId, name, disk_format: format }: Pick<Image, 'id' | 'name' | 'disk_format'>): string {
  const called = name || imageId;
  return format === null || called.toLowerCase().endsWith(`.${format}`) ? called : `${called}.${format}`;
}

/** What an image is as a file. Its bytes never change once they are there; where the cloud has no digest of them, its id stands for them. */
const imageFile = (image: Pick<Image, 'id' | 'name' | 'disk_format' | 'size' | 'os_hash_value'>): StreamedFile => ({
  name: fileName(image),
  size: image.size ?? 0,
  etag: image.os_hash_value ?? image.id,
});

/** Bytes are read by whoever may read the image: nothing is changed by it. */
export const imageDownload = defineCall({
  id: 'images.download',
  side: 'both',
  method: 'GET',
  path: '/api/v2/compute/images/{imageId}/download',
  summary: 'Creates a download address for an image: valid for one hour, for ranges, and as long as the session',
  source: 'choice.uncovered-calls',
  permission: tenant('compute_image'),
  params: z.object({ imageId: id }),
  answer: downloadTicket,
  does: { by: 'download', stream: 'image.bytes', kind: imageKind, id: 'imageId', rule: isImageDownloadable, file: imageFile },
});
