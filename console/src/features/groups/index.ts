import RhUiUsersIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    groups: OneLanguage<typeof languages>;
  }
}

/** Groups of users, whose rights add to those of each: a tab beside the users, and an entry of its own for who works on the whole cloud (decision D3). */
export const groups = viewFeature(section, {
  texts,
  words: ['users'],
  menu: [{ path: section.path, label: 'list', icon: RhUiUsersIcon, scopes: ['system'] }],
  view: () => import('./view.tsx'),
  tabs: ['properties', 'members', 'projects'],
});
