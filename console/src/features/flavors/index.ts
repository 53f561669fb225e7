import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { sectionFeature } from '../../app/resource/section.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    flavors: typeof en;
  }
}

/** The sizes that servers come in; tenants choose them where they make a server. */
export const flavors = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'flavors', group: 'compute', icon: RhUiCollectionFillIcon, side: 'administration' }],
  pages: () => import('./pages.tsx'),
  form: () => import('./add-page.tsx'),
});
