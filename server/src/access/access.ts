import { entersDomain, entersSystem } from '@gantry/contract/access/permissions';
import type { Role } from '@gantry/contract/access/roles';
import { SESSIONS_MAX } from '@gantry/contract/nouns/session/limits';
import { GantryError } from '@gantry/contract/wire/errors';
import { systemClock } from '../port/clock.ts';
import type { SessionRecord } from '../port/store/sign-in.ts';
import type { Store } from '../port/store/store.ts';
import type { TaskActor } from '../port/store/tasks.ts';
import type { Caller } from './caller.ts';
import type {
  Account,
  ApplicationCredentials,
  Credential,
  Credentials,
  EnterableScope,
  Grant,
  Identity,
  ProjectAccess,
} from '../port/engine.ts';
import { createPersonalTokens, type PersonalTokens } from './personal-tokens.ts';
import { RecentUse } from './recent-use.ts';
import { callerOf, credentialOf, originOf, sessionRecord, tokenRecord, type SessionOrigin } from './records.ts';
import { accountKey, createThrottle, type ThrottleLimits } from './throttle.ts';
import { hashOf, isToken, newToken, publicIdOf } from './tokens.ts';
import { createVerifier } from './verifier.ts';

/** What a session id and scope token are, as the two headers carry them. */
export interface Presented {
  sessionId: string | undefined;
  authToken: string | undefined;
  /** A personal token, which counts where no session is named. */
  personalToken?: string | undefined;
}

/** Milliseconds an answer of the identity engine is believed. With the round of the sockets a lost right is lost within five seconds. */
export const VERIFY_MS = 1_000;
/** Devices that an account is known from. */
const DEVICES = 20;

export interface AccessOptions {
  store: Pick<Store, 'sessions' | 'signIns' | 'personalTokens'>;
  identity: Identity;
  times: {
    /** Milliseconds without a request after which a session ends. */
    idle: number;
    /** Milliseconds after sign-in when a session ends in any case. */
    absolute: number;
    /** Milliseconds an answer of the identity engine is believed; default `VERIFY_MS`. */
    verify?: number | undefined;
  };
  throttle?: ThrottleLimits | undefined;
  /** Milliseconds since the epoch; the system's where absent. */
  now?: (() => number) | undefined;
}

/** A caller, and when the session was last in use. */
interface Living {
  caller: Caller;
  lastSeenAt: string;
}

export interface SignedIn {
  caller: Caller;
  sessionId: string;
  /** Token of the domain or system scope, for those who administer one (decision A4). */
  scopedToken: string | null;
}

/** A session as its user is told of it. */
export interface OwnSession extends Pick<SessionRecord, 'createdAt' | 'lastSeenAt' | 'expiresAt'> {
  id: string;
  /** Undefined where that is not known. */
  origin: SessionOrigin | undefined;
  isCurrent: boolean;
}

/** How an account was locked for those who have never signed in to it from where they are. */
export interface Locked {
  /** Wrong passwords. */
  failures: number;
  /** How long it stays so at most. */
  seconds: number;
}

/** Where a sign-in comes from, and who is notified on the way. */
export interface SignInFrom extends SessionOrigin {
  /** Called before the password is looked at. */
  sought(account: Account): void;
  locked(how: Locked): void;
  /** Called before the answer to a wrong password is kept back for a while. */
  late(): void;
}

/** Sign-in, sessions and scopes. */
export interface Access {
  /** Throws what the engine's `signIn` does, and too_many_sign_ins. `next`: a new password, with which all other sessions of the user end. */
  signIn(credentials: Credentials & { device?: string | undefined; next?: string | undefined }, from: SignInFrom): Promise<SignedIn>;
  /** Forgets the wrong passwords of strangers for an account, so that they are let in again. */
  unlock(name: Omit<Credentials, 'password'>): Promise<void>;
  /** Ends a session and its scope tokens, and says whose it was; an unknown one is fine. */
  endSession(sessionId: string | undefined): Promise<Caller | undefined>;
  /** The caller's own sessions, the one in use last first. */
  ownSessions(caller: Caller): Promise<OwnSession[]>;
  /** Ends the caller's session of that public id, or all but the present one; says who was behind those it ended. Throws not_found. */
  endOwn(caller: Caller, which: { id: string } | 'others'): Promise<Caller[]>;
  /** Ends all sessions of a user; says who was behind those it ended. */
  endAllOf(userId: string): Promise<Caller[]>;
  /**
   * Sets the caller's password and ends their other sessions. Throws validation_failed at the field, forbidden for who signs in at an identity
   * provider, too_many_sign_ins.
   */
  changePassword(caller: Caller, passwords: { current: string; next: string }, from: Pick<SignInFrom, 'address' | 'late'>): Promise<void>;
  /** Ends the engine's own credential of a session. Throws engine_unavailable. */
  tellEngine(caller: Caller): Promise<void>;
  /** Who is behind the headers. Throws unauthorized, or user_disabled. */
  authenticate(presented: Presented): Promise<Caller>;
  /** The same caller again by the hashes it was known by, as long as session and right hold. Throws unauthorized, or user_disabled. */
  recall(known: Pick<Caller, 'sessionHash' | 'scopeTokenHash'>): Promise<Caller>;
  /** The session is in use, although not by requests: its idle time begins anew. */
  inUse(caller: Caller): Promise<void>;
  /** The caller's tokens for scripts. */
  tokens: Omit<PersonalTokens, 'authenticate' | 'recall'>;
  /** The cloud's own credentials for scripts; undefined where it has none. */
  applicationCredentials: ApplicationCredentials | undefined;
  projects(caller: Caller): Promise<ProjectAccess[]>;
  /**
   * A token for one project, and whether the session was in another one until then; not_found where the caller has no role there, forbidden where
   * it is disabled.
   */
  enterProject(caller: Caller, projectId: string): Promise<{ token: string; role: Role; isChange: boolean }>;
  /** A new token of the caller's own domain or of the system, null where neither is open to the caller. */
  ownScope(caller: Caller): Promise<string | null>;
  /** Of these callers, who have something open, those whose session and right still hold. They keep their place among the sessions of their user. */
  stillHolds(callers: readonly Caller[]): Promise<Caller[]>;
  /** The engine's proof of who requested a task; throws reauth_required when session or token is gone. */
  credentialFor(actor: TaskActor): Promise<Credential>;
}

export function createAccess({ store, identity, times, throttle, now = systemClock.now }: AccessOptions): Access {
  const { sessions, signIns } = store;
  const throttled = createThrottle(signIns, identity.signInsAtOnce, throttle);
  const verify = createVerifier(identity, times.verify ?? VERIFY_MS, now, (caller) => sessions.revoke(caller.sessionHash));
  const tokens = createPersonalTokens({ store: store.personalTokens, identity, verifyMs: times.verify ?? VERIFY_MS, now });
  const touchEvery = Math.min(60_000, times.idle / 4);
  const recentUse = new RecentUse(2 * touchEvery, now);
  const idleSince = (): string => new Date(now() - times.idle).toISOString();

  async function issue(caller: Caller, scope: EnterableScope): Promise<{ token: string; grant: Grant }> {
    const grant = await identity.enter(caller.principal, scope);
    const token = newToken();
    await sessions.addToken(tokenRecord(hashOf(token), caller, grant));
    return { token, grant };
  }

  async function ownScope(caller: Caller): Promise<string | null> {
    const { roles, isSuperuser, permissions, domainId } = caller.principal;
    if (isSuperuser || roles.includes('system_admin') || entersSystem(permissions)) return (await issue(caller, { type: 'system' })).token;
    if (roles.includes('domain_admin') || entersDomain(permissions)) return (await issue(caller, { type: 'domain', domainId })).token;
    return null;
  }

  const inUse = ({ sessionHash }: Caller): Promise<void> => {
    recentUse.note(sessionHash);
    return sessions.touch(sessionHash, new Date(now()).toISOString());
  };

  const allOf = (userId: string): Promise<SessionRecord[]> => sessions.ofUser(userId, idleSince(), new Date(now()).toISOString());

  async function living(presented: Presented): Promise<Living> {
    if (!isToken(presented.sessionId)) throw new GantryError('unauthorized');
    const { authToken } = presented;
    if (authToken !== undefined && !isToken(authToken)) throw new GantryError('unauthorized');
    return standing({
      sessionHash: hashOf(presented.sessionId),
      scopeTokenHash: authToken === undefined ? null : hashOf(authToken),
    });
  }

  async function standing({ sessionHash: idHash, scopeTokenHash }: Pick<Caller, 'sessionHash' | 'scopeTokenHash'>): Promise<Living> {
    const session = await sessions.get(idHash);
    if (!session || session.expiresAt <= new Date(now()).toISOString() || session.lastSeenAt < idleSince())
      throw new GantryError('unauthorized');
    const token = scopeTokenHash === null ? undefined : await sessions.getToken(scopeTokenHash);
    if (scopeTokenHash !== null && token?.sessionHash !== idHash) throw new GantryError('unauthorized');
    const caller = callerOf(session, token);
    if (caller.endsAt <= now()) throw new GantryError('unauthorized');
    return { caller, lastSeenAt: session.lastSeenAt };
  }

  /** Whether a personal token still gives the right by which something was begun. */
  async function tokenHolds(caller: Caller): Promise<boolean> {
    const current = await tokens.recall(caller.sessionHash);
    const { role, readOnly, permissions } = caller;
    return current?.role === role && current.readOnly === readOnly && current.permissions.join() === permissions.join();
  }

  return {
    ownScope,
    tokens,
    applicationCredentials: identity.applicationCredentials,
    async signIn({ device: mark, next, ...credentials }, { sought, locked, late, ...origin }) {
      const found = await identity.account(credentials);
      sought(found);
      const account = hashOf(found.key);
      const device = mark === undefined ? undefined : hashOf(`${account} ${mark}`);
      const exists = found.userId !== null;
      const attempted = { account, device, exists, address: origin.address, locked, late };
      const principal = await throttled(attempted, () => identity.signIn(credentials, next));
      if (next !== undefined) await sessions.revokeUser(principal.userId);
      if (device !== undefined) await signIns.remember(account, device, DEVICES);
      const sessionId = newToken();
      const record = sessionRecord(hashOf(sessionId), principal, now(), times.absolute, origin);
      await sessions.create(record);
      await sessions.trim(record.userId, SESSIONS_MAX, record.idHash, (idHash) => recentUse.of(idHash));
      const caller = callerOf(record, undefined);
      return { caller, sessionId, scopedToken: await ownScope(caller) };
    },
    async unlock(name) {
      await signIns.forget(accountKey(hashOf((await identity.account(name)).key)));
    },
    async endSession(sessionId) {
      const session = isToken(sessionId) ? await sessions.get(hashOf(sessionId)) : undefined;
      if (!session) return undefined;
      await sessions.revoke(session.idHash);
      return callerOf(session, undefined);
    },
    async ownSessions(caller) {
      return (await allOf(caller.principal.userId)).map((session) => ({
        ...session,
        id: publicIdOf(session.idHash),
        origin: originOf(session),
        isCurrent: session.idHash === caller.sessionHash,
      }));
    },
    async endOwn(caller, which) {
      const ended = (await allOf(caller.principal.userId)).filter(({ idHash }) =>
        which === 'others' ? idHash !== caller.sessionHash : publicIdOf(idHash) === which.id,
      );
      if (which === 'others') await sessions.revokeUser(caller.principal.userId, caller.sessionHash);
      else if (!ended[0]) throw new GantryError('not_found');
      else await sessions.revoke(ended[0].idHash);
      return ended.map((session) => callerOf(session, undefined));
    },
    async endAllOf(userId) {
      const ended = await allOf(userId);
      await sessions.revokeUser(userId);
      return ended.map((session) => callerOf(session, undefined));
    },
    async changePassword({ principal, sessionHash }, passwords, { address, late }) {
      if (principal.externalProvider !== null) throw new GantryError('forbidden', { reason: { code: 'password_elsewhere' } });
      // Guesses of who has found an open session; they shut nobody out of the sign-in.
      const account = hashOf(`password ${principal.userId}`);
      try {
        const attempted = { account, device: undefined, exists: true, address, locked: () => {}, late };
        await throttled(attempted, () => identity.changePassword(principal, passwords));
      } catch (error) {
        if (!(error instanceof GantryError && error.code === 'invalid_credentials')) throw error;
        throw new GantryError('validation_failed', { fields: { current_password: [{ code: 'password_wrong' }] }, cause: error });
      }
      await sessions.revokeUser(principal.userId, sessionHash);
    },
    async tellEngine({ principal }) {
      await identity.signOut?.(principal);
    },
    async authenticate(presented) {
      if (presented.sessionId === undefined && presented.personalToken !== undefined) return tokens.authenticate(presented.personalToken);
      const { caller, lastSeenAt } = await living(presented);
      if (now() - Date.parse(lastSeenAt) >= touchEvery) await inUse(caller);
      else recentUse.note(caller.sessionHash);
      await verify(caller);
      return caller;
    },
    async recall(known) {
      const byToken = known.scopeTokenHash === null ? await tokens.recall(known.sessionHash) : undefined;
      if (byToken) return byToken;
      const { caller } = await standing(known);
      await verify(caller);
      return caller;
    },
    inUse,
    projects: (caller) => identity.projects(caller.principal),
    async enterProject(caller, projectId) {
      const project = (await identity.projects(caller.principal)).find(({ id }) => id === projectId);
      if (!project) throw new GantryError('not_found');
      if (!project.enabled) throw new GantryError('forbidden');
      const { token, grant } = await issue(caller, { type: 'project', projectId, domainId: project.domainId });
      return { token, role: grant.role, isChange: await sessions.enter(caller.sessionHash, projectId) };
    },
    async stillHolds(callers) {
      const alive = await sessions.alive(
        [...new Set(callers.map((caller) => caller.sessionHash))],
        idleSince(),
        new Date(now()).toISOString(),
      );
      const answers = await Promise.all(
        callers.map(async (caller) => {
          const byToken = caller.personalToken !== undefined;
          if ((!byToken && !alive.has(caller.sessionHash)) || caller.endsAt <= now()) return false;
          const held = byToken ? tokenHolds(caller) : verify(caller).then(() => true);
          return held.then(
            (holds) => holds,
            (error: unknown) => {
              if (error instanceof GantryError) return false;
              throw error;
            },
          );
        }),
      );
      const holding = callers.filter((_, index) => answers[index]);
      for (const { personalToken, sessionHash } of holding) if (personalToken === undefined) recentUse.note(sessionHash);
      return holding;
    },
    async credentialFor(actor) {
      if (actor.scopeTokenHash !== null) {
        const token = await sessions.getToken(actor.scopeTokenHash);
        if (!token || Date.parse(token.expiresAt) <= now()) throw new GantryError('reauth_required');
        return credentialOf(token);
      }
      if (actor.sessionHash === null) return null;
      const session = await sessions.get(actor.sessionHash);
      if (!session || Date.parse(session.expiresAt) <= now()) throw new GantryError('reauth_required');
      return callerOf(session, undefined).credential;
    },
  };
}
