import type { NounRights } from './rights.ts';

/** A rule of the same id as its group, so that whoever is asked for the one finds the other. */
const rule = (id: string) => ({
  id,
  direction: 'ingress',
  ethertype: 'IPv4',
  protocol: null,
  port_range_min: null,
  port_range_max: null,
  remote_ip_prefix: null,
  remote_group_id: null,
});

export const securityGroups: NounRights = {
  calls: {
    readProject: ['list', 'read'],
    createInProject: ['create'],
    changeProject: ['update', 'delete', 'bulkDelete', 'createRule', 'deleteRule'],
  },
  document: (id) => ({ name: `group ${id}`, tags: [], security_group_rules: [rule(id)] }),
};
