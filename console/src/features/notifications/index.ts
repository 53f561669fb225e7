import type { Feature } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    notifications: typeof en;
  }
}

/** The bell in the header, and the notification centre behind it. */
export const notifications: Feature = {
  noun: 'notifications',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  routes: [],
  header: { load: () => import('./companion.tsx') },
};
