import RhUiTenantFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-tenant-fill-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { detailsRoute } from '../../app/resource/routes.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { section, TAB } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    domains: OneLanguage<typeof languages>;
  }
}

const pages = () => import('./pages.tsx');

/** The domains of the installation, in administration only (decision D3). */
export const domains = sectionFeature(section, {
  texts,
  words: ['users', 'groups', 'projects'],
  menu: [{ path: section.path, label: 'list', icon: RhUiTenantFillIcon }],
  pages,
  form: () => import('./add-page.tsx'),
  routes: [
    detailsRoute('domains', {
      path: TAB,
      oneOf: { detailsTab: ['properties', 'users', 'groups', 'projects', 'quotas'] },
      parent: section.path,
      call: section.calls.read,
      load: () => pages().then(({ Details: Page }) => ({ Page })),
    }),
  ],
});
