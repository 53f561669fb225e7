import RhUiUsersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-users-fill-icon';
import { api } from '../../app/api/calls.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { detailsRoute, formRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { ASSIGN, EDIT, section, TAB } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    users: OneLanguage<typeof languages>;
  }
}

const pages = () => import('./pages.tsx');
/** Both ask for the right to change a user (S2 §2, decision D10). */
const dialog = { parent: section.details, call: api.users.update, item: section.calls.read };

/** Who signs in to a domain: of the own one in domain mode, of all of them in administration. */
export const users = sectionFeature(section, {
  texts,
  menu: [{ path: section.path, label: 'list', icon: RhUiUsersFillIcon, scopes: ['domain', 'system'] }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    detailsRoute('users', {
      path: TAB,
      oneOf: { detailsTab: ['properties', 'projects'] },
      parent: section.path,
      call: section.calls.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
    ...[EDIT, `${EDIT}/$returnRoute`].map((path) =>
      formRoute('resource:edit.action', { ...dialog, path, load: () => import('./over-pages.tsx').then(({ Edit: Page }) => ({ Page })) }),
    ),
    ...[ASSIGN, `${ASSIGN}/$returnRoute`].map((path) =>
      formRoute('users:action.assign', { ...dialog, path, load: () => import('./over-pages.tsx').then(({ Assign: Page }) => ({ Page })) }),
    ),
  ],
});
