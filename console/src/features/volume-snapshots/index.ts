import { viewFeature } from '../../app/view/feature.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'volume-snapshots': typeof en;
  }
}

/** Points in time of volumes, of which servers are made: a tab beside the volumes, under their entry of the menu. */
export const volumeSnapshots = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  words: ['volumes'],
  view: () => import('./view.tsx'),
});
