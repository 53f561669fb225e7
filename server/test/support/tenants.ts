/** Domains, projects and users beside the samples, put straight into the embedded platform, and their sessions without a password. */
import type { Role } from '@gantry/contract/access/roles';
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { sessionRecord } from '../../src/access/records.ts';
import { hashOf, newToken } from '../../src/access/tokens.ts';
import type { Principal } from '../../src/port/engine.ts';
import type { Document, Row, RowInput } from '../../src/port/store/rows.ts';
import type { Store } from '../../src/port/store/store.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

export const ENGINE = 'embedded';
/** Longer than any run of tests, also that of a million requests. */
const LIFETIME = 12 * 3_600_000;
const AT = '2026-01-01T00:00:00.000Z';

export interface TestUser {
  id: string;
  domainId: string;
  /** The user's own role. */
  role: Role;
  /** Roles in projects, by project id. */
  assigned: Readonly<Record<string, Role>>;
}

type Ownership = Partial<Pick<RowInput, 'domainId' | 'projectId' | 'userId' | 'shares'>>;

/** A row of the embedded platform; its document holds its id. */
export const rowOf = (kind: string, id: string, document: Document, ownership: Ownership = {}): RowInput => ({
  engine: ENGINE,
  kind,
  id,
  domainId: null,
  projectId: null,
  userId: null,
  ...ownership,
  document: { ...document, id },
});

export const domainRow = (id: string, enabled = true): RowInput =>
  rowOf('domain', id, { name: id, enabled, description: '', projects_count: 0 }, { domainId: id });

export const projectRow = (id: string, domainId: string, enabled = true): RowInput =>
  rowOf(
    'project',
    id,
    { name: id, description: '', enabled, domain_id: domainId, members_count: 0, other_members: [], tags: [], created_at: AT },
    { domainId, projectId: id },
  );

export const userRow = ({ id, domainId, role, assigned }: TestUser, enabled = true): RowInput =>
  rowOf(
    'user',
    id,
    {
      name: id,
      enabled,
      email: '',
      description: '',
      role,
      domain_id: domainId,
      system_permissions: [],
      domain_permissions: [],
      assigned_projects: Object.entries(assigned).map(([project_id, held]) => ({ project_id, role: held, read_only: false })),
      identity_provider: null,
      created_at: AT,
      s3_user_id: null,
      tags: [],
      group_ids: [],
    },
    { domainId },
  );

export const put = (store: Store, ...rows: readonly RowInput[]): Promise<Row[]> =>
  store.transaction(async (writer) => {
    const done: Row[] = [];
    for (const row of rows) done.push(await writer.put(row));
    return done;
  });

export const remove = (store: Store, kind: string, id: string): Promise<boolean> =>
  store.transaction((writer) => writer.remove({ engine: ENGINE, kind, id }));

/** A session of a user, nothing chosen. The rights are looked up by the server as for any other session. */
export async function sessionOf(app: TestApp, { id, domainId, role }: Omit<TestUser, 'assigned'>): Promise<Client> {
  const principal: Principal = {
    userId: id,
    userName: id,
    domainId,
    domainName: domainId,
    roles: [role],
    isSuperuser: false,
    permissions: [],
    externalProvider: null,
    credential: null,
    expiresAt: null,
  };
  const token = newToken();
  await app.store.sessions.create(sessionRecord(hashOf(token), principal, Date.now(), LIFETIME));
  return app.nobody.with({ [SESSION_HEADER]: token });
}

/** The session in a scope: a project, or the domain or system that the user administers (`own`). */
export async function entered(session: Client, scope: { projectId: string } | 'own'): Promise<Client> {
  if (scope === 'own') {
    const { scoped_token: token } = await session.call(nouns.session.calls.whoami);
    if (token === null) throw new Error('this user administers nothing');
    return session.with({ [AUTH_TOKEN_HEADER]: token });
  }
  const { token } = await session.call(nouns.session.calls.enterProject, { params: scope });
  return session.with({ [AUTH_TOKEN_HEADER]: token });
}
