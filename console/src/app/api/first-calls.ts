import { byNoun } from './by-noun.ts';
import type { Api } from './calls.ts';
import { firstCallTable } from './first-call-table.ts';

/** The calls that are made before any noun is there: what the entry chunk needs of `api`. */
export const api = byNoun(firstCallTable) as {
  session: Pick<Api['session'], 'login' | 'logout' | 'whoami' | 'projects' | 'enterProject' | 'meta'>;
  platform: Pick<Api['platform'], 'config' | 'locales'>;
};
