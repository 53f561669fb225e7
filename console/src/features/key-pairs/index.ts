import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'key-pairs': OneLanguage<typeof languages>;
  }
}

/** SSH keys: hidden from the side menu, reached from the menu of the user, the palette and the form of a new server (S2 §2). */
export const keyPairs = viewFeature(section, {
  texts,
  menu: [{ path: section.path, label: 'list', icon: KeyIcon, place: 'user' }],
  view: () => import('./view.tsx'),
});
