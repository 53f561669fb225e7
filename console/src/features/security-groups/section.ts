import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf<SecurityGroup>({
  noun: 'security-groups',
  kind: 'security_group',
  calls: api.securityGroups,
  path: '/compute/security-groups',
  owned: true,
  spec: { sortKeys: ['name', 'created_at'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});

/** Address of the dialog over the page of one; where it leads back to may follow (S2 §2). */
export const EDIT = `${section.details}/edit`;
