import { z } from 'zod';
import type { Api } from './api.ts';
import { itemsOf, oneOf, type Items } from './items.ts';
import { askSome } from './some.ts';

/** A list that may have been cut: Keystone does so beyond its `list_limit`, and has no pages. */
export interface Listed<T> extends Items<T> {
  truncated: boolean;
}

const truncated = z.boolean().default(false);

export const keystoneDomain = z.object({ id: z.string(), name: z.string(), enabled: z.boolean(), description: z.string().nullish() });
export type KeystoneDomain = z.infer<typeof keystoneDomain>;

export const keystoneProject = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  enabled: z.boolean(),
  domain_id: z.string(),
  tags: z.array(z.string()).default([]),
});
export type KeystoneProject = z.infer<typeof keystoneProject>;

export const keystoneUser = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  domain_id: z.string(),
  email: z.string().nullish(),
  description: z.string().nullish(),
  /** Providers at which the user signs in; told of a single user only. */
  federated: z.array(z.object({ idp_id: z.string() })).nullish(),
});
export type KeystoneUser = z.infer<typeof keystoneUser>;

export async function listDomains(api: Api): Promise<Listed<KeystoneDomain>> {
  const answer = await api.ask('identity', { path: '/domains', answer: z.object({ domains: itemsOf(keystoneDomain), truncated }) });
  return { ...answer.body.domains, truncated: answer.body.truncated };
}

export const getDomain = async (api: Api, id: string): Promise<KeystoneDomain> =>
  (await api.ask('identity', { path: `/domains/${encodeURIComponent(id)}`, answer: z.object({ domain: oneOf(keystoneDomain) }) })).body
    .domain;

/** @param domainId of which domain; of all where absent */
export async function listProjects(api: Api, domainId?: string): Promise<Listed<KeystoneProject>> {
  const answer = await api.ask('identity', {
    path: '/projects',
    ...(domainId !== undefined && { query: { domain_id: domainId } }),
    answer: z.object({ projects: itemsOf(keystoneProject), truncated }),
  });
  return { ...answer.body.projects, truncated: answer.body.truncated };
}

export const getProject = async (api: Api, id: string): Promise<KeystoneProject> =>
  (await api.ask('identity', { path: `/projects/${encodeURIComponent(id)}`, answer: z.object({ project: oneOf(keystoneProject) }) })).body
    .project;

export async function listUsers(api: Api): Promise<Listed<KeystoneUser>> {
  const answer = await api.ask('identity', { path: '/users', answer: z.object({ users: itemsOf(keystoneUser), truncated }) });
  return { ...answer.body.users, truncated: answer.body.truncated };
}

export const getUser = async (api: Api, id: string): Promise<KeystoneUser> =>
  (await api.ask('identity', { path: `/users/${encodeURIComponent(id)}`, answer: z.object({ user: oneOf(keystoneUser) }) })).body.user;

/** Projects that a user's own token may enter; leaves out disabled ones. */
export const ownProjects = async (api: Api, token: string, requestId?: string): Promise<KeystoneProject[]> =>
  (
    await askSome(api, 'identity', {
      path: '/auth/projects',
      as: { id: token, projectId: null },
      requestId,
      many: 'projects',
      item: keystoneProject,
    })
  ).items;

/** Names of all roles by id. */
export async function roleNames(api: Api): Promise<Map<string, string>> {
  const role = z.object({ id: z.string(), name: z.string() });
  const { items } = await askSome(api, 'identity', { path: '/roles', many: 'roles', item: role });
  return new Map(items.map(({ id, name }) => [id, name]));
}
