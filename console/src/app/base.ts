/** Where this build is served: the server writes `<base href>` and the side into index.html (S0 §1, decision B22). */
import type { Side } from '@gantry/contract/wire/side';

/** `/` or `/api/agent_direct/42/lca/`: with a slash at both ends. */
export const basePath = (): string => new URL('.', document.baseURI).pathname;

/** `/api/v2/tasks` → `/api/agent_direct/42/lca/api/v2/tasks`. The prefix is the root of the API and the socket. */
export const underBase = (path: `/${string}`): string => basePath() + path.slice(1);

export type { Side };

/** Which of the two entry points this page came from (decision D3). */
export const side = (): Side =>
  document.querySelector<HTMLMetaElement>('meta[name="gantry:side"]')?.content === 'administration' ? 'administration' : 'self-service';
