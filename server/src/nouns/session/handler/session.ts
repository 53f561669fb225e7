import { capabilityNames, nouns } from '@gantry/contract';
import type { AccountSession, CurrentUser } from '@gantry/contract/nouns/session/entity';
import type { OwnSession } from '../../../access/access.ts';
import { instantOf } from '../../../port/clock.ts';
import { browserOf } from '../../../access/browser.ts';
import type { Caller } from '../../../access/caller.ts';
import { abilitiesOf } from '../../../access/rights.ts';
import { signedIn } from '../../../calls/call-request.ts';
import type { SideOptions } from '../../../calls/port.ts';
import { signOutFromCloud } from '../../../calls/sign-out-from-cloud.ts';
import { handle, type Handler } from '../../../calls/handler.ts';

const { calls } = nouns.session;

/** Milliseconds before which what a browser reads along with its rights, at the same time or a little earlier, has not been read. */
const READ_ALONG_MS = 2_000;

function userOf({ principal, scope, role, endsAt }: Caller, tokens: Pick<CurrentUser, 'token' | 'scoped_token'>): CurrentUser {
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
    permissions: [...principal.permissions],
    expires_at: instantOf(endsAt),
    ...tokens,
  };
}

const sessionOf = ({ id, createdAt, lastSeenAt, expiresAt, origin, isCurrent }: OwnSession): AccountSession => ({
  id,
  created_at: createdAt,
  last_seen_at: lastSeenAt,
  expires_at: expiresAt,
  address: origin?.address ?? null,
  browser: origin?.browser ?? null,
  is_current: isCurrent,
});

type SessionOptions = Pick<SideOptions, 'access' | 'platform' | 'store' | 'log' | 'side'>;

/** Sign-in, profile, sessions, scopes. */
export function sessionHandlers({ access, platform, store, log, side }: SessionOptions): Handler[] {
  const deps = { access, log };
  return [
    handle(calls.login, async ({ body, address, userAgent, identified, sought, locked, late }) => {
      const from = { address, browser: browserOf(userAgent), sought, locked, late };
      const { new_password: next, ...credentials } = body;
      const { caller, sessionId, scopedToken } = await access.signIn({ ...credentials, next }, from);
      identified(caller);
      return userOf(caller, { token: sessionId, scoped_token: scopedToken });
    }),
    // Passwords are the only way in until identity providers exist, whichever domain is asked.
    handle(calls.providers, () => ({ idps: [] })),
    handle(calls.logout, async ({ sessionId, requestId, identified }) => {
      const caller = await access.endSession(sessionId);
      if (!caller) return null;
      identified(caller);
      await signOutFromCloud([caller], requestId, deps);
      return null;
    }),
    handle(calls.changePassword, async (request) => {
      const { current_password: current, new_password: next } = request.body;
      await access.changePassword(signedIn(request), { current, next }, request);
      return null;
    }),
    handle(calls.sessions, async (request) => ({ data: (await access.ownSessions(signedIn(request))).map(sessionOf) })),
    handle(calls.endOthers, async (request) => {
      const ended = await access.endOwn(signedIn(request), 'others');
      await signOutFromCloud(ended, request.requestId, deps);
      return { count: ended.length };
    }),
    handle(calls.endSession, async (request) => {
      const ended = await access.endOwn(signedIn(request), { id: request.params.sessionId });
      await signOutFromCloud(ended, request.requestId, deps);
      return null;
    }),
    handle(calls.whoami, async (request) => {
      const caller = signedIn(request);
      const scopedToken = caller.scope.type === 'user' ? await access.ownScope(caller) : null;
      return userOf(caller, { token: null, scoped_token: scopedToken });
    }),
    handle(calls.projects, async (request) => ({
      data: (await access.projects(signedIn(request))).map(({ domainId, readOnly, ...project }) => ({
        ...project,
        domain_id: domainId,
        read_only: readOnly,
      })),
    })),
    handle(calls.enterProject, async (request) => {
      const { isChange, ...entered } = await access.enterProject(signedIn(request), request.params.projectId);
      // Each page that is loaded gets a new token for the project that the session is in.
      if (!isChange) request.unchanged();
      return entered;
    }),
    handle(calls.meta, async (request) => ({
      data: abilitiesOf(signedIn(request), (name) => platform.offers(name), side),
      capabilities: [...capabilityNames].filter((name) => platform.offers(name)).sort(),
      seq: await store.changes.head(instantOf(Date.now() - READ_ALONG_MS)),
    })),
  ];
}
