/** Who signs in at a server of the tests, and how: for files that ask one in a process of its own, which need nothing else of the product. */
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Client } from './client.ts';

/** Password of all users of a test. */
export const PASSWORD = 'Test-Password-1';

/** scrypt's N, the least there is: no test is about how long a password takes, and some thousand are looked at in a run. */
export const PASSWORD_COST = 1024;

/** The users every sample installation has, with their domains. */
export const USERS = {
  admin: { domain: 'default', username: 'admin' },
  'acme-admin': { domain: 'acme', username: 'acme-admin' },
  'acme-lead': { domain: 'acme', username: 'acme-lead' },
  'acme-member': { domain: 'acme', username: 'acme-member' },
  'acme-viewer': { domain: 'acme', username: 'acme-viewer' },
  'globex-member': { domain: 'globex', username: 'globex-member' },
} as const;
export type UserName = keyof typeof USERS;

/** `own`: the domain or system a user administers; `none`: signed in only; else the name of a project. */
export type ScopeName = 'own' | 'none' | (string & {});

/** Somebody of the sample, or of another cloud. */
export type Person = UserName | { domain: string; username: string; password: string };

/** Signs a user in and enters a scope, through a client without a session. */
export async function signIn(nobody: Client, who: Person, scope: ScopeName): Promise<Client> {
  const person = typeof who === 'string' ? { ...USERS[who], password: PASSWORD } : who;
  const user = await nobody.call(nouns.session.calls.login, { body: person });
  const session = nobody.with({ [SESSION_HEADER]: user.token ?? '' });
  if (scope === 'none') return session;
  if (scope === 'own') return session.with({ [AUTH_TOKEN_HEADER]: user.scoped_token ?? '' });
  const { data } = await session.call(nouns.session.calls.projects);
  const project = data.find((candidate) => candidate.name === scope);
  if (!project) throw new Error(`${person.username} has no project ${scope}`);
  const { token } = await session.call(nouns.session.calls.enterProject, { params: { projectId: project.id } });
  return session.with({ [AUTH_TOKEN_HEADER]: token });
}
