import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf<Volume>({
  noun: 'volumes',
  kind: 'volume',
  calls: api.volumes,
  path: '/compute/volumes',
  spec: { sortKeys: ['name', 'status', 'size', 'created_at'], filters: { name: 'contains' }, defaultSort: 'created_at:desc' },
});

/** A tab of the page of one. */
export const TAB = `${section.details}/$detailsTab`;
