import { IMAGE_LIMITS } from '../../constants.ts';
import { IMAGE_HEADERS, imageCreateBody, imageUpdateBody, type ImageCreate } from './bodies.ts';
import { headBytesOf } from './disks/formats.ts';
import { inspectDisk } from './disks/inspect.ts';
import { calls } from './entity.ts';
import { isImageChangeable, isImageDeletable } from './rules.ts';

export const imageCalls = {
  list: calls.list({ summary: 'Images of the scope' }),
  create: calls.createOfBytes({
    summary: 'Takes in an image as a stream of bytes',
    body: imageCreateBody,
    errors: ['quota_exceeded', 'no_capacity', 'interrupted'],
    upload: {
      headers: IMAGE_HEADERS,
      head: ({ disk_format: format }: ImageCreate) => headBytesOf(format),
      inspect: inspectDisk,
      checksum: 'checksum',
      maxBytes: IMAGE_LIMITS.bytes,
    },
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({
    summary: 'Changes what is said of an image, and who sees it',
    source: 'S2 §6',
    body: imageUpdateBody,
    rule: isImageChangeable,
  }),
  delete: calls.delete({
    summary: 'Deletes an image that is not protected; volumes and servers made of it stay',
    source: 'S2 §6',
    rule: isImageDeletable,
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several images, as one task', source: 'S2 §6', rule: isImageDeletable }),
};
