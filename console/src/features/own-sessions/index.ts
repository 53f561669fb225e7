import LaptopIcon from '@patternfly/react-icons/dist/esm/icons/laptop-icon';
import type { Feature } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'own-sessions': typeof en;
  }
}

const PATH = '/account/sessions';

/** Where somebody is signed in: a page of their own, in the menu of the user. */
export const ownSessions: Feature = {
  noun: 'own-sessions',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: PATH, label: 'sessions', icon: LaptopIcon, place: 'user' }],
  routes: [{ path: PATH, title: 'own-sessions:menu.sessions', own: true, load: () => import('./view.tsx') }],
};
