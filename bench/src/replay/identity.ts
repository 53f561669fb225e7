import { credentialRoutes } from './application-credentials.ts';
import { assertAdmin, changingRoutes, forbidden, linksTo, listedAs, notFound, wantedOf } from './keystone.ts';
import type { Given, People } from './people.ts';
import { answerTo, type Json } from './recorded.ts';
import { tokenIn, member, type Route } from './reply.ts';
import type { Tokens } from './tokens.ts';
import { trustRoutes } from './trusts.ts';

const DOCUMENT = answerTo('GET', /^\/identity\/v3\/$/);

/** Keystone. Lists have no pages. */
export function identityRoutes(people: People, tokens: Tokens): Route[] {
  const list = (path: RegExp, key: string, items: () => readonly Json[]): Route => ({
    method: 'GET',
    path,
    answer(question) {
      assertAdmin(question);
      const all = items().filter(wantedOf(question.query)).map(listedAs);
      return { items: all.length, body: { [key]: all, links: linksTo(question) } };
    },
  });
  const one = (path: RegExp, key: string, find: (id: string) => Json | undefined): Route => ({
    method: 'GET',
    path,
    answer(question, id = '') {
      const { isAdmin, user } = tokenIn(question);
      const found = find(id);
      if (!isAdmin && user.id !== id) throw forbidden();
      if (!found) throw notFound(key, id);
      return { body: { [key]: found } };
    },
  });
  return [
    { method: 'GET', path: /^\/v3\/$/, open: true, answer: () => ({ body: DOCUMENT }) },
    {
      method: 'POST',
      path: /^\/v3\/auth\/tokens$/,
      open: true,
      answer({ body }) {
        const { id, token } = tokens.issue(member(body, 'auth'));
        return { status: 201, body: { token }, headers: { 'x-subject-token': id } };
      },
    },
    {
      method: 'DELETE',
      path: /^\/v3\/auth\/tokens$/,
      answer({ headers }) {
        const id = String(headers['x-subject-token']);
        if (!tokens.revoke(id)) throw notFound('token', id);
        return { status: 204 };
      },
    },
    ...trustRoutes(tokens),
    {
      method: 'GET',
      path: /^\/v3\/auth\/projects$/,
      answer(question) {
        const { user } = tokenIn(question);
        const ids = new Set(people.assignmentsOf(user.id).flatMap(({ scope }) => scope.project?.id ?? []));
        const projects = people.projects.filter(({ id, enabled }) => enabled && ids.has(id));
        return { items: projects.length, body: { projects, links: linksTo(question) } };
      },
    },
    list(/^\/v3\/domains$/, 'domains', () => people.domains),
    one(/^\/v3\/domains\/([^/]+)$/, 'domain', people.domain),
    list(/^\/v3\/projects$/, 'projects', () => people.projects),
    one(/^\/v3\/projects\/([^/]+)$/, 'project', people.project),
    list(/^\/v3\/users$/, 'users', () => people.users),
    one(/^\/v3\/users\/([^/]+)$/, 'user', people.user),
    list(/^\/v3\/groups$/, 'groups', () => people.groups),
    one(/^\/v3\/groups\/([^/]+)$/, 'group', people.group),
    list(/^\/v3\/roles$/, 'roles', () => people.roles),
    {
      method: 'GET',
      path: /^\/v3\/role_assignments$/,
      answer(question) {
        assertAdmin(question);
        // As recorded: asked for the system's roles, this Keystone lists the others all the same; nobody holds one on the system.
        const [user, group, project] = ['user.id', 'group.id', 'scope.project.id'].map((key) => question.query.get(key));
        const all = question.query.has('effective') ? (user ? people.assignmentsOf(user) : people.assignments) : people.given;
        const isMeant = (one: Given): boolean =>
          (!user || member(one['user'], 'id') === user) &&
          (!group || member(one['group'], 'id') === group) &&
          (!project || one.scope.project?.id === project);
        const found = all.filter(isMeant);
        return { items: found.length, body: { role_assignments: found, links: linksTo(question) } };
      },
    },
    ...credentialRoutes(tokens.credentials, (id) => tokens.revokeOf(id)),
    ...changingRoutes(people),
  ];
}
