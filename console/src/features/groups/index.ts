import RhUiUsersIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-icon';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    groups: typeof en;
  }
}

/** Groups of users, whose rights add to those of each: a tab beside the users, and an entry of its own for who works on the whole cloud (decision D3). */
export const groups = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  words: ['users'],
  menu: [{ path: section.path, label: 'list', icon: RhUiUsersIcon, scopes: ['system'] }],
  view: () => import('./view.tsx'),
  tabs: ['properties', 'members', 'projects'],
});
