import RhUiSecuredFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-secured-fill-icon';
import { formRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { api } from '../../app/api/calls.ts';
import { EDIT, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'security-groups': typeof en;
  }
}

/** What may reach interfaces, and what they may reach. */
export const securityGroups = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiSecuredFillIcon }],
  pages: () => import('./pages.tsx'),
  form: () => import('./add-page.tsx'),
  routes: [EDIT, `${EDIT}/$returnRoute`].map((path) =>
    formRoute('resource:edit.action', {
      path,
      parent: section.details,
      call: api.securityGroups.update,
      item: api.securityGroups.read,
      load: () => import('./edit-page.tsx'),
    }),
  ),
});
