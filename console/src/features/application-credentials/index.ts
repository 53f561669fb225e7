import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'application-credentials': typeof en;
  }
}

const PATH = '/account/application-credentials';
const { capability } = api.session.createCredential;

/** The cloud's own way in for scripts, beside this API: a page of the user, where the cloud has one. */
export const applicationCredentials: Feature = {
  noun: 'application-credentials',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: PATH, label: 'credentials', icon: KeyIcon, place: 'user', ...(capability !== undefined && { capability }) }],
  routes: [{ path: PATH, title: 'application-credentials:menu.credentials', own: true, load: () => import('./view.tsx') }],
};
