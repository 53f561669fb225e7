import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import { addressIn, detailsRoute, formRoute, listRoute } from '../../app/resource/routes.ts';
import { ADD, DETAILS, flavorListSpec, LIST } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    flavors: typeof en;
  }
}

/** The sizes that servers come in; tenants choose them where they make a server. */
export const flavors: Feature = {
  noun: 'flavors',
  details: { flavor: addressIn(DETAILS) },
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: LIST, label: 'flavors', icon: RhUiCollectionFillIcon, side: 'administration' }],
  routes: [
    listRoute('flavors', { path: LIST, call: api.flavors.list, spec: flavorListSpec, load: () => import('./list-page.tsx') }),
    formRoute('flavors:title.add', { path: ADD, parent: LIST, call: api.flavors.create, load: () => import('./add-page.tsx') }),
    detailsRoute('flavors', { path: DETAILS, parent: LIST, call: api.flavors.read, load: () => import('./details-page.tsx') }),
  ],
};
