import RhUiUsersIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { detailsRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { section, TAB } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    groups: OneLanguage<typeof languages>;
  }
}

const pages = () => import('./pages.tsx');

/** Groups of users, whose rights add to those of each: a tab beside the users, and an entry of its own for who works on the whole cloud (decision D3). */
export const groups = sectionFeature(section, {
  texts,
  words: ['users'],
  menu: [{ path: section.path, label: 'list', icon: RhUiUsersIcon, scopes: ['system'] }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    detailsRoute('groups', {
      path: TAB,
      oneOf: { detailsTab: ['properties', 'members', 'projects'] },
      parent: section.path,
      call: section.calls.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
  ],
});
