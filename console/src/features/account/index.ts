import type { Feature } from '../../app/feature.ts';
import { mayChooseLanguage } from '../../app/i18n/cycle-language.ts';
import { openAbout, openFeatures, openLanguage, openPassword } from './dialogs.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    account: typeof en;
  }
}

/** What the menu of the user offers that is no page. */
export const account: Feature = {
  noun: 'account',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  routes: [],
  personal: [
    // The password of others is kept elsewhere (S0 §2).
    { label: 'password', run: openPassword, isFor: (user) => user.external_provider === null },
    { label: 'language', run: openLanguage, isFor: mayChooseLanguage },
    { label: 'features', run: openFeatures, key: 'k' },
    { label: 'about', run: openAbout },
  ],
};
