import { defineRoute, type Feature } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    session: typeof en;
  }
}

const loginRoute = (path: string) => defineRoute({ path, title: 'session:title', public: true, load: () => import('./login-page.tsx') });

/** Sign-in, outside the shell: /login/{domainName?} (S0 §2). */
export const session: Feature = {
  noun: 'session',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  routes: [loginRoute('/login'), loginRoute('/login/$domainName')],
};
