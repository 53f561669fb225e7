import LayerGroupIcon from '@patternfly/react-icons/dist/esm/icons/layer-group-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'storage-policies': OneLanguage<typeof languages>;
  }
}

/** How a cloud keeps the data of volumes; tenants choose it where they make one. */
export const storagePolicies = viewFeature(section, {
  texts,
  menu: [{ path: section.path, label: 'list', icon: LayerGroupIcon }],
  view: () => import('./view.tsx'),
});
