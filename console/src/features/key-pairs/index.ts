import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { addressIn, detailsRoute, formRoute, listRoute } from '../../app/resource/routes.ts';
import { ADD, DETAILS, keyPairListSpec, LIST } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'key-pairs': typeof en;
  }
}

/** SSH keys: hidden from the menu, reached from the form of a new server and by address (S2 §2). */
export const keyPairs: Feature = {
  noun: 'key-pairs',
  details: { key_pair: addressIn(DETAILS) },
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  routes: [
    listRoute('key-pairs', { path: LIST, call: api.keyPairs.list, spec: keyPairListSpec, load: () => import('./list-page.tsx') }),
    formRoute('key-pairs:title.add', { path: ADD, parent: LIST, call: api.keyPairs.create, load: () => import('./add-page.tsx') }),
    detailsRoute('key-pairs', { path: DETAILS, parent: LIST, call: api.keyPairs.read, load: () => import('./details-page.tsx') }),
  ],
};
