import RhUiTenantFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-tenant-fill-icon';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    domains: typeof en;
  }
}

/** The domains of the installation, in administration only (decision D3). */
export const domains = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  words: ['users', 'groups', 'projects'],
  menu: [{ path: section.path, label: 'list', icon: RhUiTenantFillIcon }],
  view: () => import('./view.tsx'),
  tabs: ['properties', 'users', 'groups', 'projects', 'quotas'],
});
