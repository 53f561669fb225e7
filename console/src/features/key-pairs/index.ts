import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { sectionFeature } from '../../app/resource/section.ts';
import { section } from './section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'key-pairs': OneLanguage<typeof languages>;
  }
}

/** SSH keys: hidden from the menu, reached from the form of a new server and by address (S2 §2). */
export const keyPairs = sectionFeature(section, {
  texts,
  pages: () => import('./pages.tsx'),
  form: () => import('./add-page.tsx'),
});
