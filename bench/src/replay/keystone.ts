/** What Keystone lets administrators change: projects, users, groups, domains, and who holds which role where. */
import { randomBytes } from 'node:crypto';
import type { People, Scope } from './people.ts';
import { CLOUD, type Item, type Json } from './recorded.ts';
import { member, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';

const KEYSTONE = `${CLOUD}/identity/v3`;

const refused = (code: number, title: string, message: string): Refusal => new Refusal(code, { error: { code, message, title } });

export const notFound = (what: string, id: string): Refusal => refused(404, 'Not Found', `Could not find ${what}: ${id}.`);
export const forbidden = (message = 'You are not authorized to perform the requested action.'): Refusal =>
  refused(403, 'Forbidden', message);

/** Zed's stock policies open everything to an administrator of anything. `rule`: what is not allowed, where Keystone says it. */
export function assertAdmin(question: Question, rule?: string): void {
  const what = rule === undefined ? '.' : `: identity:${rule}.`;
  if (!tokenIn(question).isAdmin) throw forbidden(`You are not authorized to perform the requested action${what}`);
}

/** A collection that is changed, and what its service says of a name that is taken. */
interface Changed {
  path: 'projects' | 'users' | 'groups' | 'domains';
  one: string;
  list: Item[];
  /** `where`: the domain, of a new one. */
  taken(name: string, other: Item, where: string): string;
  /** What a new one has that is not said. */
  fresh: Json;
}

const OPTIONS = { options: {} };

function changedOf(people: People): Changed[] {
  const twice = (what: string) => (name: string, _other: Item, where: string) =>
    `Conflict occurred attempting to store ${what} - Duplicate entry found with name ${name}${where}.`;
  return [
    {
      path: 'projects',
      one: 'project',
      list: people.projects,
      taken: (name, { id }) =>
        `Conflict occurred attempting to store project - it is not permitted to have two projects with either the same name or same id in the same domain: name is ${name}, project id ${id}.`,
      fresh: { description: '', enabled: true, is_domain: false, tags: [], ...OPTIONS },
    },
    {
      path: 'users',
      one: 'user',
      list: people.users,
      taken: twice('user'),
      fresh: { enabled: true, password_expires_at: null, ...OPTIONS },
    },
    { path: 'groups', one: 'group', list: people.groups, taken: twice('group'), fresh: { description: '' } },
    {
      path: 'domains',
      one: 'domain',
      list: people.domains,
      taken: (name) =>
        `Conflict occurred attempting to store project - it is not permitted to have two projects acting as domains with the same name: ${name}.`,
      fresh: { description: '', enabled: true, tags: [], ...OPTIONS },
    },
  ];
}

/** What making and changing has in common: the password is kept apart, names are taken once, whatever their case. */
function routesOf(people: People, { path, one, list, taken, fresh }: Changed): Route[] {
  const single = new RegExp(`^/v3/${path}/([^/]+)$`);
  const found = (id: string): Item => {
    const item = list.find((each) => each.id === id);
    if (!item) throw notFound(one, id);
    return item;
  };
  const assertFree = (name: unknown, domainId: unknown, but?: string): void => {
    const folded = String(name).toLowerCase();
    const other = list.find((item) => item.id !== but && String(item['name']).toLowerCase() === folded && item['domain_id'] === domainId);
    if (other) throw refused(409, 'Conflict', taken(String(name), other, but === undefined ? ` at domain ID ${String(domainId)}` : ''));
  };
  const kept = (id: string, { password, ...wanted }: Json): Json => {
    if (typeof password === 'string') people.passwords.set(id, password);
    return wanted;
  };
  return [
    {
      method: 'POST',
      path: new RegExp(`^/v3/${path}$`),
      answer(question) {
        assertAdmin(question, `create_${one}`);
        const body = member(question.body, one) as Json;
        assertFree(body['name'], body['domain_id']);
        const id = randomBytes(16).toString('hex');
        const parent = path === 'projects' ? { parent_id: body['domain_id'] } : {};
        const item: Item = { ...fresh, ...parent, ...kept(id, body), id, links: { self: `${KEYSTONE}/${path}/${id}` } };
        list.push(item);
        return { status: 201, body: { [one]: item } };
      },
    },
    {
      method: 'PATCH',
      path: single,
      answer(question, id = '') {
        assertAdmin(question, `update_${one}`);
        const item = found(id);
        const wanted = member(question.body, one) as Json;
        if ('name' in wanted) assertFree(wanted['name'], item['domain_id'], id);
        const changed = people.change(list, id, kept(id, wanted));
        return { body: { [one]: path === 'users' ? { ...changed, extra: {} } : changed } };
      },
    },
    {
      method: 'DELETE',
      path: single,
      answer(question, id = '') {
        assertAdmin(question, `delete_${one}`);
        const item = found(id);
        if (path === 'domains') emptied(people, item);
        people.remove(list, id);
        return { status: 204 };
      },
    },
  ];
}

/** A domain goes with all that is in it, once it is disabled. Throws Refusal. */
function emptied(people: People, { id, enabled }: Item): void {
  if (enabled === true) throw forbidden('Cannot delete a domain that is enabled, please disable it first.');
  for (const list of [people.projects, people.users, people.groups])
    for (const item of list.filter((one) => one.domain_id === id)) people.remove(list, item.id);
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
export const listedAs = ({ federated: _federated, ...item }: Json): Json => item;

/** What somebody may look for: things of a name, of a domain, users of an identity provider. */
export const wantedOf =
  (query: URLSearchParams) =>
  (item: Json): boolean =>
    (!query.has('idp_id') || providersOf(item).includes(query.get('idp_id')!)) &&
    ['name', 'domain_id'].every((key) => !query.has(key) || text(item[key])?.toLowerCase() === query.get(key)?.toLowerCase());

/** All that changes who there is and who may do what. */
export const changingRoutes = (people: People): Route[] => [
  ...changedOf(people).flatMap((changed) => routesOf(people, changed)),
  ...roleRoutes(people),
  ...memberRoutes(people),
];
