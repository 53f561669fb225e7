import type { Specimen } from './support/specimen.ts';

const POLICY = { description: null, auth_algorithm: 'sha256', encryption_algorithm: 'aes-256', pfs: 'group14', lifetime: 3600 };
const CALLS = { readProject: ['list', 'read'] } as const;

export const vpnServices: Specimen = {
  calls: CALLS,
  document: { description: null, status: 'ACTIVE', router_id: 'none', router_name: null, external_v4_ip: null, external_v6_ip: null },
};
export const vpnIkePolicies: Specimen = { calls: CALLS, document: { ...POLICY, ike_version: 'v2' } };
export const vpnIpsecPolicies: Specimen = { calls: CALLS, document: POLICY };
export const vpnEndpointGroups: Specimen = { calls: CALLS, document: { description: null, type: 'cidr', endpoints: ['10.200.0.0/16'] } };
