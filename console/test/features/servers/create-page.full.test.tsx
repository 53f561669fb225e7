import { afterEach, describe, expect, it, vi } from 'vitest';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { decodeReturnRoute } from '../../../src/app/router/return-route.ts';
import { draftKey, writeDraft } from '../../../src/app/session/drafts.ts';
import { newNic } from '../../../src/parts/networks/nic-draft.ts';
import { EMPTY, type Draft } from '../../../src/features/servers/create/draft.ts';
import { Page } from '../../../src/features/servers/create/page.tsx';
import { roomFor } from '../../../src/features/servers/create/room.ts';
import { CREATE_STEP } from '../../../src/features/servers/paths.ts';
import { openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { acting, all, choose, click, find, pageText, type } from '../../support/render.tsx';

const MIB = 1024 ** 2;
/** @param ram MiB */
const node = (vcpus: number, ram: number, { away = false, status = 'enabled', traits = [] as string[] } = {}) => ({
  in_maintenance: away,
  traits,
  hypervisor: { status },
  statistics: { compute: { vcpus_free: vcpus, vm_mem_free: ram * MIB } },
});
const small = { vcpus: 1, ram: 1024 };

// What is typed is kept for the tab.
afterEach(() => sessionStorage.clear());

describe('the room that nodes have for a flavor', () => {
  it.each([
    ['as many as the scarcer of cores and memory allows', [node(8, 4096)], small, 4],
    ['as many as the cores allow where memory is left', [node(2, 65_536)], small, 2],
    ['exactly what is free', [node(4, 8192)], { vcpus: 4, ram: 8192 }, 1],
    ['none for one core more than is free', [node(4, 8192)], { vcpus: 5, ram: 8192 }, 0],
    ['none for one MiB more than is free', [node(4, 8192)], { vcpus: 4, ram: 8193 }, 0],
    ['whole servers on each node, not parts of several', [node(3, 3072), node(3, 3072)], { vcpus: 2, ram: 1024 }, 2],
    ['nothing on nodes in maintenance or switched off', [node(8, 8192, { away: true }), node(8, 8192, { status: 'disabled' })], small, 0],
    ['nothing taken from others by a node that is overcommitted', [node(-4, -4096), node(2, 2048)], small, 2],
    ['nothing without nodes', [], small, 0],
  ])('the room that nodes have for a flavor is %s', (_, nodes, flavor, room) => {
    expect(roomFor(nodes, { ...flavor, extra_specs: {} }, [])).toBe(room);
  });

  it.each([
    ['all nodes where nothing is needed', {}, [], 7],
    ['those that offer what the flavor asks for', { 'trait:CUSTOM_SSD': 'required' }, [], 3],
    ['those that offer what the server is bound to', {}, ['CUSTOM_GPU'], 1],
    ['those that offer both', { 'trait:CUSTOM_SSD': 'required' }, ['CUSTOM_GPU'], 1],
    ['none where nobody offers it', {}, ['CUSTOM_FAST'], 0],
    [
      'all nodes where what the flavor asks for is the hardware’s, of which they do not tell',
      { 'trait:HW_CPU_X86_AVX2': 'required' },
      [],
      7,
    ],
  ])('the room that nodes have for a flavor counts %s', (_, extra_specs: Record<string, string>, traits, room) => {
    const nodes = [node(4, 8192), node(2, 8192, { traits: ['CUSTOM_SSD'] }), node(1, 8192, { traits: ['CUSTOM_GPU', 'CUSTOM_SSD'] })];
    expect(roomFor(nodes, { ...small, extra_specs }, traits)).toBe(room);
  });
});

const flavor = (id: string, ram: number, extraSpecs = {}) => ({
  id,
  name: id,
  vcpus: 1,
  ram,
  disk: 10,
  extra_specs: extraSpecs,
  is_public: true,
});

const subnets = [{ cidr: '10.0.0.0/24', ip_version: 4 }];
const NETWORKS = ['private', 'public'].map((name) => ({ id: name, name, ipam_enabled: true, subnets }));
const IMAGE = { id: 'image-1', name: 'Debian', status: 'active', min_ram: 0, min_disk: 0, size: 1, visibility: 'public' };
const TRAITS = [
  { id: 'CUSTOM_GPU', name: 'CUSTOM_GPU', description: 'Graphics' },
  { id: 'CUSTOM_SSD', name: 'CUSTOM_SSD', description: null },
];
const MEDIUM = { ...IMAGE, id: 'image-2', name: 'Installer', disk_format: 'iso', min_disk: 4 };

const SNAPSHOT = {
  id: 'snapshot-1',
  name: 'before the update',
  status: 'available',
  size: 4,
  volume_id: 'v',
  created_at: '2026-11-20T10:00:00Z',
};

const POLICIES = ['fast', 'usual'].map((name) => ({ id: `p-${name}`, name, description: null, is_default: name === 'usual' }));
const free = { limit: -1, used: 0 };
const OF_POLICIES = [
  { name: 'fast', limit: 10, used: 2 },
  { name: 'usual', ...free },
];
const QUOTA = { instances: free, cores: free, ram: free, volumes: free, snapshots: free, gigabytes: free, storage_policies: OF_POLICIES };

/** A step of a new server, over a node with 2 GiB free. `held`: what is offered at the step is on its way for so long. `other`: answers of the test's own. */
function openStep(
  marker?: string,
  step = 'flavor',
  held: Promise<void> = Promise.resolve(),
  other: (asked: Asked) => Given | undefined = () => undefined,
) {
  const answers: Readonly<Record<string, object>> = {
    '/api/v2/compute/flavors': { data: [flavor('fits', 1024, { 'trait:CUSTOM_SSD': 'required' }), flavor('too-big', 4096)] },
    '/api/v2/compute/flavors/fits': flavor('fits', 1024, { 'trait:CUSTOM_SSD': 'required' }),
    '/api/v2/compute/flavors/too-big': flavor('too-big', 4096),
    '/api/v2/compute/images': { data: [IMAGE, MEDIUM] },
    '/api/v2/compute/images/image-1': IMAGE,
    '/api/v2/compute/images/image-2': MEDIUM,
    '/api/v2/compute/networks': { data: NETWORKS },
    '/api/v2/compute/volumes': { data: [] },
    '/api/v2/compute/key_pairs': { data: [{ id: 'key-2', name: 'laptop', fingerprint: 'd3:61' }] },
    '/api/v2/compute/volume_snapshots': { data: [SNAPSHOT] },
    '/api/v2/compute/storage_policies': { data: POLICIES },
    '/api/v2/compute/traits': { data: TRAITS },
    '/api/v2/compute/quotas/project-1': QUOTA,
    '/api/v2/compute/nodes': { data: [node(8, 2048, { traits: ['CUSTOM_SSD'] })], ...(marker !== undefined && { marker }) },
  };
  const answer = async (asked: Asked): Promise<Given> => {
    const { path } = asked;
    if (path === `/api/v2/compute/${step}s`) await held;
    const own = other(asked);
    if (own) return own;
    return answers[path] ? { body: answers[path] } : { status: 404, body: { error: { err_code: 'not_found', message: 'x' } } };
  };
  return openPage(Page, answer, `/compute/instances/add/${step}`, CREATE_STEP);
}
const noteOf = (name: string): string | undefined => {
  const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent?.includes(name));
  return row?.querySelector('td')?.textContent?.replace(name, '');
};
const NO_ROOM = 'No node currently has enough free capacity, unless the cloud overcommits.';
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

describe('a new server', () => {
  it('a new server takes only an image that is ready, and the form says why another image is not', async () => {
    const queued = { ...IMAGE, id: 'image-3', name: 'Half there', status: 'queued' };
    await openStep(undefined, 'image', undefined, ({ path }) =>
      path === '/api/v2/compute/images' ? { body: { data: [queued, IMAGE] } } : undefined,
    );
    await eventually(() => expect(noteOf('Half there')).toBe('The image is not ready: Uploading.'));
    expect(find('radio', 'Half there').matches(':disabled, [aria-disabled="true"]')).toBe(true);
    expect(noteOf('Debian')).toBe('');
    expect(find('radio', 'Debian').matches(':checked')).toBe(true);
  });

  it('the form for a new server has everything but the name chosen already, and shows the chosen flavor', async () => {
    const { asked } = await openStep();
    await eventually(() => expect(pageText()).toContain('fits · 1 vCPU · 1 GiB'));
    await type(find('textbox', 'Name'), 'web');
    await click(find('button', 'Create'));
    await eventually(() => expect(asked.find(({ method }) => method === 'POST')).toBeDefined());
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'web',
      image_id: 'image-1',
      network_ids: ['private'],
      key_pair_id: 'key-2',
    });
  });

  it('the form for a new server shows its boot volume with the storage policy, and counts it in the quota', async () => {
    await openStep(undefined, 'key');
    await eventually(() => expect(pageText()).toContain('Boot volume: 10 GiB · usual · deleted with the virtual machine'));
    expect(pageText()).toContain('Volumes0 + 1, unlimited');
    expect(pageText()).toContain('Storage: fast2 GiB of 10 GiB');
  });
});

describe('the flavors to choose from', () => {
  it('a flavor for which the nodes have no room says so, and can still be chosen', async () => {
    await openStep();
    await eventually(() => expect(noteOf('too-big')).toBe(NO_ROOM));
    expect(noteOf('fits')).toBe('');
    expect(find('radio', 'too-big')).toHaveProperty('disabled', false);
  });

  it('a flavor says for how many of the wanted servers the nodes have room', async () => {
    await openStep();
    await eventually(() => expect(noteOf('fits')).toBe(''));
    await type(find('textbox', 'Number'), '3');
    await eventually(() => expect(noteOf('fits')).toBe('The nodes have capacity for about 2 virtual machines of this flavor.'));
    expect(noteOf('too-big')).toBe(NO_ROOM);
  });

  it('a flavor says nothing of the room for it where not all nodes are known', async () => {
    await openStep('m1');
    await eventually(() => expect(noteOf('too-big')).toBe(''));
  });
});

describe('placements', () => {
  const offer = (option: string) =>
    acting(() => abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities, option]) })));

  it('the form for a new server offers placements where the cloud binds servers to them, and counts less room with them', async () => {
    await openStep();
    await eventually(() => expect(noteOf('fits')).toBe(''));
    await click(find('radio', 'fits'));
    await eventually(() => expect(pageText()).toContain('capacity for about 2 virtual machines of this flavor'));
    await click(find('button', 'Choose: More options'));
    await eventually(() => find('textbox', 'Tags'));
    expect(pageText()).not.toContain('Placements');
    await offer('server.create:traits');
    await eventually(() => find('checkbox', 'CUSTOM_GPU'));
    expect(noteOf('CUSTOM_SSD')).toBe('Required by the flavor.');
    expect(pageText()).toContain('Graphics');
    await click(find('checkbox', 'CUSTOM_GPU'));
    await eventually(() => expect(pageText()).not.toContain('capacity for about 2'));
    expect(pageText()).toContain(NO_ROOM);
  });
});

describe('the way into the guest', () => {
  const HINT = 'you may not be able to sign in to the guest';

  it('the form for a new server warns where an image is chosen with neither key nor script', async () => {
    await openStep(undefined, 'key');
    await eventually(() => expect(find('radio', 'laptop')).toHaveProperty('checked', true));
    expect(pageText()).not.toContain(HINT);
    await click(find('radio', 'No key'));
    await eventually(() => expect(pageText()).toContain(HINT));
    await click(find('button', 'Choose: Script'));
    await eventually(() => find('textbox', 'Script'));
    await type(find('textbox', 'Script'), '#cloud-config');
    await eventually(() => expect(pageText()).not.toContain(HINT));
  });

  it('an SSH key that was chosen before a reload can be taken back from a new server', async () => {
    writeDraft(draftKey('create-server', 'user-1', 'project:project-1'), { ...EMPTY, name: 'web', key_pair_id: 'key-2' });
    await openStep(undefined, 'key');
    await eventually(() => expect(find('radio', 'laptop')).toHaveProperty('checked', true));
    await click(find('radio', 'No key'));
    await eventually(() => expect(find('radio', 'No key')).toHaveProperty('checked', true));
    expect(find('radio', 'laptop')).toHaveProperty('checked', false);
  });
});

describe('a thing that was made on the way', () => {
  const search = (created: string) => `?created=${created}`;
  const kept = () => Object.values({ ...sessionStorage }).map((draft) => JSON.parse(draft as string) as Draft);

  it('an SSH key that was made on the way is chosen for a new server, and its step links to the form for keys', async () => {
    const { router } = await openStep(undefined, `key${search('key-2')}`);
    await eventually(() => expect(find('radio', 'laptop')).toHaveProperty('checked', true));
    await eventually(() => expect(router.state.location.href).toBe('/compute/instances/add/key'));
    await eventually(() => expect(kept()).toMatchObject([{ key_pair_id: 'key-2' }]));
    const way = new URL(find('link', 'Add an SSH key').getAttribute('href')!, location.origin);
    expect(way.pathname).toBe('/compute/ssh-keys/add');
    const back = { name: CREATE_STEP, params: { step: 'key' }, query: {} };
    expect(decodeReturnRoute(way.searchParams.get('returnRoute'), (name) => name === CREATE_STEP)).toEqual(back);
  });

  it('a snapshot that was made on the way is chosen for a new server in the place of the image', async () => {
    const { router } = await openStep(undefined, `image${search('snapshot-1')}`);
    await eventually(() => expect(find('radio', 'before the update')).toHaveProperty('checked', true));
    await eventually(() => expect(router.state.location.href).toBe('/compute/instances/add/image'));
    await eventually(() => expect(kept()).toMatchObject([{ snapshot_id: 'snapshot-1' }]));
    expect(find('link', 'Take snapshot').getAttribute('target')).toBeNull();
  });
});

describe('an installation medium', () => {
  it('an installation medium brings an empty disk to a new server, which can be changed, and which goes with the medium', async () => {
    await openStep(undefined, 'image');
    await eventually(() => find('radio', 'Installer'));
    await click(find('radio', 'Installer'));
    await click(find('button', 'Done'));
    await eventually(() => expect(pageText()).toContain('New volume (20 GiB)'));
    await click(find('button', 'Change: Volumes'));
    await eventually(() => expect(pageText()).toContain('Disk for the installation'));
    expect(all('combobox', 'Boot order').map((field) => (field as HTMLSelectElement).value)).toEqual(['1']);
    await type(find('textbox', 'Size in GiB'), '3');
    await click(find('button', 'Done'));
    await eventually(() => expect(pageText()).toContain('The image requires a disk of 4 GiB.'));
    await click(find('button', 'Change: Boot source'));
    await eventually(() => find('radio', 'Debian'));
    await click(find('radio', 'Debian'));
    await eventually(() => expect(pageText()).not.toContain('New volume'));
  });
});

describe('the storage policies', () => {
  const labels = (select: Element) => [...select.querySelectorAll('option')].map(({ textContent }) => textContent);
  const policies = () => all('combobox', 'Storage policy');

  it('storage policies are offered for each volume of a new server, with what the quota leaves, and counted apart', async () => {
    await openStep(undefined, 'volumes');
    await eventually(() => expect(policies().map(labels)).toEqual([['usual', 'fast · 8 GiB left']]));
    await type(find('textbox', 'Boot volume size'), '3');
    await choose(policies()[0]!, 'p-fast');
    await click(find('button', 'Add an empty volume'));
    await eventually(() => expect(policies()).toHaveLength(2));
    // Ten GiB do not fit any more.
    expect(policies()[1]!.querySelector<HTMLOptionElement>('[value="p-fast"]')?.disabled).toBe(true);
    await type(find('textbox', 'Size in GiB'), '5');
    await choose(policies()[1]!, 'p-fast');
    await eventually(() => expect(pageText()).toContain('Boot volume: 3 GiB · fast'));
    expect(pageText()).toContain('New volume (5 GiB · fast)');
    expect(pageText()).toContain('Storage: fast2 GiB + 8 GiB of 10 GiB');
    await type(find('textbox', 'Size in GiB'), '6');
    await eventually(() => expect(pageText()).toContain('Exceeds the quota: Storage: fast.'));
  });
});

describe('the interfaces', () => {
  const names = () => all('button', 'Interface ').map(({ textContent }) => textContent);

  it('a new server has an interface in each chosen network, and as many more as are added, fifteen at most', async () => {
    await openStep(undefined, 'networks');
    await eventually(() => expect(find('checkbox', 'private')).toHaveProperty('checked', true));
    await click(find('checkbox', 'public'));
    await eventually(() => find('button', 'Interface 2 in public'));
    const add = () => find('combobox', 'Add an interface') as HTMLSelectElement;
    await choose(add(), 'private');
    await eventually(() => find('button', 'Interface 3 in private'));
    await click(find('button', 'Remove Interface 1 in private'));
    await eventually(() => expect(names()).toEqual(['Interface 1 in public', 'Interface 2 in private']));
    await click(find('button', 'Remove Interface 1 in public'));
    await eventually(() => expect(find('checkbox', 'public')).toHaveProperty('checked', false));
    for (let count = 1; count < 15; count += 1) await choose(add(), 'private');
    await eventually(() => find('button', 'Interface 15 in private'));
    expect(add().disabled).toBe(true);
  });

  it('an error in an interface of a new server is told at its very field, unfolded', async () => {
    const nic = (ips: string[]) => ({ ...newNic('private'), fixed_ips: { ipv4: ips, ipv6: [] } });
    const draft = {
      ...EMPTY,
      name: 'web',
      image_id: 'image-1',
      volume_size: 10,
      flavor_id: 'fits',
      network_ids: ['private', 'public'],
      interfaces: [nic(['10.0.0.8']), nic(['10.0.0.8', '', '10.0.0.9'])],
    };
    writeDraft(draftKey('create-server', 'user-1', 'project:project-1'), draft);
    const fields = { 'interfaces.1.fixed_ips.1': [{ code: 'address_taken' }], 'interfaces.2.mac_addr': [{ code: 'mac_taken' }] };
    const refused = { status: 422, body: { error: { err_code: 'validation_failed', message: 'x', data: { field_codes: fields } } } };
    await openStep(undefined, 'networks', undefined, ({ method, path }) => {
      if (path.endsWith('/flavors/fits')) return { body: flavor('fits', 1024) };
      return method === 'POST' ? refused : undefined;
    });
    await eventually(() => find('button', 'Interface 3 in public'));
    const wrong = () =>
      [...document.querySelectorAll('[aria-invalid=true]')].map((field) => [
        field.getAttribute('aria-label') ?? document.querySelector(`label[for="${field.id}"]`)?.textContent,
        (field as HTMLInputElement).value,
        document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
      ]);
    const send = async () => {
      await click(find('button', 'Done'));
      await click(find('button', 'Create'));
      await eventually(() => find('button', 'Change: Networks'));
      await eventually(() => expect(document.querySelectorAll('[data-field-error]')).toHaveLength(1));
      await click(find('button', 'Change: Networks'));
      await eventually(() => find('button', 'Interface 3 in public'));
    };
    await send();
    expect(wrong()).toEqual([['IPv4 address 1', '10.0.0.8', expect.stringContaining('Each entry must be unique.')]]);
    await type(document.querySelector('[aria-invalid=true]')!, '10.0.0.7');
    await eventually(() => expect(wrong()).toEqual([]));
    await send();
    expect(wrong()).toEqual([
      ['IPv4 address 3', '10.0.0.9', expect.stringContaining('This address is already in use.')],
      ['MAC address', '', expect.stringContaining('This MAC address is already in use in the network.')],
    ]);
  });
});

describe('a section of the form', () => {
  const focused = () => document.activeElement;

  it('a section of the form for a new server focuses the first choice as soon as that is there', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    await openStep(undefined, 'flavor', held);
    expect(all('radio')).toHaveLength(0);
    resolve();
    await eventually(() => expect(focused()).toBe(find('radio', 'fits')));
  });

  it('a section of the form for a new server leaves the focus where the user has put it meanwhile', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    await openStep(undefined, 'image', held);
    const volume = find('button', 'Existing volume');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    volume.focus();
    resolve();
    await eventually(() => find('radio', 'Debian'));
    expect(focused()).toBe(volume);
  });

  it('a section of the form for a new server focuses what has been chosen before', async () => {
    await openStep();
    await eventually(() => find('radio', 'too-big'));
    await click(find('radio', 'too-big'));
    await click(find('button', 'Done'));
    await eventually(() => find('button', 'Change: Flavor'));
    await click(find('button', 'Change: Flavor'));
    await eventually(() => expect(focused()).toBe(find('radio', 'too-big')));
  });
});
