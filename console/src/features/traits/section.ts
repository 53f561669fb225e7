import type { TraitTarget } from '@gantry/contract/nouns/traits/targets';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'traits',
  kind: 'trait',
  calls: api.traits,
  path: '/compute/placements',
  spec: { sortKeys: ['name'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});

/** Addresses of a tab, and of the dialog over the page of one. */
export const ASSIGN = `${section.details}/assign/$target`;
export const assignTo = (id: string, target: TraitTarget): string => `${section.addressOf(id)}/assign/${target}`;
export const tabOf = (id: string, target: TraitTarget): string => `${section.addressOf(id)}/${target}`;
