import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'key-pairs': typeof en;
  }
}

/** SSH keys: hidden from the side menu, reached from the menu of the user, the palette and the form of a new server (S2 §2). */
export const keyPairs = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: KeyIcon, place: 'user' }],
  view: () => import('./view.tsx'),
});
