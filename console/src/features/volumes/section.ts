import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'volumes',
  kind: 'volume',
  calls: api.volumes,
  path: '/compute/volumes',
  owned: true,
  spec: {
    sortKeys: ['name', 'status', 'size', 'created_at'],
    filters: { search: 'contains', status: 'in', storage_policy: 'in', server: 'in' },
    defaultSort: 'created_at:desc',
  },
});

/** The tab with the snapshots of one. */
export const SNAPSHOTS = `${section.details}/snapshots`;

/** Addresses of the dialogs over that page (S2 §2). */
export const CLONE = `${section.details}/clone`;
export const IMAGE_ADD = `${section.details}/image-add`;
