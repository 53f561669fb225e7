import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { api } from '../../app/api/calls.ts';
import type { Feature } from '../../app/feature.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'personal-tokens': typeof en;
  }
}

const PATH = '/account/tokens';
const { capability } = api.session.createToken;

/** Tokens by which scripts use the API as the user: a page of their own, in the menu of the user. */
export const personalTokens: Feature = {
  noun: 'personal-tokens',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  menu: [{ path: PATH, label: 'tokens', icon: KeyIcon, place: 'user', ...(capability !== undefined && { capability }) }],
  routes: [{ path: PATH, title: 'personal-tokens:menu.tokens', own: true, load: () => import('./view.tsx') }],
};
