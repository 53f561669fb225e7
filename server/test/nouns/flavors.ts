import type { NounRights } from './rights.ts';

export const flavors: NounRights = {
  calls: { readProject: ['list', 'read'], changeSystem: ['create', 'setAccess', 'delete', 'bulkDelete'] },
  document: { is_public: false, project_ids: [] },
};
