import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'routers',
  kind: 'router',
  calls: api.routers,
  path: '/compute/routers',
  owned: true,
  spec: { sortKeys: ['name', 'status', 'created_at'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});

export const TABS = ['interfaces', 'routes'] as const;
export type RouterTab = (typeof TABS)[number];

/** Addresses of the tabs, and of the dialogs over the page of one (S2 §2). */
export const tabOf = (tab: RouterTab) => `${section.details}/${tab}` as const;
export const addTo = (tab: RouterTab) => `${tabOf(tab)}/add` as const;
export const editIn = (tab: RouterTab) => `${tabOf(tab)}/$itemId/edit` as const;

/** How addresses name the interface of the way out. */
export const OUTSIDE = 'external';
