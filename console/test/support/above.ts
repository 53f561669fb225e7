import type { SessionData } from '../../src/app/session/state.ts';

/** The session of somebody who looks after several projects: those of the domain, or of the whole system. */
export const above = (role: 'system_admin' | 'domain_admin'): Partial<SessionData> => ({
  currentProject: null,
  currentUser: {
    id: 'user-1',
    name: 'admin',
    roles: [{ id: role }],
    project_id: null,
    domain_id: 'd',
    domain_name: 'D',
    external_provider: null,
    is_superuser: false,
    permissions: [],
    expires_at: '2099-01-01T00:00:00.000Z',
  },
});
