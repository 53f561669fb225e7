import RhUiTenantFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-tenant-fill-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    domains: OneLanguage<typeof languages>;
  }
}

/** The domains of the installation, in administration only (decision D3). */
export const domains = viewFeature(section, {
  texts,
  words: ['users', 'groups', 'projects'],
  menu: [{ path: section.path, label: 'list', icon: RhUiTenantFillIcon }],
  view: () => import('./view.tsx'),
  tabs: ['properties', 'users', 'groups', 'projects', 'quotas'],
});
