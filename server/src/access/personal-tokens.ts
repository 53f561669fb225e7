/**
 * Personal tokens: what a script brings instead of a session. A token holds no right: whoever asks with it is the user with the rights of that
 * moment in the token's scope, so that it shrinks and ends with user, project, domain and role.
 */
import { PERSONAL_TOKENS_MAX } from '@gantry/contract/nouns/session/tokens';
import { GantryError } from '@gantry/contract/wire/errors';
import type { EnterableScope, Identity } from '../port/engine.ts';
import type { PersonalTokenRecord, PersonalTokenStore } from '../port/store/sign-in.ts';
import type { Caller } from './caller.ts';
import { Recent } from './recent.ts';
import { hashOf, isPersonalToken, newPersonalToken, publicIdOf } from './tokens.ts';

const DAY = 24 * 60 * 60_000;
/** Milliseconds between two notes of when a token was used. */
const TOUCH_MS = 60_000;

/** A token as its user is told of it. */
export interface OwnToken extends Omit<PersonalTokenRecord, 'tokenHash' | 'userId'> {
  id: string;
}

/** What a token is asked for with. Without a project it is for the scope in which it is asked for. */
export interface TokenWish {
  name: string;
  readOnly: boolean;
  days: number;
  projectId?: string | undefined;
}

/** Makes, lists and revokes personal tokens, and tells who is behind one. */
export interface PersonalTokens {
  list(caller: Caller): Promise<OwnToken[]>;
  /** Throws validation_failed at the field: no scope, a project that the user may not enter, too many tokens. */
  create(caller: Caller, wish: TokenWish): Promise<OwnToken & { token: string }>;
  /** Answers with the one that was revoked. Throws not_found. */
  revoke(caller: Caller, id: string): Promise<OwnToken>;
  /** Who asks with a token. Throws unauthorized, or user_disabled. */
  authenticate(token: string): Promise<Caller>;
  /** The same by its hash; undefined where there is no such token. */
  recall(hash: string): Promise<Caller | undefined>;
}

interface Dependencies {
  store: PersonalTokenStore;
  identity: Identity;
  /** Milliseconds an answer of the identity engine is believed. */
  verifyMs: number;
  now: () => number;
}

interface Known {
  at: number;
  caller: Promise<Caller>;
}

const wrong = (field: string, code: string, params?: Record<string, number>): GantryError =>
  new GantryError('validation_failed', { fields: { [field]: [{ code, ...(params && { params }) }] } });

const ownOf = ({ tokenHash, userId: _user, ...record }: PersonalTokenRecord): OwnToken => ({ id: publicIdOf(tokenHash), ...record });

export function createPersonalTokens({ store, identity, verifyMs, now }: Dependencies): PersonalTokens {
  const known = new Recent<Known>(Math.max(verifyMs, TOUCH_MS), now);
  const instant = (): string => new Date(now()).toISOString();

  /** The user as it is now, in the token's scope. */
  async function standing({ tokenHash, userId, name, lastFour, scope, readOnly, expiresAt }: PersonalTokenRecord): Promise<Caller> {
    if (!identity.principal) throw new GantryError('unauthorized');
    const principal = await identity.principal(userId).catch(async (error: unknown) => {
      // With the user its tokens are gone for good.
      if (error instanceof GantryError && error.code === 'unauthorized') await store.revokeUser(userId);
      throw error;
    });
    const grant = await identity.enter(principal, scope).catch((error: unknown) => {
      // As with a session: a scope that is closed, or open to others only, ends what was made for it.
      if (error instanceof GantryError && (error.code === 'not_found' || error.code === 'forbidden')) throw new GantryError('unauthorized');
      throw error;
    });
    return {
      sessionHash: tokenHash,
      scopeTokenHash: null,
      principal,
      scope: grant.scope,
      role: grant.role,
      readOnly: readOnly || grant.readOnly,
      permissions: grant.permissions,
      credential: grant.credential,
      endsAt: Date.parse(expiresAt),
      personalToken: `${name} (…${lastFour})`,
    };
  }

  async function ofRecord(record: PersonalTokenRecord): Promise<Caller> {
    if (Date.parse(record.expiresAt) <= now()) throw new GantryError('unauthorized');
    const last = known.get(record.tokenHash);
    if (last && now() - last.at < verifyMs) return last.caller;
    const caller = standing(record);
    known.set(record.tokenHash, { at: now(), caller });
    return caller;
  }

  async function scopeFor(caller: Caller, projectId: string | undefined): Promise<EnterableScope> {
    if (projectId === undefined) {
      if (caller.scope.type === 'user') throw wrong('project_id', 'token_scope');
      return caller.scope;
    }
    const project = (await identity.projects(caller.principal)).find(({ id, enabled }) => id === projectId && enabled);
    if (!project) throw wrong('project_id', 'unknown_id');
    return { type: 'project', projectId, domainId: project.domainId };
  }

  return {
    list: async ({ principal }) => (await store.ofUser(principal.userId, instant())).map(ownOf),
    async create(caller, { name, readOnly, days, projectId }) {
      const token = newPersonalToken();
      const record: PersonalTokenRecord = {
        tokenHash: hashOf(token),
        userId: caller.principal.userId,
        name,
        scope: await scopeFor(caller, projectId),
        readOnly,
        lastFour: token.slice(-4),
        createdAt: instant(),
        expiresAt: new Date(now() + days * DAY).toISOString(),
        lastUsedAt: null,
      };
      if (!(await store.create(record, PERSONAL_TOKENS_MAX))) throw wrong('name', 'tokens_too_many', { max: PERSONAL_TOKENS_MAX });
      return { ...ownOf(record), token };
    },
    async revoke({ principal }, id) {
      const found = (await store.ofUser(principal.userId, instant())).find(({ tokenHash }) => publicIdOf(tokenHash) === id);
      if (!found) throw new GantryError('not_found');
      await store.revoke(found.tokenHash);
      return ownOf(found);
    },
    async authenticate(token) {
      if (!isPersonalToken(token)) throw new GantryError('unauthorized');
      const record = await store.get(hashOf(token));
      if (!record) throw new GantryError('unauthorized');
      const caller = await ofRecord(record);
      if (record.lastUsedAt === null || now() - Date.parse(record.lastUsedAt) >= TOUCH_MS) await store.touch(record.tokenHash, instant());
      return caller;
    },
    async recall(hash) {
      const record = await store.get(hash);
      return record && ofRecord(record);
    },
  };
}
