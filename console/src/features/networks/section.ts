import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'networks',
  kind: 'network',
  calls: { ...api.networks, create: api.networks.createPrivate },
  path: '/compute/networks',
  owned: true,
  spec: { sortKeys: ['name', 'status', 'type', 'mtu'], filters: { search: 'contains', type: 'in' }, defaultSort: 'name:asc' },
});

/** Address of the dialog that says who may use one (S2 §2). */
export const EDIT_ACCESS = `${section.details}/access-edit`;

/** Addresses of the dialogs over the page of one (S2 §2). */
export const EDIT_SUBNET = {
  4: `${section.details}/editIPv4subnet/$subnetId`,
  6: `${section.details}/editIPv6subnet/$subnetId`,
} as const;
