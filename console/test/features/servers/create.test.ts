import { newNic, type DraftNic } from '../../../src/parts/networks/nic-draft.ts';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import fc from 'fast-check';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { describe, expect, it } from 'vitest';
import { creationOf } from '../../../src/features/servers/create/creation.ts';
import {
  draftSchema,
  draftSchemaWithoutHa,
  EMPTY,
  isLockedOut,
  keptDraft,
  parseDraft,
} from '../../../src/features/servers/create/draft.ts';
import { disksFor } from '../../../src/features/servers/create/medium.ts';
import {
  bootSnapshotObstacle,
  flavorObstacle,
  mediumObstacle,
  serversObstacle,
  sizeObstacle,
  storageObstacle,
} from '../../../src/features/servers/create/obstacles.ts';
import { bootVolumeGib, usesAfter } from '../../../src/features/servers/create/quota-use.ts';
import { storageLeft } from '../../../src/parts/quotas/storage-left.ts';

const GIB = 1024 ** 3;
const policy = (id: string, name: string, is_default: boolean) => {
  const keeping = { tier: null, redundancy: null, failure_domain: null, limits: {} };
  return { id, name, description: null, is_default, ...keeping, revision: 1 };
};
const POLICIES = [policy('p-fast', 'fast', false), policy('p-usual', 'usual', true)];

describe('what stands against a choice', () => {
  it('a new server takes only complete snapshots of volumes that can be booted from', () => {
    expect(bootSnapshotObstacle({ status: 'available', bootable: true })).toBeUndefined();
    expect(bootSnapshotObstacle({ status: 'creating', bootable: true })).toEqual({ code: 'snapshot-not-available', status: 'creating' });
    expect(bootSnapshotObstacle({ status: 'available', bootable: false })).toEqual({ code: 'snapshot-not-bootable' });
  });

  it('a new server takes any flavor before an image is chosen', () => {
    expect(flavorObstacle({ ram: 1, disk: 1 }, undefined, undefined)).toBeUndefined();
  });

  it('refuses a flavor exactly when it misses what the image needs', () => {
    const amounts = fc.nat(4096);
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 100 }), amounts, fc.nat(100), (ram, disk, min_ram, min_disk) => {
        const obstacle = flavorObstacle({ ram, disk }, { min_ram, min_disk, disk_format: 'qcow2' }, undefined);
        expect(obstacle === undefined).toBe(ram >= min_ram && disk >= min_disk);
      }),
    );
  });

  it('the disk of a flavor does not count where a boot volume is asked for, or where the flavor has none', () => {
    const image = { min_ram: 0, min_disk: 20, disk_format: 'raw' };
    expect(flavorObstacle({ ram: 1, disk: 10 }, image, undefined)).toEqual({ code: 'too-little-disk', bytes: 20 * GIB });
    expect(flavorObstacle({ ram: 1, disk: 10 }, image, 20)).toBeUndefined();
    expect(flavorObstacle({ ram: 1, disk: 0 }, image, undefined)).toBeUndefined();
    // What a medium installs goes to another disk.
    expect(flavorObstacle({ ram: 1, disk: 10 }, { ...image, disk_format: 'iso' }, undefined)).toBeUndefined();
  });
});

describe('the size of a boot volume', () => {
  it('a boot volume whose size is typed has to hold the image', () => {
    expect(sizeObstacle(3, { min_disk: 4 })).toEqual({ code: 'too-little-disk', bytes: 4 * GIB });
    expect(sizeObstacle(4, { min_disk: 4 })).toBeUndefined();
    expect(sizeObstacle(undefined, { min_disk: 4 })).toBeUndefined();
    expect(sizeObstacle(1, undefined)).toBeUndefined();
  });
});

describe('a draft', () => {
  it('a new server asks for a further volume made of a snapshot, of the typed size or that of the snapshot', () => {
    const volumes = [{ snapshot_id: 's', size: 5, name: '', delete_on_termination: true }];
    const draft = { ...EMPTY, name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'], volumes };
    expect(draftSchema.parse(draft).volumes).toEqual([{ snapshot_id: 's', size: 5, delete_on_termination: true }]);
    const own = { ...draft, volumes: [{ snapshot_id: 's', delete_on_termination: false }] };
    expect(draftSchema.parse(own).volumes).toEqual([{ snapshot_id: 's' }]);
    const nothing = { data: undefined, gone: false, isComing: false };
    const snapshot = { id: 's', size: 7, storage_policy_name: 'fast' } as VolumeSnapshot;
    const snapshots = new Map([[snapshot.id, snapshot]]);
    const chosen = { flavor: nothing, image: nothing, snapshot: nothing, snapshots, policies: POLICIES, ownDisks: false };
    const further = [draft, own].map((one) => creationOf(one, chosen).further);
    expect(further).toEqual([[{ gib: 5, policy: 'fast' }], [{ gib: 7, policy: 'fast' }]]);
  });
});

describe('a server of an image', () => {
  const nothing = { data: undefined, gone: false, isComing: false };
  const chosen = { flavor: nothing, image: nothing, snapshot: nothing, snapshots: new Map(), policies: POLICIES, ownDisks: true };
  const draft = { ...EMPTY, name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'] };
  const flavor = { vcpus: 1, ram: 512, disk: 10 };

  it('a server that boots from a disk of its node takes no volume from the quota, unless a volume is asked for', () => {
    const made = (typed: object, own = true) => {
      const creation = { ...creationOf({ ...draft, ...typed }, { ...chosen, ownDisks: own }), flavor };
      return bootVolumeGib(creation);
    };
    expect(made({})).toBe(0);
    expect(made({}, false)).toBe(10);
    expect(made({ volume_size: 7 })).toBe(7);
    expect(made({ storage_policy_id: 'p-fast' })).toBe(10);
    expect(made({ delete_on_termination: false })).toBe(10);
    expect(bootVolumeGib({ ...creationOf(draft, chosen), flavor: { ...flavor, disk: 0 } })).toBe(1);
  });

  it('a new server asks for high availability only where the cloud has it', () => {
    expect(draftSchema.parse(draft)).toHaveProperty('ha_enabled', true);
    expect(draftSchemaWithoutHa.parse(draft)).not.toHaveProperty('ha_enabled');
  });
});

describe('the storage policies of a draft', () => {
  const draft = { ...EMPTY, name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'] };
  const nothing = { data: undefined, gone: false, isComing: false };
  const chosen = { flavor: nothing, image: nothing, snapshot: nothing, snapshots: new Map(), policies: POLICIES, ownDisks: false };
  const rows = [
    { size: 1, storage_policy_id: 'p-fast', delete_on_termination: false },
    { size: 2, delete_on_termination: false },
  ];

  it('a new volume of a server gets the storage policy that is chosen for it, or else the default', () => {
    const typed = { ...draft, volume_size: 3, storage_policy_id: 'p-fast', volumes: rows };
    expect(draftSchema.parse(typed)).toMatchObject({
      storage_policy_id: 'p-fast',
      volumes: [{ size: 1, storage_policy_id: 'p-fast' }, { size: 2 }],
    });
    expect(draftSchema.parse(typed).volumes?.[1]?.storage_policy_id).toBeUndefined();
    expect(creationOf(typed, chosen)).toMatchObject({
      policy: 'fast',
      further: [
        { gib: 1, policy: 'fast' },
        { gib: 2, policy: 'usual' },
      ],
    });
    expect(creationOf(draft, chosen)).toMatchObject({ policy: 'usual' });
  });

  it('a storage policy of a new server is left out where another source is chosen afterwards', () => {
    const policy = { storage_policy_id: 'p-fast' };
    const taken = [
      { ...rows[0]!, ...policy, snapshot_id: 's' },
      { ...policy, volume_id: 'v', delete_on_termination: false },
    ];
    const body = draftSchema.parse({ ...draft, ...policy, image_id: undefined, snapshot_id: 's2', volumes: taken });
    expect(body.storage_policy_id).toBeUndefined();
    expect(body.volumes).toEqual([{ snapshot_id: 's', size: 1 }, { volume_id: 'v' }]);
  });
});

describe('the interfaces of a draft', () => {
  const draft = { ...EMPTY, name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['a', 'b'] };
  const asked = (...interfaces: DraftNic[]) => {
    const { network_ids: plain, interfaces: full } = draftSchema.parse({ ...draft, interfaces });
    return { plain, full };
  };

  it('a new server names its networks where nothing more is said, and all its interfaces where something is', () => {
    expect(asked(newNic('a'), { ...newNic('elsewhere'), mac_addr: 'fa:16:3e:00:00:01' })).toEqual({ plain: ['a', 'b'], full: undefined });
    const said = { ...newNic('b'), fixed_ips: { ipv4: ['10.0.0.5', '', '10.0.0.6'], ipv6: [' fd00::5'] }, mac_addr: ' FA:16:3E:00:00:01 ' };
    expect(asked(said)).toEqual({
      plain: undefined,
      full: [{ network_id: 'b', mac_addr: 'fa:16:3e:00:00:01', fixed_ips: ['10.0.0.5', '10.0.0.6', 'fd00::5'] }, { network_id: 'a' }],
    });
  });

  it('a new server has several interfaces in a network in their order, but no more than fifteen', () => {
    const [a, b] = [newNic('a'), newNic('b')];
    expect(asked(a, b, a)).toEqual({ plain: ['a', 'b', 'a'], full: undefined });
    const bare = { ...a, spoofing_protection: false };
    const told = [{ network_id: 'a' }, { network_id: 'b' }, { network_id: 'a', spoofing_protection: false }];
    expect(asked(a, b, bare)).toEqual({ plain: undefined, full: told });
    expect(() => asked(...Array.from({ length: 16 }, () => a))).toThrow('too_many');
  });

  it('an interface of a new server has security groups only with the spoofing protection', () => {
    const groups = { ...newNic('a'), security_group_ids: ['g'] };
    expect(asked(groups).full?.[0]).toEqual({ network_id: 'a', security_group_ids: ['g'] });
    expect(asked({ ...groups, spoofing_protection: false }).full?.[0]).toEqual({ network_id: 'a', spoofing_protection: false });
  });
});

describe('the disks of a draft', () => {
  const medium = { disk_format: 'iso', size: 2.5 * GIB, min_disk: 2 };
  const disk = { disk_format: 'qcow2', size: GIB, min_disk: 3 };
  const data = { size: 5, delete_on_termination: false, boot_order: 1 };

  it('a server that is installed from a medium gets a CD drive and an empty disk to install on', () => {
    const draft = { ...EMPTY, name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'] };
    const { volumes, volume_size, device_type } = draftSchema.parse({ ...draft, ...disksFor(draft, medium) });
    expect({ volumes, volume_size, device_type }).toEqual({
      volumes: [{ size: 20, boot_order: 1, delete_on_termination: true }],
      volume_size: 3,
      device_type: 'cdrom',
    });
  });

  it('the disks of a new server are as before when another image takes the place of an installation medium', () => {
    const draft = { ...EMPTY, volumes: [data] };
    const installing = { ...draft, ...disksFor(draft, medium), firmware: 'uefi' as const };
    expect(installing.volumes).toEqual([{ size: 20, delete_on_termination: true, boot_order: 2, installs: true }, data]);
    for (const next of [disk, undefined]) expect({ ...installing, ...disksFor(installing, next) }).toEqual(draft);
    expect({ ...draft, ...disksFor(draft, disk) }).toEqual(draft);
  });

  it('a disk to install on keeps what was typed, and becomes as large as the next medium needs', () => {
    const draft = { ...EMPTY, volume_size: 33, disk_bus: 'virtio' as const };
    const first = { ...draft, ...disksFor(draft, medium) };
    expect([first.volumes[0]?.size, first.disk_bus]).toEqual([33, undefined]);
    const typed = { ...first, volumes: first.volumes.map((row) => ({ ...row, name: 'system', size: 30 })) };
    expect(disksFor(typed, { ...medium, min_disk: 40 })).toMatchObject({ volumes: [{ name: 'system', size: 40 }], volume_size: 40 });
    expect(disksFor(typed, { ...medium, size: null, min_disk: 0 })).toMatchObject({ volumes: [{ size: 30 }], volume_size: 1 });
    // Taken away by hand, it comes again with another medium only.
    expect(disksFor({ ...typed, volumes: [] }, medium).volumes).toMatchObject([{ size: 20 }]);
  });

  it('a disk to install on is refused where it is too small for what is installed', () => {
    const rows = (size: number | undefined) => [{ size, delete_on_termination: true, installs: true as const }];
    expect(mediumObstacle(rows(2), medium)).toBeUndefined();
    for (const size of [1, undefined]) expect(mediumObstacle(rows(size), medium)).toEqual({ code: 'too-little-disk', bytes: 2 * GIB });
    expect(mediumObstacle([{ ...data, size: 1 }], medium)).toBeUndefined();
  });
});

describe('the options of a draft', () => {
  const draft = { ...EMPTY, name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'] };

  it('the options of a new server are left to the cloud where nothing is chosen, but high availability is on', () => {
    expect(draftSchema.parse(draft)).toEqual({
      name: 'web',
      flavor_id: 'f',
      image_id: 'i',
      network_ids: ['n'],
      ha_enabled: true,
    });
  });

  it('the chosen options of a new server become members of the request body', () => {
    const volumes = [{ size: 1, name: '', delete_on_termination: false, boot_order: 1, disk_bus: 'scsi' as const }];
    const password = 'correct horse battery 9';
    const typed = {
      ...draft,
      ha_enabled: false,
      tags: ' web, , shop ',
      firmware: 'uefi' as const,
      traits: ['CUSTOM_SSD'],
      password,
      volumes,
      device_type: 'cdrom' as const,
    };
    expect(draftSchema.parse(typed)).toMatchObject({
      ha_enabled: false,
      tags: ['web', 'shop'],
      firmware: 'uefi',
      traits: ['CUSTOM_SSD'],
      password,
      device_type: 'cdrom',
      volumes: [{ size: 1, boot_order: 1, disk_bus: 'scsi' }],
    });
  });

  it('the draft of a new server is kept for a reload, but for its password', () => {
    const typed = { ...draft, tags: 'web', ha_enabled: false, password: 'correct horse battery 9' };
    expect(parseDraft(JSON.parse(JSON.stringify(keptDraft(typed))))).toEqual({ ...typed, password: '' });
    const { ha_enabled: _ha, tags: _tags, traits: _traits, firmware: _firmware, password: _password, ...before } = draft;
    expect(parseDraft(before)).toEqual(draft);
  });

  it('the draft of a new server says whether there is a way to sign in', () => {
    expect(isLockedOut(draft)).toBe(true);
    expect(isLockedOut({ ...draft, password: 'correct horse battery 9' })).toBe(false);
    expect(isLockedOut({ ...draft, device_type: 'cdrom' })).toBe(false);
  });
});

describe('the quota after a creation', () => {
  const entry = (limit: number, used: number) => ({ limit, used });
  const quota: Quota = {
    instances: entry(2, 1),
    cores: entry(4, 3),
    ram: entry(-1, 999),
    volumes: entry(1, 1),
    snapshots: entry(1, 1),
    gigabytes: entry(100, 80),
    networks: entry(100, 1),
    security_groups: entry(100, 1),
    security_group_rules: entry(1000, 4),
    routers: entry(20, 1),
    floating_ips: entry(50, 1),
    load_balancers: entry(10, 0),
    vpn_connections: entry(20, 1),
    storage_policies: [
      { name: 'fast', ...entry(10, 4) },
      { name: 'spare', ...entry(-1, 0) },
      { name: 'usual', ...entry(-1, 76) },
      { name: 'worn', ...entry(5, 6) },
    ],
  };
  const flavor = { vcpus: 1, ram: 1, disk: 10 };

  it('the quota after a creation adds what the server takes, and marks what goes beyond the limit', () => {
    const uses = usesAfter(quota, { flavor: { vcpus: 2, ram: 2048, disk: 10 }, image: { min_disk: 3 }, volumeGib: 20 });
    expect(
      Object.fromEntries(uses.filter(({ policy: of }) => of === undefined).map(({ resource, used, over }) => [resource, [used, over]])),
    ).toEqual({
      instances: [2, false],
      cores: [5, true],
      ram: [3047, false],
      volumes: [2, true],
      gigabytes: [100, false],
    });
  });

  it('the quota after a creation tells of storage policies with a limit or a use, and refuses what takes too much of one', () => {
    const creation = { flavor, image: undefined, volumeGib: 3, policy: 'fast', further: [{ gib: 2, policy: 'usual' }], count: 2 };
    const told = usesAfter(quota, creation).flatMap(({ policy: of, used, limit, over }) =>
      of === undefined ? [] : [[of, used, limit, over]],
    );
    expect(told).toEqual([
      ['fast', 10, 10, false],
      ['usual', 80, -1, false],
      ['worn', 6, 5, true],
    ]);
    const roomy = { ...quota, volumes: entry(9, 1) };
    expect(storageObstacle(roomy, creation)).toBeUndefined();
    expect(storageObstacle(roomy, { ...creation, volumeGib: 4 })).toMatchObject({
      code: 'over-quota',
      resource: 'gigabytes',
      policy: 'fast',
    });
    expect(storageObstacle(roomy, { ...creation, fromVolume: true, policy: 'worn' })).toBeUndefined();
    expect(storageObstacle(undefined, { ...creation, volumeGib: 4 })).toBeUndefined();
  });

  it('the quota refuses more volumes, storage or servers than are left, as often as servers are asked for', () => {
    const over = (resource: string) => ({ code: 'over-quota', resource });
    const creation = { flavor, image: undefined, volumeGib: 3 };
    expect(storageObstacle(quota, creation)).toEqual(over('volumes'));
    expect(storageObstacle(quota, { ...creation, fromVolume: true })).toBeUndefined();
    const roomy = { ...quota, volumes: entry(-1, 1) };
    expect(storageObstacle(roomy, { ...creation, volumeGib: 20 })).toBeUndefined();
    expect(storageObstacle(roomy, { ...creation, volumeGib: 20, count: 2 })).toEqual(over('gigabytes'));
    expect(serversObstacle(quota, creation)).toBeUndefined();
    expect(serversObstacle(quota, { ...creation, count: 2 })).toEqual(over('instances'));
    expect(serversObstacle(quota, { ...creation, flavor: { ...flavor, vcpus: 2 } })).toEqual(over('cores'));
  });

  it('the quota leaves of a storage policy the less of what it and all storage may have', () => {
    expect(['fast', 'usual', 'worn', null].map((name) => storageLeft(quota, name))).toEqual([6, 20, 0, 20]);
    const endless = { ...quota, gigabytes: entry(-1, 80) };
    expect(['fast', 'usual', null].map((name) => storageLeft(endless, name))).toEqual([6, undefined, undefined]);
    expect(storageLeft(undefined, 'fast')).toBeUndefined();
  });

  it('a boot volume takes the size that is asked for, else the larger of flavor and image', () => {
    expect(bootVolumeGib({ flavor: { vcpus: 1, ram: 1, disk: 10 }, image: { min_disk: 3 }, volumeGib: 5 })).toBe(5);
    expect(bootVolumeGib({ flavor: { vcpus: 1, ram: 1, disk: 10 }, image: { min_disk: 30 }, volumeGib: undefined })).toBe(30);
    const revived = { flavor: { vcpus: 1, ram: 1, disk: 10 }, image: undefined, snapshot: { size: 4 } };
    expect([undefined, 6].map((volumeGib) => bootVolumeGib({ ...revived, volumeGib }))).toEqual([4, 6]);
    expect(bootVolumeGib({ flavor: undefined, image: undefined, volumeGib: undefined })).toBe(0);
  });
});
