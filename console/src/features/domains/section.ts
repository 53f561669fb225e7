import type { Domain } from '@gantry/contract/nouns/domains/entity';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf<Domain>({
  noun: 'domains',
  kind: 'domain',
  calls: api.domains,
  path: '/settings/domains',
  spec: { sortKeys: ['name'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});

/** A tab of the page of one. */
export const TAB = `${section.details}/$detailsTab`;
