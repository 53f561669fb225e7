import { sectionFeature } from '../../app/resource/section.ts';
import { section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'key-pairs': typeof en;
  }
}

/** SSH keys: hidden from the menu, reached from the form of a new server and by address (S2 §2). */
export const keyPairs = sectionFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  pages: () => import('./pages.tsx'),
  form: () => import('./add-page.tsx'),
});
