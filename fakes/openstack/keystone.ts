/** What Keystone lets administrators change: projects, users, groups, domains, and who holds which role where. */
import { randomBytes } from 'node:crypto';
import type { Collection } from './collection.ts';
import { collectionRoutes, readingRoutes } from './collection-routes.ts';
import type { People, Scope } from './people.ts';
import type { Json } from './recorded.ts';
import { member, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';

const refused = (code: number, title: string, message: string): Refusal => new Refusal(code, { error: { code, message, title } });

export const notFound = (what: string, id: string): Refusal => refused(404, 'Not Found', `Could not find ${what}: ${id}.`);
export const forbidden = (message = 'You are not authorized to perform the requested action.'): Refusal =>
  refused(403, 'Forbidden', message);

/** Zed's stock policies open everything to an administrator of anything. `rule`: what is not allowed, where Keystone says it. */
export function assertAdmin(question: Question, rule?: string): void {
  const what = rule === undefined ? '.' : `: identity:${rule}.`;
  if (!tokenIn(question).isAdmin) throw forbidden(`You are not authorized to perform the requested action${what}`);
}

/** What Keystone says of a name that another one has. */
const twice = (what: string) => (name: string, at: string) =>
  `Conflict occurred attempting to store ${what} - Duplicate entry found with name ${name}${at}.`;
const TAKEN = {
  projects: (name: string, _at: string, id: string) =>
    `Conflict occurred attempting to store project - it is not permitted to have two projects with either the same name or same id in the same domain: name is ${name}, project id ${id}.`,
  users: twice('user'),
  groups: twice('group'),
  domains: (name: string) =>
    `Conflict occurred attempting to store project - it is not permitted to have two projects acting as domains with the same name: ${name}.`,
};

/** How Keystone shows what it keeps: without pages, all to administrators, and to users themselves. */
const shownBy = (kept: Collection, path: string) => ({
  path: `/v3/${path}`,
  unknown: (id: string) => notFound(kept.members[1], id),
  admit(question: Question, what: string, id: string) {
    const { isAdmin, user } = tokenIn(question);
    if (what === 'show' && !isAdmin && user.id !== id) throw forbidden();
    if (what !== 'show') assertAdmin(question, what === 'list' ? undefined : `${what}_${kept.members[1]}`);
  },
  wants: wantedOf,
  listed: listedAs,
  page: (many: string, items: readonly Json[], question: Question) => ({ [many]: items, links: linksTo(question) }),
});

/** How it is made, changed and deleted: the password is kept apart, and who is gone holds nothing any more. */
function routesOf(people: People, path: keyof typeof TAKEN): Route[] {
  const kept = people.kept[path];
  const keepPassword = (id: string, { password }: Json): void => {
    if (typeof password === 'string') people.passwords.set(id, password);
  };
  return collectionRoutes(kept, {
    ...shownBy(kept, path),
    changes: 'PATCH',
    taken: (name, { id, domain_id: domain }, isNew) =>
      refused(409, 'Conflict', TAKEN[path](name, isNew ? ` at domain ID ${String(domain)}` : '', id)),
    shown: (item, { method }) => (path === 'users' && method === 'PATCH' ? { ...item, extra: {} } : item),
    idOf: () => randomBytes(16).toString('hex'),
    wanted: (_question, { password: _password, ...wanted }) => ({
      ...(path === 'projects' && { parent_id: wanted['domain_id'] }),
      ...wanted,
    }),
    change(_question, { id }, { password, ...wanted }) {
      keepPassword(id, { password });
      return wanted;
    },
    held: ({ enabled }) =>
      path === 'domains' && enabled === true && forbidden('Cannot delete a domain that is enabled, please disable it first.'),
    follow(what, { id }, { body }) {
      if (what === 'made') keepPassword(id, member(body, kept.members[1]) as Json);
      else people.forget(id);
    },
  });
}

/** Where a role is held by the address of its assignment. */
const scopeOf = (place: string, id: string): Scope => (place === 'projects' ? { project: { id } } : { domain: { id } });

/** Roles that are given and taken, `/projects/{id}/users/{id}/roles/{id}`. */
function roleRoutes(people: People): Route[] {
  const path = /^\/v3\/((projects|domains)\/([^/]+)\/(users|groups)\/([^/]+)\/roles\/([^/]+))$/;
  return [
    {
      method: 'PUT',
      path,
      answer(question, whole = '', place = '', id = '', kind = '', who = '', roleId = '') {
        assertAdmin(question);
        if (!(place === 'projects' ? people.project(id) : people.domain(id))) throw notFound(place.slice(0, -1), id);
        if (!(kind === 'users' ? people.user(who) : people.group(who))) throw notFound(kind.slice(0, -1), who);
        if (!people.roles.some((role) => role.id === roleId)) throw notFound('role', roleId);
        people.give(kind === 'users' ? { user: who } : { group: who }, roleId, scopeOf(place, id), whole);
        return { status: 204 };
      },
    },
    {
      method: 'DELETE',
      path,
      answer(question, whole = '', _place, id = '', _kind, who = '', roleId = '') {
        assertAdmin(question);
        if (!people.take(whole))
          throw notFound('role assignment with role', `${roleId}, user or group: ${who}, project, domain, or system: ${id}`);
        return { status: 204 };
      },
    },
  ];
}

/** Users of groups, and groups of users. */
function memberRoutes(people: People): Route[] {
  const path = /^\/v3\/groups\/([^/]+)\/users\/([^/]+)$/;
  const membersFor = (question: Question, id: string, user: string): Set<string> => {
    assertAdmin(question);
    if (!people.group(id)) throw notFound('group', id);
    if (!people.user(user)) throw notFound('user', user);
    const members = people.members.get(id) ?? new Set<string>();
    people.members.set(id, members);
    return members;
  };
  return [
    {
      method: 'GET',
      path: /^\/v3\/groups\/([^/]+)\/users$/,
      answer(question, id = '') {
        assertAdmin(question);
        if (!people.group(id)) throw notFound('group', id);
        const users = [...(people.members.get(id) ?? [])].map((user) => people.user(user)!);
        return { items: users.length, body: { users, links: linksTo(question) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/users\/([^/]+)\/groups$/,
      answer(question, id = '') {
        assertAdmin(question);
        if (!people.user(id)) throw notFound('user', id);
        const groups = people.groupsOf(id).map((group) => ({ ...group, membership_expires_at: null }));
        return { items: groups.length, body: { groups, links: linksTo(question) } };
      },
    },
    { method: 'PUT', path, answer: (question, id = '', user = '') => (membersFor(question, id, user).add(user), { status: 204 }) },
    {
      method: 'DELETE',
      path,
      answer(question, id = '', user = '') {
        if (!membersFor(question, id, user).delete(user)) throw refused(404, 'Not Found', `User '${user}' not found in group '${id}'`);
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/OS-FEDERATION\/identity_providers$/,
      answer(question) {
        assertAdmin(question);
        const providers = [...new Set(people.users.flatMap(providersOf))].map((id) => ({ id, enabled: true }));
        return { body: { identity_providers: providers, links: linksTo(question) } };
      },
    },
  ];
}

export const linksTo = ({ url, query }: Question): Json => ({
  next: null,
  previous: null,
  self: query.size > 0 ? `${url}?${query.toString()}` : url,
});

/** Identity providers at which a user signs in. */
const providersOf = ({ federated }: Json): string[] =>
  Array.isArray(federated) ? federated.map((one: unknown) => String(member(one, 'idp_id'))) : [];

/** As listings show one: where a user signs in is told of single users only. */
const listedAs = ({ federated: _federated, ...item }: Json): Json => item;

/** What somebody may look for: things of a name, of a domain, users of an identity provider. */
const wantedOf =
  (query: URLSearchParams) =>
  (item: Json): boolean =>
    (!query.has('idp_id') || providersOf(item).includes(query.get('idp_id')!)) &&
    ['name', 'domain_id'].every((key) => !query.has(key) || text(item[key])?.toLowerCase() === query.get(key)?.toLowerCase());

/** All that changes who there is and who may do what. */
export const changingRoutes = (people: People): Route[] => [
  ...(['projects', 'users', 'groups', 'domains'] as const).flatMap((path) => routesOf(people, path)),
  ...readingRoutes(people.kept.roles, shownBy(people.kept.roles, 'roles')),
  ...roleRoutes(people),
  ...memberRoutes(people),
];
