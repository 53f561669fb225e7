import RhUiFoldersFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-folders-fill-icon';
import { api } from '../../app/api/calls.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { detailsRoute, formRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { ASSIGN, EDIT, section, SET_QUOTAS, TAB, UNASSIGN } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    projects: OneLanguage<typeof languages>;
  }
}

const pages = () => import('./pages.tsx');
const over = { parent: section.details, item: section.calls.read };

/** The projects of a domain, or of all: in domain mode and for administrators. */
export const projects = sectionFeature(section, {
  texts,
  words: ['users', 'domains'],
  menu: [{ path: section.path, label: 'list', icon: RhUiFoldersFillIcon, scopes: ['domain', 'system'] }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    detailsRoute('projects', {
      path: TAB,
      oneOf: { detailsTab: ['properties', 'quotas', 'members'] },
      parent: section.path,
      call: section.calls.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
    ...[EDIT, `${EDIT}/$returnRoute`].map((path) =>
      formRoute('resource:edit.action', {
        ...over,
        path,
        call: api.projects.update,
        load: () => import('./over-pages.tsx').then(({ Edit: Page }) => ({ Page })),
      }),
    ),
    ...[ASSIGN, `${ASSIGN}/$returnRoute`].map((path) =>
      formRoute('projects:member.assign', {
        ...over,
        path,
        call: api.users.update,
        load: () => import('./over-pages.tsx').then(({ Assign: Page }) => ({ Page })),
      }),
    ),
    ...[UNASSIGN, `${UNASSIGN}/$returnRoute`].map((path) =>
      formRoute('projects:member.unassign', {
        ...over,
        path,
        call: api.users.update,
        load: () => import('./over-pages.tsx').then(({ Unassign: Page }) => ({ Page })),
      }),
    ),
    formRoute('projects:action.quotas', {
      ...over,
      path: SET_QUOTAS,
      call: api.quotas.update,
      load: () => import('./over-pages.tsx').then(({ SetQuotas: Page }) => ({ Page })),
    }),
  ],
});
