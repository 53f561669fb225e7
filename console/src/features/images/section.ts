import type { Image } from '@gantry/contract/nouns/images/entity';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf<Image>({
  noun: 'images',
  kind: 'image',
  calls: api.images,
  path: '/compute/images',
  spec: {
    sortKeys: ['name', 'status', 'size', 'created_at', 'updated_at', 'disk_format'],
    filters: { name: 'contains' },
    defaultSort: 'name:asc',
  },
});

/** Over the page of one: what makes a volume of it. */
export const CREATE_VOLUME = `${section.details}/create-volume`;
