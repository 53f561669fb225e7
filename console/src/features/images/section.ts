import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'images',
  kind: 'image',
  calls: api.images,
  path: '/compute/images',
  owned: true,
  spec: {
    sortKeys: ['name', 'status', 'size', 'created_at', 'updated_at', 'disk_format'],
    filters: { search: 'contains', disk_format: 'in', visibility: 'in' },
    defaultSort: 'name:asc',
  },
});

/** Over the page of one: what makes a volume of it. */
export const CREATE_VOLUME = `${section.details}/create-volume`;
