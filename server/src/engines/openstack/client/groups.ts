/** Groups of users and who is in them, as Keystone lists them. */
import { z } from 'zod';
import type { Api } from './api.ts';
import { ignoreNotFound } from './errors.ts';
import { itemsOf, oneOf } from './items.ts';
import { askSome } from './some.ts';
import type { Listed } from './keystone.ts';
import { chunks } from './pages.ts';

/** Groups asked about at the same time. */
const WIDTH = 4;

const keystoneGroup = z.object({ id: z.string(), name: z.string(), domain_id: z.string(), description: z.string().nullish() });
export type KeystoneGroup = z.infer<typeof keystoneGroup>;

/** Ids of what is listed there. */
async function idsAt(api: Api, path: string, many: string, query?: Readonly<Record<string, string>>): Promise<string[]> {
  const { items } = await askSome(api, 'identity', { path, many, item: z.object({ id: z.string() }), ...(query && { query }) });
  return items.map(({ id }) => id);
}

const pathOf = (id: string): string => `/groups/${encodeURIComponent(id)}`;

export async function listGroups(api: Api): Promise<Listed<KeystoneGroup>> {
  const shape = z.object({ groups: itemsOf(keystoneGroup), truncated: z.boolean().default(false) });
  const { body } = await api.ask('identity', { path: '/groups', answer: shape });
  return { ...body.groups, truncated: body.truncated };
}

export const getGroup = async (api: Api, id: string): Promise<KeystoneGroup> =>
  (await api.ask('identity', { path: pathOf(id), answer: z.object({ group: oneOf(keystoneGroup) }) })).body.group;

/** Ids of the users of a group. */
export const usersOf = (api: Api, id: string): Promise<string[]> => idsAt(api, `${pathOf(id)}/users`, 'users');

/** Ids of the groups of a user. */
export const groupsOf = (api: Api, userId: string): Promise<string[]> =>
  idsAt(api, `/users/${encodeURIComponent(userId)}/groups`, 'groups');

/** Ids of the users of each group, by its id; a group that has gone meanwhile has none. */
export async function membersOf(api: Api, groups: readonly Pick<KeystoneGroup, 'id'>[]): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  for (const some of chunks(groups, WIDTH))
    await Promise.all(some.map(async ({ id }) => members.set(id, (await ignoreNotFound(usersOf(api, id))) ?? [])));
  return members;
}

/**
 * Who signs in at an identity provider: the provider by user. Keystone says so of single users, and of a listing only when it is asked
 * provider by provider.
 */
export async function federatedUsers(api: Api): Promise<Map<string, string>> {
  const known = await ignoreNotFound(idsAt(api, '/OS-FEDERATION/identity_providers', 'identity_providers'));
  const providers = new Map<string, string>();
  for (const provider of known ?? [])
    for (const id of await idsAt(api, '/users', 'users', { idp_id: provider })) providers.set(id, provider);
  return providers;
}
