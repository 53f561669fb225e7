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

/** Points in time of volumes, of which servers are made: a tab beside the volumes, under their entry of the menu. */
export const volumeSnapshots = viewFeature(section, {
  texts,
  words: ['volumes'],
  view: () => import('./view.tsx'),
});
