import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'floating-ips',
  kind: 'floating_ip',
  calls: api.floatingIps,
  path: '/compute/floating-ips',
  owned: true,
  spec: { sortKeys: ['name', 'status', 'created_at'], filters: { search: 'contains', network: 'in' }, defaultSort: 'created_at:desc' },
});
