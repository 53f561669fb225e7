/** Everybody who asks in the matrix, signed in, each in the scope of the own standing. */
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { newToken } from '../../../src/access/tokens.ts';
import { signIn as signInAs, type TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import type { StandingName } from '../../nouns/support/rights.ts';

/** Of those whom the matrix makes. */
const SECRET = 'correct horse battery 9';

/** A domain with a project, its administrator and somebody who works in it, closed once both have entered. */
async function closedDomain(
  app: TestApp,
  systemAdmin: Client,
): Promise<Pick<Record<StandingName, Client>, 'disabledDomain' | 'userOfDisabledDomain'>> {
  const { domains, projects, users } = nouns;
  const { id } = await systemAdmin.call(domains.calls.create, { body: { name: 'matrix-closed' } });
  const at = { params: { domainId: id! } };
  const project = await systemAdmin.call(projects.calls.create, { ...at, body: { name: 'inside' } });
  const assigned_projects = [{ project_id: project.id!, role: 'project_admin' as const }];
  await systemAdmin.call(users.calls.create, { ...at, body: { name: 'ruler', password: SECRET, role: 'domain_admin' } });
  await systemAdmin.call(users.calls.create, { ...at, body: { name: 'worker', password: SECRET, assigned_projects } });
  const enter = (username: string, scope: string) => signInAs(app.nobody, { domain: 'matrix-closed', username, password: SECRET }, scope);
  const [disabledDomain, userOfDisabledDomain] = [await enter('ruler', 'own'), await enter('worker', 'inside')];
  await systemAdmin.call(domains.calls.update, { ...at, body: { enabled: false } });
  return { disabledDomain, userOfDisabledDomain };
}

/** People of acme who are in acme-prod by a group, or as a service account; and those whose project is disabled once it was entered. */
async function peopleBeside(
  app: TestApp,
  admin: Client,
  systemAdmin: Client,
): Promise<
  Pick<Record<StandingName, Client>, 'groupMember' | 'serviceAccount' | 'disabledScope' | 'domainAdminInDisabled' | 'systemAdminInDisabled'>
> {
  const domainId = (await admin.call(nouns.session.calls.whoami)).domain_id;
  const projects = (await admin.call(nouns.projects.calls.list, { params: { domainId }, query: { limit: 100 } })).data;
  const prod = projects.find(({ name }) => name === 'acme-prod')!.id;
  const ended = async (accepted: Promise<{ id: string | null }>): Promise<string> => (await accepted).id!;
  const closed = await ended(admin.call(nouns.projects.calls.create, { params: { domainId }, body: { name: 'soon-closed' } }));
  const { users, groups } = nouns;
  const person = (name: string, more: object = {}): Promise<string> =>
    ended(systemAdmin.call(users.calls.create, { params: { domainId }, body: { name, password: SECRET, ...more } }));
  const assigned = (project_id: string) => ({ assigned_projects: [{ project_id, role: 'project_user' as const }] });
  const byGroup = await person('matrix-group');
  const group = await ended(
    systemAdmin.call(groups.calls.create, {
      params: { domainId },
      body: { name: 'matrix', ...assigned(prod), domain_permissions: ['image_upload'] },
    }),
  );
  await systemAdmin.call(groups.calls.addUsers, { params: { domainId, groupId: group }, body: { uuids: [byGroup] } });
  await person('matrix-service', { role: 'service_account', ...assigned(prod), domain_permissions: ['image_upload'] });
  await person('matrix-closed', assigned(closed));
  const enter = (username: string, project: string) => signInAs(app.nobody, { domain: 'acme', username, password: SECRET }, project);
  const [groupMember, serviceAccount] = [await enter('matrix-group', 'acme-prod'), await enter('matrix-service', 'acme-prod')];
  const disabledScope = await enter('matrix-closed', 'soon-closed');
  const domainAdminInDisabled = await inProject(admin, 'soon-closed');
  const systemAdminInDisabled = await inProject(systemAdmin, 'soon-closed');
  await admin.call(nouns.projects.calls.update, { params: { domainId, projectId: closed }, body: { enabled: false } });
  return { groupMember, serviceAccount, disabledScope, domainAdminInDisabled, systemAdminInDisabled };
}

/** The same session in a project: each user has one, or who ends the others would end that of a case that follows. */
async function inProject(session: Client, name: string): Promise<Client> {
  const { data } = await session.call(nouns.session.calls.projects);
  const { token } = await session.call(nouns.session.calls.enterProject, {
    params: { projectId: data.find((project) => project.name === name)!.id },
  });
  return session.with({ [AUTH_TOKEN_HEADER]: token });
}

/** The signed-in standings in acme, globex and above, as sessions. */
export async function signInAll(app: TestApp): Promise<Record<StandingName, Client>> {
  const [domainAdmin, systemAdmin] = [await app.as('acme-admin', 'own'), await app.as('admin', 'own')];
  const member = await app.as('acme-member', 'acme-prod');
  const expired = await app.as('acme-member', 'acme-prod');
  await expired.call(nouns.session.calls.logout);
  const people = await peopleBeside(app, domainAdmin, systemAdmin);
  const closed = await closedDomain(app, systemAdmin);
  return {
    nobody: app.nobody,
    stranger: app.nobody.with({ [SESSION_HEADER]: newToken(), [AUTH_TOKEN_HEADER]: newToken() }),
    expired,
    unscoped: member.unscoped(),
    reader: await app.as('acme-viewer', 'acme-prod'),
    member,
    lead: await app.as('acme-lead', 'acme-prod'),
    ...people,
    ...closed,
    outsider: await app.as('globex-member', 'globex-prod'),
    domainAdmin,
    domainAdminInProject: await inProject(domainAdmin, 'acme-prod'),
    systemAdmin,
    systemAdminInProject: await inProject(systemAdmin, 'admin'),
  };
}
