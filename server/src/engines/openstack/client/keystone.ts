import { z } from 'zod';
import type { Api } from './api.ts';
import { itemsOf, manyOf, type Items } from './items.ts';

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
});
export type KeystoneUser = z.infer<typeof keystoneUser>;

const assignment = z.object({
  user: z.object({ id: z.string() }),
  role: z.object({ id: z.string() }),
  scope: z.object({
    project: z.object({ id: z.string() }).optional(),
    domain: z.object({ id: z.string() }).optional(),
    system: z.object({ all: z.boolean() }).optional(),
  }),
});
/** A role that a user holds somewhere, groups and inheritance resolved. */
export type Assignment = z.infer<typeof assignment>;

export async function listDomains(api: Api): Promise<Listed<KeystoneDomain>> {
  const answer = await api.ask('identity', { path: '/domains', answer: z.object({ domains: itemsOf(keystoneDomain), truncated }) });
  return { ...answer.body.domains, truncated: answer.body.truncated };
}

export const getDomain = async (api: Api, id: string): Promise<KeystoneDomain> =>
  (await api.ask('identity', { path: `/domains/${encodeURIComponent(id)}`, answer: z.object({ domain: keystoneDomain }) })).body.domain;

export async function listProjects(api: Api): Promise<Listed<KeystoneProject>> {
  const answer = await api.ask('identity', { path: '/projects', answer: z.object({ projects: itemsOf(keystoneProject), truncated }) });
  return { ...answer.body.projects, truncated: answer.body.truncated };
}

export const getProject = async (api: Api, id: string): Promise<KeystoneProject> =>
  (await api.ask('identity', { path: `/projects/${encodeURIComponent(id)}`, answer: z.object({ project: keystoneProject }) })).body.project;

export async function listUsers(api: Api): Promise<Listed<KeystoneUser>> {
  const answer = await api.ask('identity', { path: '/users', answer: z.object({ users: itemsOf(keystoneUser), truncated }) });
  return { ...answer.body.users, truncated: answer.body.truncated };
}

export const getUser = async (api: Api, id: string): Promise<KeystoneUser> =>
  (await api.ask('identity', { path: `/users/${encodeURIComponent(id)}`, answer: z.object({ user: keystoneUser }) })).body.user;

/** Projects that a user's own token may enter; leaves out disabled ones. */
export const ownProjects = async (api: Api, token: string, requestId?: string): Promise<KeystoneProject[]> =>
  (
    await api.ask('identity', {
      path: '/auth/projects',
      as: { id: token, projectId: null },
      requestId,
      answer: z.object({ projects: z.array(keystoneProject) }),
    })
  ).body.projects;

/** Names of all roles by id. */
export async function roleNames(api: Api): Promise<Map<string, string>> {
  const role = z.object({ id: z.string(), name: z.string() });
  const answer = await api.ask('identity', { path: '/roles', answer: z.object({ roles: z.array(role) }) });
  return new Map(answer.body.roles.map(({ id, name }) => [id, name]));
}

/**
 * What a user holds, or, without user, what everyone holds. System-wide roles are listed only on demand and, depending on the release,
 * together with the others or alone: both are requested, and doubles do no harm.
 */
export async function listAssignments(api: Api, userId?: string): Promise<Assignment[]> {
  const ask = async (system: boolean) => {
    const query = new URLSearchParams({ effective: 'true' });
    if (userId) query.set('user.id', userId);
    if (system) query.set('scope.system', 'all');
    const answer = await api.ask('identity', {
      path: '/role_assignments',
      query,
      answer: z.object({ role_assignments: manyOf(assignment) }),
    });
    return answer.body.role_assignments;
  };
  return (await Promise.all([ask(false), ask(true)])).flat();
}
