import type { NounRights } from './rights.ts';

export const routers: NounRights = {
  calls: {
    readProject: ['list', 'read', 'interfaces'],
    createInProject: ['create'],
    changeProject: ['update', 'delete', 'bulkDelete', 'addInterface', 'removeInterface'],
  },
  document: (id) => ({
    name: `router ${id}`,
    status: 'ACTIVE',
    external_gateway_info: null,
    external_interface: null,
    routes: [],
    interfaces_info: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }),
};
