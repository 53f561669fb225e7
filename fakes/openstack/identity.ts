import { credentialRoutes } from './application-credentials.ts';
import { assertAdmin, changingRoutes, linksTo, notFound } from './keystone.ts';
import type { Given, People } from './people.ts';
import { answerTo } from './recorded.ts';
import { tokenIn, member, type Route } from './reply.ts';
import type { Tokens } from './tokens.ts';
import { trustRoutes } from './trusts.ts';

const DOCUMENT = answerTo('GET', /^\/identity\/v3\/$/);

/** Keystone. Lists have no pages. */
export function identityRoutes(people: People, tokens: Tokens): Route[] {
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
      method: 'POST',
      path: /^\/v3\/users\/([^/]+)\/password$/,
      open: true,
      answer({ body }, id = '') {
        tokens.replacePassword(id, member(body, 'user'));
        return { status: 204 };
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
