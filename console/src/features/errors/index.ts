import type { Feature, FeatureRoute } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    errors: typeof en;
  }
}

type Word = keyof typeof en.title & keyof typeof en.text;

/** An error page: public, all of them one chunk. */
const errorRoute = (path: string, word: Word): FeatureRoute => ({
  path,
  title: `errors:title.${word}`,
  public: true,
  load: async () => ({ Page: (await import('./error-page.tsx')).errorPage(word) }),
});

/** The public error pages of S0 §2. */
export const errors: Feature = {
  noun: 'errors',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  routes: [
    errorRoute('/error', 'error'),
    errorRoute('/error403', 'forbidden'),
    errorRoute('/error404', 'notFound'),
    errorRoute('/error500', 'server'),
    errorRoute('/error503', 'overloaded'),
    errorRoute('/error-service-disabled', 'disabled'),
    errorRoute('/no-service', 'noService'),
    { path: '/service-unavailable', title: 'errors:title.unavailable', public: true, load: () => import('./service-unavailable.tsx') },
    { path: '/access-disabled', title: 'errors:title.access', public: true, load: () => import('./access-disabled.tsx') },
    { path: '/void', title: 'errors:title.void', public: true, load: () => import('./void.tsx') },
  ],
};
