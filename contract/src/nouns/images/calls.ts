import { IMAGE_LIMITS } from '../../constants.ts';
import { IMAGE_HEADERS, imageCreateBody, imageShareBody, imageUpdateBody, type ImageCreate } from './bodies.ts';
import { headBytesOf } from './disks/formats.ts';
import { inspectDisk } from './disks/inspect.ts';
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
  download: imageDownload,
  update: calls.update({
    summary: 'Changes what is said of an image, and who sees it',
    source: 'S2 §6',
    body: imageUpdateBody,
    rule: isImageChangeable,
  }),
  share: calls.actWith('share', {
    summary: 'Offers an image to a project, which uses it once it has accepted',
    source: 'choice.uncovered-calls',
    body: imageShareBody,
    rule: isImageShareable,
  }),
  unshare: calls.actWith('unshare', {
    summary: 'Takes an image away again from a project that it was offered to',
    source: 'choice.uncovered-calls',
    body: imageShareBody,
    rule: isImageMember,
  }),
  offers: defineCall({
    id: 'images.offers',
    side: 'both',
    method: 'GET',
    path: '/api/v2/compute/image_offers',
    summary: 'Images that others offer to the project, which has not accepted them',
    source: 'choice.uncovered-calls',
    permission: tenant('compute_images'),
    query: wholeQuery,
    answer: wholeOf(imageKind.entity),
    does: { by: 'handle' },
  }),
  accept: calls.actOnOffer('accept', {
    summary: 'Takes an offered image into the list of the project',
    source: 'choice.uncovered-calls',
    rule: isImageOffered,
  }),
  reject: calls.actOnOffer('reject', {
    summary: 'Leaves an offered image out of the list of the project, or takes it out again',
    source: 'choice.uncovered-calls',
    rule: isImageOffered,
  }),
  deactivate: operated.act('deactivate', {
    summary: 'Takes an image out of use: nothing is made of it until it is reactivated',
    source: 'choice.uncovered-calls',
    rule: isImageUsable,
  }),
  reactivate: operated.act('reactivate', {
    summary: 'Lets an image be used again',
    source: 'choice.uncovered-calls',
    rule: isImageReactivatable,
  }),
  delete: calls.delete({
    summary: 'Deletes an image that is not protected; volumes and servers made of it stay',
    source: 'S2 §6',
    rule: isImageDeletable,
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several images, as one task', source: 'S2 §6', rule: isImageDeletable }),
};
