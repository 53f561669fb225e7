import { IMAGE_LIMITS } from '../../constants.ts';
import { IMAGE_HEADERS, imageCreateBody, imageShareBody, imageUpdateBody, type ImageCreate } from './bodies.ts';
import { headBytesOf, TAIL_BYTES } from './disks/formats.ts';
import { inspectDisk, problemAtEnd } from './disks/inspect.ts';
import { system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { imageDownload } from './download.ts';
import { calls, imageKind, resource } from './entity.ts';
import {
  isImageChangeable,
  isImageDeletable,
  isImageMember,
  isImageOffered,
  isImageReactivatable,
  isImageShareable,
  isImageUsable,
} from './rules.ts';

/** Offers that one project is shown. */
export const OFFERS_MAX = 200;

/** What only administrators do to images. */
const operated = resourceCalls({ ...resource, side: 'administration', one: system('compute_image_operations') });

export const imageCalls = {
  list: calls.list({ summary: 'Lists the images of the scope' }),
  create: calls.createOfBytes({
    summary: 'Uploads an image as a stream of bytes',
    body: imageCreateBody,
    errors: ['quota_exceeded', 'no_capacity', 'interrupted'],
    upload: {
      headers: IMAGE_HEADERS,
      head: ({ disk_format: format }: ImageCreate) => headBytesOf(format),
      inspect: inspectDisk,
      tail: TAIL_BYTES,
      problemAtEnd,
      checksum: 'checksum',
      maxBytes: IMAGE_LIMITS.bytes,
    },
  }),
  read: calls.read({ summary: 'Shows an image' }),
  download: imageDownload,
  update: calls.update({
    summary: 'Updates properties and visibility of an image',
    source: 'S2 §6',
    body: imageUpdateBody,
    rule: isImageChangeable,
  }),
  share: calls.actWith('share', {
    summary: 'Shares an image with a project, which can use it after accepting it',
    source: 'choice.uncovered-calls',
    body: imageShareBody,
    rule: isImageShareable,
  }),
  unshare: calls.actWith('unshare', {
    summary: 'Stops sharing an image with a project',
    source: 'choice.uncovered-calls',
    body: imageShareBody,
    rule: isImageMember,
  }),
  offers: defineCall({
    id: 'images.offers',
    side: 'both',
    method: 'GET',
    path: '/api/v2/compute/image_offers',
    summary: 'Lists images that are shared with the project and not accepted yet',
    source: 'choice.uncovered-calls',
    permission: tenant('compute_images'),
    query: wholeQuery,
    answer: wholeOf(imageKind.entity),
    does: { by: 'handle' },
  }),
  accept: calls.actOnOffer('accept', {
    summary: 'Accepts a shared image',
    source: 'choice.uncovered-calls',
    rule: isImageOffered,
  }),
  reject: calls.actOnOffer('reject', {
    summary: 'Rejects a shared image, also after accepting it',
    source: 'choice.uncovered-calls',
    rule: isImageOffered,
  }),
  deactivate: operated.act('deactivate', {
    summary: 'Deactivates an image: nothing can be created from it until it is reactivated',
    source: 'choice.uncovered-calls',
    rule: isImageUsable,
  }),
  reactivate: operated.act('reactivate', {
    summary: 'Reactivates an image',
    source: 'choice.uncovered-calls',
    rule: isImageReactivatable,
  }),
  delete: calls.delete({
    summary: 'Deletes an image that is not protected. Volumes and servers created from it remain',
    source: 'S2 §6',
    rule: isImageDeletable,
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several images, as one task', source: 'S2 §6', rule: isImageDeletable }),
};
