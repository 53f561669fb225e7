import type { People } from './people.ts';
import { answerTo, type Json } from './recorded.ts';
import { Refusal, tokenIn, member, type Route } from './reply.ts';
import type { Tokens } from './tokens.ts';

const DOCUMENT = answerTo('GET', /^\/identity\/v3\/$/);

const notFound = (what: string, id: string): Refusal =>
  new Refusal(404, { error: { code: 404, message: `Could not find ${what}: ${id}.`, title: 'Not Found' } });
const forbidden = (): Refusal =>
  new Refusal(403, { error: { code: 403, message: 'You are not authorized to perform the requested action.', title: 'Forbidden' } });

/** Keystone. Lists have no pages. */
export function identityRoutes(people: People, tokens: Tokens): Route[] {
  const list = (path: RegExp, key: string, items: () => readonly Json[]): Route => ({
    method: 'GET',
    path,
    answer(question) {
      if (!tokenIn(question).isAdmin) throw forbidden();
      const all = items();
      return { items: all.length, body: { [key]: all, links: { next: null, self: selfOf(question), previous: null } } };
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
    {
      method: 'GET',
      path: /^\/v3\/auth\/projects$/,
      answer(question) {
        const { user } = tokenIn(question);
        const ids = new Set(people.assignmentsOf(user.id).flatMap(({ scope }) => scope.project?.id ?? []));
        const projects = people.projects.filter(({ id, enabled }) => enabled && ids.has(id));
        return { items: projects.length, body: { projects, links: { next: null, self: selfOf(question), previous: null } } };
      },
    },
    list(/^\/v3\/domains$/, 'domains', () => people.domains),
    one(/^\/v3\/domains\/([^/]+)$/, 'domain', people.domain),
    list(/^\/v3\/projects$/, 'projects', () => people.projects),
    one(/^\/v3\/projects\/([^/]+)$/, 'project', people.project),
    list(/^\/v3\/users$/, 'users', () => people.users),
    one(/^\/v3\/users\/([^/]+)$/, 'user', people.user),
    list(/^\/v3\/roles$/, 'roles', () => people.roles),
    {
      method: 'GET',
      path: /^\/v3\/role_assignments$/,
      answer(question) {
        const { isAdmin } = tokenIn(question);
        if (!isAdmin) throw forbidden();
        // As recorded: asked for the system's roles, this Keystone lists the others all the same; nobody holds one on the system.
        const user = question.query.get('user.id');
        const all = user === null ? people.assignments : people.assignmentsOf(user);
        return { items: all.length, body: { role_assignments: all, links: { next: null, self: selfOf(question), previous: null } } };
      },
    },
  ];
}

const selfOf = ({ url, query }: { url: string; query: URLSearchParams }): string => (query.size > 0 ? `${url}?${query.toString()}` : url);
