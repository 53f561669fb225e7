import LayerGroupIcon from '@patternfly/react-icons/dist/esm/icons/layer-group-icon';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'storage-policies': typeof en;
  }
}

/** How a cloud keeps the data of volumes; tenants choose it where they make one. */
export const storagePolicies = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: section.path, label: 'list', icon: LayerGroupIcon }],
  view: () => import('./view.tsx'),
});
