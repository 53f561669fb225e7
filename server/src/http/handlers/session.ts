import { capabilityNames, nouns } from '@gantry/contract';
import type { CurrentUser } from '@gantry/contract/nouns/session/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../../access/caller.ts';
import { abilitiesOf } from '../../access/rights.ts';
import { signedIn } from '../asked.ts';
import type { HttpOptions } from '../port.ts';
import { handle, type Handler } from './handler.ts';

const { calls } = nouns.session;

function userOf({ principal, scope, role }: Caller, tokens: Pick<CurrentUser, 'token' | 'scoped_token'>): CurrentUser {
  const inProject = scope.type === 'project';
  const roles = new Set([...principal.roles, ...(inProject ? [role] : [])]);
  return {
    id: principal.userId,
    name: principal.userName,
    roles: [...roles].map((id) => ({ id })),
    project_id: inProject ? scope.projectId : null,
    domain_id: principal.domainId,
    domain_name: principal.domainName,
    external_provider: principal.externalProvider,
    is_superuser: principal.isSuperuser,
    ...tokens,
  };
}

/** Sign-in, profile, scopes. */
export const sessionHandlers = ({
  access,
  platform,
  store,
  log,
}: Pick<HttpOptions, 'access' | 'platform' | 'store' | 'log'>): Handler[] => [
  handle(calls.login, async ({ body, address, identified }) => {
    const { caller, sessionId, scopedToken } = await access.signIn(body, address);
    identified(caller);
    return userOf(caller, { token: sessionId, scoped_token: scopedToken });
  }),
  // Passwords are the only way in until identity providers exist, whichever domain is asked.
  handle(calls.providers, () => ({ idps: [] })),
  handle(calls.logout, async ({ sessionId, requestId, identified }) => {
    const caller = await access.endSession(sessionId);
    if (!caller) return null;
    identified(caller);
    try {
      await access.tellEngine(caller);
    } catch (err) {
      // Our session has ended all the same; only the cloud's own token outlives it until its time is up.
      if (!(err instanceof GantryError && err.code === 'engine_unavailable')) throw err;
      log.warn({ err, requestId }, 'the cloud was not told of a sign-out');
    }
    return null;
  }),
  handle(calls.whoami, async (asked) => {
    const caller = signedIn(asked);
    const scopedToken = caller.scope.type === 'user' ? await access.ownScope(caller) : null;
    return userOf(caller, { token: null, scoped_token: scopedToken });
  }),
  handle(calls.projects, async (asked) => ({
    data: (await access.projects(signedIn(asked))).map(({ domainId, ...project }) => ({ ...project, domain_id: domainId })),
  })),
  handle(calls.enterProject, (asked) => access.enterProject(signedIn(asked), asked.params.projectId)),
  handle(calls.meta, async (asked) => ({
    data: abilitiesOf(signedIn(asked), (name) => platform.offers(name)),
    capabilities: [...capabilityNames].filter((name) => platform.offers(name)).sort(),
    seq: await store.changes.head(),
  })),
];
