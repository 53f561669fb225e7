import { afterEach, describe, expect, it } from 'vitest';
import { stepPath } from '../../../src/app/create/step-path.ts';
import { Page as Add } from '../../../src/features/vpn/add-page.tsx';
import { NEW_VPN, type VpnDraft } from '../../../src/features/vpn/draft.ts';
import { peerFile } from '../../../src/features/vpn/peer-file.ts';
import { vpnSchema } from '../../../src/features/vpn/schema.ts';
import { section } from '../../../src/features/vpn/section.ts';
import { openPage } from '../../support/console-page.tsx';
import { find } from '../../support/render.tsx';

// What is typed is kept for the tab.
afterEach(() => sessionStorage.clear());

const ADD = '/compute/vpn/add';
const open = (step: string) => openPage(Add, () => ({ body: { data: [], count: 0 } }), `${ADD}/${step}`, stepPath(section.add));

/** The values that a field offers, and the one that is chosen. */
function offered(label: string) {
  const select = find('combobox', label) as HTMLSelectElement;
  return {
    values: [...select.options].map(({ value }) => value),
    words: [...select.options].map(({ text }) => text),
    chosen: select.value,
  };
}

it('the wizard offers four hashes, four ciphers, two versions of IKE and three groups, and marks the weak ones [vpn.hash, vpn.encryption, vpn.ike-versions, vpn.dh-groups]', async () => {
  for (const step of ['ike', 'ipsec']) {
    await open(step);
    expect(offered('Authentication algorithm')).toEqual({
      values: ['sha1', 'sha256', 'sha384', 'sha512'],
      words: ['sha1 (weak)', 'sha256', 'sha384', 'sha512'],
      chosen: 'sha256',
    });
    expect(offered('Encryption algorithm')).toEqual({
      values: ['3des', 'aes-128', 'aes-192', 'aes-256'],
      words: ['3des (weak)', 'aes-128', 'aes-192', 'aes-256'],
      chosen: 'aes-256',
    });
    expect(offered('Diffie-Hellman group')).toEqual({
      values: ['group2', 'group5', 'group14'],
      words: ['group2 (weak)', 'group5 (weak)', 'group14'],
      chosen: 'group14',
    });
  }
  await open('ike');
  expect(offered('IKE version')).toMatchObject({ values: ['v1', 'v2'], chosen: 'v2' });
});

it('the wizard offers both modes, bi-directional first, and four actions on a dead peer [vpn.ike-mode, vpn.dpd]', async () => {
  await open('connection');
  expect(offered('Initiation')).toMatchObject({ values: ['bi-directional', 'response-only'], chosen: 'bi-directional' });
  expect(offered('Dead peer detection')).toMatchObject({ values: ['hold', 'clear', 'restart', 'disabled'], chosen: 'hold' });
});

describe('a VPN connection as it is typed', () => {
  const draft: VpnDraft = {
    ...NEW_VPN,
    name: 'branch',
    router_id: 'router-1',
    local_subnet_ids: ['subnet-1'],
    peer_cidrs: ['10.200.0.0/16', ' '],
    peer_address: '203.0.113.10',
    psk: 'w7Rk2-pQ9zL_4mXc',
    psk_again: 'w7Rk2-pQ9zL_4mXc',
    known: { ike_version: null, address: '198.51.100.1', cidrs: { 'subnet-1': '10.0.0.0/24', 'subnet-2': '10.9.0.0/24' } },
  };
  const wrong = (change: Partial<VpnDraft>) =>
    vpnSchema.safeParse({ ...draft, ...change }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  it('a typed VPN connection is sent with policies of its own name, unless it has an existing policy', () => {
    expect(vpnSchema.parse(draft)).toMatchObject({
      peer_cidrs: ['10.200.0.0/16'],
      ike_policy: {
        name: 'branch',
        auth_algorithm: 'sha256',
        encryption_algorithm: 'aes-256',
        pfs: 'group14',
        ike_version: 'v2',
        lifetime: 3600,
      },
      ipsec_policy: { name: 'branch' },
      dpd: { action: 'hold', interval: 30, timeout: 120 },
    });
    const existing = vpnSchema.parse({ ...draft, ike: 'existing', ikepolicy_id: 'policy-1' });
    expect([existing.ikepolicy_id, existing.ike_policy]).toEqual(['policy-1', undefined]);
  });

  it('an error in a typed VPN connection is told at the field that was typed', () => {
    expect(wrong({ ike_lifetime: 59 })).toEqual(['ike_lifetime: too_small']);
    expect(wrong({ ipsec_lifetime: 2_147_483_648 })).toEqual(['ipsec_lifetime: too_large']);
    expect(wrong({ dpd_timeout: 30 })).toEqual(['dpd_timeout: vpn_dpd_timeout']);
    expect(wrong({ name: '' })).toEqual(['name: required']);
    expect(wrong({ psk_again: 'other' })).toEqual(['psk_again: vpn_psk_again']);
    expect(wrong({ router_id: undefined })).toContain('router_id: required');
    expect(wrong({ ike: 'existing' })).toContain('ikepolicy_id: required');
    expect(wrong({ peer_cidrs: ['10.9.0.0/16'] })).toEqual(['peer_cidrs.0: vpn_ranges_overlap']);
    const v1 = { known: { ...draft.known, ike_version: 'v1' }, ike: 'existing', ikepolicy_id: 'policy-1' } as const;
    expect(wrong({ ...v1, peer_cidrs: ['10.1.0.0/16', '10.2.0.0/16'] })).toEqual(['peer_cidrs: vpn_ike_single_range']);
  });

  it('a VPN connection gives the other side a file with both sides swapped, and without the key', () => {
    const policy = { name: 'p', auth_algorithm: 'sha256', encryption_algorithm: 'aes-256', pfs: 'group14', lifetime: 3600 };
    const facts = {
      name: 'branch',
      address: '198.51.100.1',
      id: '198.51.100.1',
      peer_address: '203.0.113.10',
      peer_id: 'branch@example.com',
      local: ['10.0.0.0/24'],
      remote: ['10.200.0.0/16'],
      ike: { ...policy, version: 'v2' },
      ipsec: policy,
    };
    const text = peerFile(facts, ((key: string, values?: { number?: string }) =>
      values?.number === undefined ? key : values.number) as never);
    for (const line of [
      'field.local: 10.200.0.0/16',
      'field.remote: 10.0.0.0/24',
      'field.peer: 198.51.100.1',
      'field.local-id: branch@example.com',
      'field.psk: file.key',
    ])
      expect(text).toContain(line);
  });
});
