import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'volume-snapshots': OneLanguage<typeof languages>;
  }
}

/** Points in time of volumes, of which servers are made: not in the menu, reached from the form of a new server and by address. */
export const volumeSnapshots = viewFeature(section, {
  texts,
  view: () => import('./view.tsx'),
});
