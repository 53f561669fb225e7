import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** Capability of clouds that keep what is said of a key; others are not asked to, and show nothing of it. */
export const KEEPS_DESCRIPTION = 'key_pair.create:description';

/** What its pages share. */
export const section = sectionOf({
  noun: 'key-pairs',
  kind: 'key_pair',
  calls: api.keyPairs,
  path: '/compute/ssh-keys',
  spec: { sortKeys: ['name', 'created_at'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});
