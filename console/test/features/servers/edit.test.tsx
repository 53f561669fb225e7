import { beforeAll, describe, expect, it, vi } from 'vitest';
import { abilityStore, applyMeta } from '../../../src/app/abilities/abilities.ts';
import { Body as FlavorBody } from '../../../src/features/servers/edit/flavor.tsx';
import { Body as MetadataBody } from '../../../src/features/servers/edit/metadata.tsx';
import { Body as PasswordBody } from '../../../src/features/servers/edit/password.tsx';
import { Body as PlacementBody } from '../../../src/features/servers/edit/placement.tsx';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { baseAtRoot, openConsole } from '../../support/open-console.tsx';
import { acting, all, click, find, pageText, settle, type } from '../../support/render.tsx';

const SERVER = '/api/v2/compute/servers/server-1';
const accepted: Given = { status: 202, body: { task_id: 't', id: 'server-1' } };
const server = aServer({ volumes: [], metadata: { tier: 'web', owner: 'a' }, tags: ['shop'] });
const reads = ({ path }: Asked): Given => ({ body: path === SERVER ? server : { data: [], series: [] } });
const POLL = { timeout: 10_000 };

beforeAll(baseAtRoot);

describe('what of a server is edited at an address of its own', () => {
  it.each([
    ['name', 'Name and description'],
    ['flavor', 'Resize'],
    ['networks', 'Networks'],
    ['volumes', 'Volumes'],
    ['ssh-key', 'SSH key'],
    ['password', 'Change password'],
    ['metadata', 'Metadata'],
    ['placement', 'Live migrate web-1'],
  ])('the address that edits %s of a server opens its dialog [choice.instances-edit-subjects]', async (subject, title) => {
    await openConsole(`/compute/instances/server-1/edit/${subject}`, reads);
    await expect.poll(() => all('dialog', title).length === 1, POLL).toBe(true);
    // It lies below the server that it is about, by name.
    await expect.poll(() => document.querySelector('.gantry-breadcrumb')?.textContent ?? '', POLL).toContain('web-1');
  });

  it.each(['host', 'names', ''])(
    'an address that would edit “%s” of a server is unknown [choice.instances-edit-subjects]',
    async (subject) => {
      await openConsole(`/compute/instances/server-1/edit/${subject}`, reads);
      await expect.poll(() => pageText().includes('This page does not exist'), POLL).toBe(true);
      expect(all('dialog')).toHaveLength(0);
    },
  );

  it('an address that edits a server is refused without the right to change the server', async () => {
    await openConsole('/compute/instances/server-1/edit/name', reads, () => ['GET', 'POST', 'DELETE']);
    await expect.poll(() => location.pathname === '/error403', POLL).toBe(true);
  });

  it('an edit dialog of a server says that the cloud does not support the change where no engine can do it', async () => {
    await openConsole('/compute/instances/server-1/edit/name', reads);
    await expect.poll(() => all('dialog').length === 1, POLL).toBe(true);
    applyMeta({ data: { compute_server: ['GET', 'POST', 'PATCH'], compute_servers: ['GET'] }, capabilities: [], seq: 8 });
    await expect.poll(() => find('dialog').textContent.includes('The cloud does not support this'), POLL).toBe(true);
  });
});

describe('the size of a server', () => {
  it.each([
    ['as it runs, where it allows that', { allow_live_resize: true }, 'live-resize'],
    ['while it is shut off', { status: 'SHUTOFF', allow_live_resize: true }, 'resize'],
  ])('the size of a server changes %s', async (_, change, call) => {
    const flavors = [{ id: 'g', name: 'large', vcpus: 4, ram: 8192, disk: 40, extra_specs: {} }];
    const close = vi.fn<() => void>();
    const { asked } = await openPage(
      () => <FlavorBody server={aServer(change)} title="Resize" onClose={close} />,
      ({ method }) => (method === 'GET' ? { body: { data: flavors } } : accepted),
    );
    await click(document.querySelector<HTMLInputElement>('input[type=radio]')!);
    await click(find('button', 'Resize'));
    await settle(20);
    expect(asked.at(-1)).toMatchObject({ method: 'POST', path: `${SERVER}/${call}`, body: { flavor_id: 'g' } });
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('the password of the guest', () => {
  const password = (label: string): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].find(({ labels }) =>
      labels?.[0]?.textContent.startsWith(label),
    );
    if (!found) throw new Error(`no field ${label}`);
    return found;
  };

  it('the password of a guest is sent only when it was typed twice alike, and shows only when asked to', async () => {
    const { asked } = await openPage(
      () => <PasswordBody server={aServer({ allow_set_password: true, username: 'debian' })} title="Password" onClose={() => undefined} />,
      () => accepted,
    );
    expect(find('dialog').textContent).toContain('the user debian');
    await type(password('New password'), 'short');
    expect(find('dialog').textContent).toContain('Enter at least 16 characters with a letter and a digit, or 12 characters with');
    const met = () =>
      [...find('dialog').querySelectorAll('li')]
        .filter(({ textContent }) => !textContent.includes('not met'))
        .map(({ textContent }) => textContent);
    expect(met()).toEqual(['a letter', 'a lowercase letter'].map((part) => expect.stringContaining(part)));
    await type(password('New password'), 'long enough now 1');
    await type(password('Confirm new password'), 'long enough now 2');
    await click(find('button', 'Save'));
    await settle(20);
    expect(find('dialog').textContent).toContain('The passwords do not match.');
    expect(asked).toEqual([]);
    await type(password('Confirm new password'), 'long enough now 1');
    await click(find('button', 'Save'));
    await settle(20);
    expect(asked).toEqual([expect.objectContaining({ path: `${SERVER}/change-password`, body: { password: 'long enough now 1' } })]);
    await click(find('button', 'Show: New password'));
    expect(document.querySelectorAll('input[type=password]')).toHaveLength(1);
  });

  it('the password of a guest cannot be set where the server does not allow it, and the dialog says so', async () => {
    await openPage(
      () => <PasswordBody server={aServer()} title="Password" onClose={() => undefined} />,
      () => accepted,
    );
    expect(find('dialog').textContent).toContain('does not support setting the password');
    expect(find('button', 'Save').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the placements of a server', () => {
  const traits = ['CUSTOM_GPU', 'CUSTOM_SSD'].map((name) => ({ id: name, name, description: null }));
  const specs = { ...server.flavor, extra_specs: { 'trait:CUSTOM_SSD': 'required' } };
  const refusal = {
    err_code: 'validation_failed',
    message: 'x',
    data: { field_codes: { traits: [{ code: 'host_lacks_traits', params: { traits: 'CUSTOM_GPU' } }] } },
  };

  async function openPlacement(change: Parameters<typeof aServer>[0], capabilities = ['server.update:traits'], given = accepted) {
    const opened = await openPage(
      () => <PlacementBody server={aServer(change)} title="Placement" onClose={() => undefined} />,
      ({ method, path }) => (method === 'GET' ? { body: { data: path.endsWith('/traits') ? traits : [] } } : given),
    );
    await acting(() => abilityStore.set(({ capabilities: before }) => ({ capabilities: new Set([...before, ...capabilities]) })));
    return opened;
  }

  it('the placements of a server are chosen among those of the cloud, its own already; those of its flavor say so', async () => {
    const { asked } = await openPlacement({ flavor: specs, traits: ['CUSTOM_GPU', 'CUSTOM_SSD'], own_traits: ['CUSTOM_GPU'] });
    await expect.poll(() => all('checkbox').map((box) => (box as HTMLInputElement).checked), POLL).toEqual([true, false]);
    expect(find('dialog').textContent).toContain('Required by the flavor.');
    await click(find('checkbox', 'CUSTOM_GPU'));
    await click(find('checkbox', 'CUSTOM_SSD'));
    await click(find('button', 'Save'));
    await settle(20);
    expect(asked.at(-1)).toMatchObject({ method: 'PATCH', path: SERVER, body: { traits: ['CUSTOM_SSD'] } });
  });

  it('the dialog of placements says at the field what the node of the server does not offer', async () => {
    const given = { status: 400, body: { error: refusal } };
    await openPlacement({}, ['server.update:traits'], given);
    await expect.poll(() => all('checkbox', 'CUSTOM_GPU').length === 1, POLL).toBe(true);
    await click(find('checkbox', 'CUSTOM_GPU'));
    await click(find('button', 'Save'));
    await expect
      .poll(() => pageText().includes('The node of the virtual machine does not have the placement CUSTOM_GPU.'), POLL)
      .toBe(true);
  });

  it('the placements of a server cannot be changed while the server is locked', async () => {
    await openPlacement({ locked: true });
    await expect.poll(() => all('button', 'Save').length === 1, POLL).toBe(true);
    expect(find('button', 'Save').getAttribute('aria-disabled')).toBe('true');
  });

  it('the dialog of placements moves the server to another node where the cloud binds no single server', async () => {
    await openPlacement({}, []);
    await expect.poll(() => find('dialog').textContent.includes('The running virtual machine moves to another node'), POLL).toBe(true);
  });

  it('the dialog that moves a server closes the nodes that do not offer its placements', async () => {
    const node = (host: string, offered: string[]) => ({
      id: host,
      host,
      state: 'healthy',
      in_maintenance: false,
      traits: offered,
      hypervisor: { status: 'enabled', vms: 0, hypervisor_type: null },
      statistics: { compute: { vcpus_free: 1, vm_mem_free: 1 } },
    });
    await openPage(
      () => <PlacementBody server={aServer({ host: 'here', traits: ['CUSTOM_SSD'] })} title="Placement" onClose={() => undefined} />,
      () => ({ body: { data: [node('with', ['CUSTOM_SSD']), node('without', [])] } }),
    );
    await expect.poll(() => all('radio', 'without').length === 1, POLL).toBe(true);
    expect(find('radio', 'with')).toHaveProperty('disabled', false);
    expect(find('radio', 'without')).toHaveProperty('disabled', true);
    expect(find('dialog').textContent).toContain('This node does not have the placement CUSTOM_SSD, which the virtual machine requires.');
  });
});

describe('the metadata of a server', () => {
  it('the metadata of a server is edited in rows and sent as a whole', async () => {
    const { asked } = await openPage(
      () => <MetadataBody server={server} title="Metadata" onClose={() => undefined} />,
      () => accepted,
    );
    expect(all('textbox').map((field) => (field as HTMLInputElement).value)).toEqual(['shop', 'tier', 'web', 'owner', 'a']);
    await click(find('button', 'Remove: owner'));
    await click(find('button', 'Add row'));
    expect(document.activeElement).toBe(find('textbox', 'Key 2'));
    await type(find('textbox', 'Key 2'), 'tier');
    await click(find('button', 'Save'));
    await settle(20);
    expect(find('dialog').textContent).toContain('Each key must be unique.');
    expect(asked).toEqual([]);
    await type(find('textbox', 'Key 2'), 'stage');
    await type(find('textbox', 'Value 2'), 'test');
    await click(find('button', 'Save'));
    await settle(20);
    expect(asked).toEqual([expect.objectContaining({ method: 'PATCH', path: SERVER, body: { metadata: { tier: 'web', stage: 'test' } } })]);
  });

  it('the metadata of a server tells how much of it there may be, and is not sent with more', async () => {
    const full = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`key-${index}`, 'v']));
    const { asked } = await openPage(
      () => <MetadataBody server={{ ...server, metadata: full }} title="Metadata" onClose={() => undefined} />,
      () => accepted,
    );
    expect(find('dialog').textContent).toContain('Maximum 128 pairs. Keys and values can have 255 characters each.');
    await type(find('textbox', 'Tags'), 'web');
    await click(find('button', 'Save'));
    await settle(20);
    expect(find('dialog').textContent).toContain('At most 128 entries are allowed.');
    expect(asked).toEqual([]);
    await click(find('button', 'Remove: key-7'));
    await type(find('textbox', 'Value 1'), 'v'.repeat(256));
    await click(find('button', 'Save'));
    await settle(20);
    expect(find('dialog').textContent).toContain('Enter at most 255 characters.');
    expect(asked).toEqual([]);
  });

  it('the tags of a server are edited with its metadata, and sent where they have changed', async () => {
    const { asked } = await openPage(
      () => <MetadataBody server={server} title="Metadata" onClose={() => undefined} />,
      () => accepted,
    );
    await type(find('textbox', 'Tags'), 'a/b');
    await click(find('button', 'Save'));
    await settle(20);
    expect(find('dialog').textContent).toContain('Tags must not contain slashes or commas.');
    await type(find('textbox', 'Tags'), ' web,, shop ');
    await click(find('button', 'Save'));
    await settle(20);
    expect(asked.map(({ body }) => body)).toEqual([{ metadata: server.metadata, tags: ['web', 'shop'] }]);
  });
});
