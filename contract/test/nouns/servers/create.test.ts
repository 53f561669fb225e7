import { describe, expect, it } from 'vitest';
import { copyOf, interfacesOf, serverCreateBody, type ServerCreate } from '../../../src/nouns/servers/create.ts';
import { updateInterfaceBody } from '../../../src/nouns/servers/interfaces.ts';
import { withoutSecrets } from '../../../src/wire/secret.ts';

const body = { name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n', 'n'] };

/** `field: code` of everything that is wrong. */
const problems = (more: object): string[] => {
  const result = serverCreateBody.safeParse({ ...body, ...more });
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const volumes = (count: number) => Array.from({ length: count }, () => ({ size: 1 }));
const nic = (more: object = {}) => ({ network_id: 'n', ...more });

describe('the body of a new server', () => {
  it('a new server takes an image or a volume to boot from, never both or none', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ image_id: undefined, volume_id: 'v' })).toEqual([]);
    expect(problems({ image_id: undefined })).toEqual(['image_id: required']);
    expect(problems({ volume_id: 'v' })).toEqual(['volume_id: one_boot_source']);
    expect(problems({ image_id: undefined, volume_id: 'v', volume_size: 5 })).toEqual(['volume_size: one_boot_source']);
  });

  it('a new server has at most 15 volumes with the boot volume, each new with a size, or existing and named once', () => {
    expect(problems({ volumes: volumes(14) })).toEqual([]);
    expect(problems({ volumes: volumes(15) })).toEqual(['volumes: too_many']);
    expect(problems({ volumes: [{}] })).toEqual(['volumes.0.size: required']);
    expect(problems({ volumes: [{ volume_id: 'v', size: 1, name: 'x' }] })).toEqual([
      'volumes.0.size: one_volume_source',
      'volumes.0.name: one_volume_source',
    ]);
    expect(problems({ volumes: [{ volume_id: 'v' }, { volume_id: 'v' }] })).toEqual(['volumes: duplicates']);
    expect(problems({ image_id: undefined, volume_id: 'v', volumes: [{ volume_id: 'v' }] })).toEqual(['volumes: duplicates']);
  });

  it('a new server takes a volume made from a snapshot, of any size, but not together with an existing volume', () => {
    expect(problems({ volumes: [{ snapshot_id: 's' }, { snapshot_id: 's', name: 'x', size: 5 }], count: 2 })).toEqual([]);
    expect(problems({ volumes: [{ snapshot_id: 's', volume_id: 'v' }] })).toEqual(['volumes.0.snapshot_id: one_volume_source']);
  });

  it('a new server has 1 to 15 interfaces, of which those with only a network come first', () => {
    expect(problems({ network_ids: [] })).toEqual(['network_ids: required']);
    expect(problems({ network_ids: undefined, interfaces: [nic()] })).toEqual([]);
    expect(problems({ interfaces: Array.from({ length: 13 }, () => nic()) })).toEqual([]);
    expect(problems({ interfaces: Array.from({ length: 14 }, () => nic()) })).toEqual(['interfaces: too_many']);
    expect(interfacesOf({ network_ids: ['a'], interfaces: [nic({ fixed_ips: ['10.0.0.9'] })] })).toEqual([
      { network_id: 'a' },
      { network_id: 'n', fixed_ips: ['10.0.0.9'] },
    ]);
  });

  it('each address is given once in a network, and never to several new servers', () => {
    const two = (more: object) => ({ interfaces: [nic(more), nic(more)] });
    expect(problems(two({ fixed_ips: ['10.0.0.9'] }))).toEqual(['interfaces.1.fixed_ips.0: duplicates']);
    expect(problems(two({ mac_addr: 'fa:16:3e:00:00:01' }))).toEqual(['interfaces.1.mac_addr: duplicates']);
    expect(problems({ interfaces: [nic({ fixed_ips: ['10.0.0.9', '10.0.0.9'] })] })).toEqual(['interfaces.0.fixed_ips: duplicates']);
    const elsewhere = nic({ network_id: 'm', mac_addr: 'fa:16:3e:00:00:01', fixed_ips: ['10.0.0.9'] });
    expect(problems({ interfaces: [nic({ mac_addr: 'fa:16:3e:00:00:01', fixed_ips: ['10.0.0.9'] }), elsewhere] })).toEqual([]);
    for (const own of [{ fixed_ips: ['10.0.0.9'] }, { mac_addr: 'fa:16:3e:00:00:01' }])
      expect(problems({ count: 2, interfaces: [nic(own)] })).toEqual(['count: only_one']);
    expect(problems({ count: 2, interfaces: [nic({ spoofing_protection: false })] })).toEqual([]);
  });

  it('a new server takes MAC addresses of interfaces, and security groups only with spoofing protection', () => {
    expect(problems({ interfaces: [nic({ mac_addr: 'FA-16-3E-00-00-01' })] })).toEqual([]);
    expect(problems({ interfaces: [nic({ mac_addr: '01:00:5e:00:00:01' })] })).toEqual(['interfaces.0.mac_addr: mac_multicast']);
    expect(problems({ interfaces: [nic({ mac_addr: 'fa:16:3e' })] })).toEqual(['interfaces.0.mac_addr: mac']);
    const bare = { spoofing_protection: false };
    expect(problems({ interfaces: [nic({ ...bare, security_group_ids: [] })] })).toEqual([]);
    expect(problems({ interfaces: [nic({ ...bare, security_group_ids: ['g'] })] })).toEqual([
      'interfaces.0.security_group_ids: groups_unprotected',
    ]);
  });

  it('an interface that is changed keeps at least one address, and has something to change', () => {
    const codes = (more: object) =>
      updateInterfaceBody.safeParse({ mac_addr: 'fa:16:3e:00:00:01', ...more }).error?.issues.map(({ message }) => message) ?? [];
    expect(codes({ fixed_ips: ['10.0.0.9'] })).toEqual([]);
    expect(codes({ security_group_ids: [] })).toEqual([]);
    expect([codes({ fixed_ips: [] }), codes({})]).toEqual([['required'], ['nothing_to_change']]);
  });

  it('a new server takes any user data, up to 64 KiB of UTF-8', () => {
    for (const [sign, bytes] of [
      ['x', 1],
      ['é', 2],
      ['字', 3],
      ['😀', 4],
    ] as const) {
      const longest = `#!${'x'.repeat(65_536 - 2 - 5 * bytes)}${sign.repeat(5)}`;
      expect(problems({ user_data: longest })).toEqual([]);
      expect(problems({ user_data: `${longest}x` })).toEqual(['user_data: script_too_long']);
    }
    for (const script of [
      '#cloud-config\npackages: []',
      'echo',
      ' #!/bin/sh',
      '#cloud-configuration',
      '{"ignition":{"version":"3.4.0"}}',
      'H4sIAAAA',
    ])
      expect(problems({ user_data: script })).toEqual([]);
    expect(problems({ user_data: '' })).toEqual(['user_data: required']);
  });

  it('a request asks for up to 50 new servers, whose names all fit, and for nothing that only one can have', () => {
    expect(problems({ count: 50 })).toEqual([]);
    expect(problems({ count: 0 })).toEqual(['count: too_small']);
    expect(problems({ count: 51 })).toEqual(['count: too_large']);
    expect(problems({ count: 2, volumes: [{ volume_id: 'v' }] })).toEqual(['count: only_one']);
    expect(problems({ count: 2, volumes: volumes(2) })).toEqual([]);
    for (const [length, count, fits] of [
      [255, 1, true],
      [253, 9, true],
      [254, 9, false],
      [253, 10, false],
    ] as const)
      expect(problems({ name: 'x'.repeat(length), count })).toEqual(fits ? [] : ['name: too_long_numbered']);
  });

  it('several new servers get numbered names, and a single one gets the plain name', () => {
    const parsed: ServerCreate = serverCreateBody.parse({ ...body, count: 2 });
    expect([copyOf(parsed, undefined).name, copyOf(parsed, 1).name, copyOf(parsed, 2).name]).toEqual(['web', 'web-1', 'web-2']);
  });

  it('the body of a new server hides its user data once its secrets are removed', () => {
    expect(withoutSecrets(serverCreateBody, { ...body, user_data: '#!/bin/sh\nsecret' })).toEqual({ ...body, user_data: '***' });
  });
});
