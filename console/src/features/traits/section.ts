import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import type { Trait } from '@gantry/contract/nouns/traits/entity';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf<Trait>({
  noun: 'traits',
  kind: 'trait',
  calls: api.traits,
  path: '/compute/placements',
  spec: { sortKeys: ['name'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});

/** Addresses of a tab, and of the dialogs over the page of one. */
export const TAB = `${section.details}/$detailsTab`;
export const EDIT = `${section.details}/edit`;
export const ASSIGN = `${section.details}/assign/$target`;
export const assignTo = (id: string, target: TraitTarget): string => `${section.addressOf(id)}/assign/${target}`;
export const tabOf = (id: string, target: TraitTarget): string => `${section.addressOf(id)}/${target}`;
