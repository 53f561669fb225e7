import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { readQuota } from './read.ts';
import { setQuota } from './set.ts';

/** Quotas are the services' own: nothing of them is mirrored. */
export const quotas: CloudNoun = {
  service: 'compute',
  commands: (parts) => ({ 'project.setQuota': setQuota(parts) }),
  live: (parts) => ({ 'quota.read': readQuota(parts) }),
};
