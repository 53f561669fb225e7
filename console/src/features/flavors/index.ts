import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    flavors: OneLanguage<typeof languages>;
  }
}

/** The sizes that servers come in; tenants choose them where they make a server. */
export const flavors = viewFeature(section, {
  texts,
  menu: [{ path: section.path, label: 'list', icon: RhUiCollectionFillIcon }],
  view: () => import('./view.tsx'),
});
