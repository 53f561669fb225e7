import { sectionFeature } from '../../app/resource/section.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'volume-snapshots': typeof en;
  }
}

/** Points in time of volumes, of which servers are made: not in the menu, reached from the form of a new server and by address. */
export const volumeSnapshots = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  pages: () => import('./pages.tsx'),
  form: () => import('./add-page.tsx'),
});
