import type { AccountProject, CurrentUser } from '@gantry/contract/nouns/session/entity';

type RoleId = CurrentUser['roles'][number]['id'];

/** A profile as the server answers it. */
export const person = (role: RoleId = 'project_member', change: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 'u1',
  name: 'ada',
  roles: [{ id: role }],
  project_id: null,
  domain_id: 'd1',
  domain_name: 'acme',
  scoped_token: null,
  token: 'session-1',
  external_provider: null,
  is_superuser: false,
  permissions: [],
  expires_at: '2099-01-01T00:00:00.000Z',
  ...change,
});

export const project = (id: string, change: Partial<AccountProject> = {}): AccountProject => ({
  id,
  name: id,
  description: '',
  enabled: true,
  domain_id: 'd1',
  role: 'project_user',
  read_only: false,
  ...change,
});

/** Answers of the session calls, by call; each can be replaced. */
export function answers(given: { profile?: CurrentUser; projects?: AccountProject[]; tokens?: Record<string, string> } = {}) {
  const { profile = person(), projects = [project('p1')] } = given;
  return ({ method, url }: { method: string; url: string }): { status?: number; body?: unknown } => {
    const path = url.split('?', 1)[0] ?? '';
    if (path === '/api/v2/login' && method === 'POST') return { body: profile };
    if (path === '/api/v2/logout') return { status: 204 };
    if (path === '/api/v2/accounts/whoami') return { body: { ...profile, token: null } };
    if (path === '/api/v2/accounts/projects') return { body: { data: projects } };
    if (path === '/api/v2/meta') return { body: { data: { compute_servers: ['GET'] }, capabilities: [] } };
    const [, id] = /\/projects\/([^/]+)\/auth$/.exec(path) ?? [];
    if (id !== undefined) return { body: { token: given.tokens?.[id] ?? `token-of-${id}`, role: 'project_user' } };
    return { status: 404, body: { error: { err_code: 'not_found', message: 'not found' } } };
  };
}
