/** Sessions and scope tokens as the store keeps them, and back. */
import { z } from 'zod';
import { DOMAIN_PERMISSIONS, SYSTEM_PERMISSIONS } from '@gantry/contract/access/permissions';
import { ROLES, type Role } from '@gantry/contract/access/roles';
import type { ScopeTokenRecord, SessionRecord } from '../port/store/sign-in.ts';
import type { Caller } from './caller.ts';
import type { Credential, Grant, Principal } from '../port/engine.ts';

const role = z.enum(ROLES);
/** None of sessions and tokens that are older than the permissions. */
const permissions = z.array(z.enum([...SYSTEM_PERMISSIONS, ...DOMAIN_PERMISSIONS])).default([]);
const credential = z.record(z.string(), z.unknown()).nullable();

const principalRecord = z.object({
  userId: z.string(),
  userName: z.string(),
  domainId: z.string(),
  domainName: z.string(),
  roles: z.array(role),
  isSuperuser: z.boolean(),
  permissions,
  externalProvider: z.string().nullable(),
  credential,
  expiresAt: z.string().nullable(),
});

/** Where a session was begun: the address of the request, and the browser where it is a known one. */
const originRecord = z.object({ address: z.string(), browser: z.string().nullable() });
export type SessionOrigin = z.infer<typeof originRecord>;

export const originOf = ({ origin }: SessionRecord): SessionOrigin | undefined =>
  origin === undefined ? undefined : originRecord.parse(origin);

const earliest = (...ends: (string | null)[]): number => Math.min(...ends.flatMap((end) => (end === null ? [] : [Date.parse(end)])));

/** A new session; it ends with the engine's credential at the latest. `lifetime` in milliseconds. */
export function sessionRecord(idHash: string, principal: Principal, now: number, lifetime: number, origin?: SessionOrigin): SessionRecord {
  const at = new Date(now).toISOString();
  const expiresAt = new Date(Math.min(now + lifetime, earliest(principal.expiresAt))).toISOString();
  const { userId, domainId } = principal;
  return { idHash, userId, domainId, principal, origin, createdAt: at, lastSeenAt: at, expiresAt };
}

export function tokenRecord(tokenHash: string, caller: Caller, grant: Grant): ScopeTokenRecord {
  const expiresAt = new Date(Math.min(caller.endsAt, earliest(grant.expiresAt))).toISOString();
  const { scope, role: held, readOnly, permissions: given } = grant;
  const right = { scope, role: held, readOnly, permissions: given };
  return { tokenHash, sessionHash: caller.sessionHash, ...right, credential: grant.credential, expiresAt };
}

export function callerOf(session: SessionRecord, token: ScopeTokenRecord | undefined): Caller {
  const principal: Principal = principalRecord.parse(session.principal);
  const base = { sessionHash: session.idHash, principal };
  if (!token) {
    const own: Role = principal.roles[0] ?? 'project_member';
    const endsAt = Date.parse(session.expiresAt);
    const none = { scope: { type: 'user' }, role: own, readOnly: true, permissions: [] } as const;
    return { ...base, ...none, scopeTokenHash: null, credential: principal.credential, endsAt };
  }
  return {
    ...base,
    scope: token.scope,
    role: role.parse(token.role),
    readOnly: token.readOnly,
    permissions: permissions.parse(token.permissions),
    scopeTokenHash: token.tokenHash,
    credential: credentialOf(token),
    endsAt: earliest(session.expiresAt, token.expiresAt),
  };
}

export const credentialOf = (record: { credential: unknown }): Credential => credential.parse(record.credential);
