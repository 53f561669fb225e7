import RhUiLinkIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-link-icon';
import { api } from '../../app/api/calls.ts';
import { formRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { ASSIGN, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'floating-ips': typeof en;
  }
}

/** Addresses outside that lead to interfaces inside. */
export const floatingIps = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiLinkIcon }],
  pages: () => import('./pages.tsx'),
  form: () => import('./add-page.tsx'),
  routes: [
    formRoute('floating-ips:assign.action', {
      path: ASSIGN,
      parent: section.details,
      // The right to change one, as S2 §2 prints it.
      call: api.floatingIps.update,
      item: api.floatingIps.read,
      load: () => import('./assign-page.tsx'),
    }),
  ],
});
