import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    flavors: typeof en;
  }
}

/** The sizes that servers come in; tenants choose them where they make a server. */
export const flavors = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: RhUiCollectionFillIcon }],
  view: () => import('./view.tsx'),
});
