import type { Server } from '@gantry/contract/nouns/servers/entity';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { optionOf } from '@gantry/contract/wire/call';
import { abilityStore, applyMeta } from '../../../src/app/abilities/abilities.ts';
import { callTable } from '../../../src/app/api/call-table.ts';
import { emitNoticeAction } from '../../../src/app/notify/actions.ts';
import { noticeStore } from '../../../src/app/notify/notices.ts';
import { SERVER_ACTIONS } from '../../../src/features/servers/actions/table.ts';
import { useServerActions } from '../../../src/features/servers/actions/use-server-actions.ts';
import { ActionMenu } from '../../../src/ui/action/action-menu.tsx';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { actionItem, actionNames, PHRASE } from '../../support/menu.ts';
import { acting, all, click, find, settle, type } from '../../support/render.tsx';

const SERVER = '/api/v2/compute/servers/server-1';
const accepted: Given = { status: 202, body: { task_id: 't', id: 'server-1' } };
const page = (...data: object[]): Given => ({ body: { data } });
/** Opens the menu of a server. */
async function menuOf(server: Server, answer: (asked: Asked) => Given | Promise<Given> = () => accepted) {
  const opened = await openPage(function Menu() {
    const actions = useServerActions([server]);
    return (
      <>
        <ActionMenu label="Actions" offers={actions.offers(server)} />
        {actions.dialog}
      </>
    );
  }, answer);
  await openMenu();
  return {
    ...opened,
    posts: () => opened.asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body })),
  };
}
async function openMenu(): Promise<void> {
  await click(find('button', 'Actions'));
  await settle();
}
const isOpen = async (name: string) => (await actionItem(name)).getAttribute('aria-disabled') !== 'true';
/** Waits for something that comes in a chunk of its own. */
const until = async (met: () => boolean | Promise<boolean>): Promise<void> => {
  await expect.poll(met, { timeout: 20_000 }).toBe(true);
};
const dialogOf = async (action: string): Promise<void> => {
  await click(await actionItem(action));
  await until(() => all('dialog').length > 0);
  await settle(20);
};
/** The button of the dialog, not that of the menu. */
const confirm = (label: string) => click(all('button', label).at(-1)!);

describe('the actions of a server', () => {
  it('every action of a server has a name, and a question where it asks', () => {
    for (const { key, asks, bulk } of SERVER_ACTIONS) {
      expect(i18next.exists(`servers:action.${key}`), key).toBe(true);
      for (const part of ['title', 'body']) expect(i18next.exists(`servers:confirm.${key}-${part}`), `${key} ${part}`).toBe(asks === true);
      expect(i18next.exists(`servers:confirm.bulk-${key}-title`, { count: 2 }), `bulk ${key}`).toBe(bulk !== undefined);
    }
  });

  it('the menu of a server shows the sensible action of each pair, eight lines at most, and deletion last', async () => {
    await menuOf(aServer({ status: 'PAUSED', locked: true }));
    expect(await actionNames()).toEqual(expect.arrayContaining(['Resume from pause', 'Suspend', 'Unlock', 'Resize']));
    for (const other of ['Pause', 'Resume', 'Unshelve', 'Lock', 'Leave rescue mode', 'Confirm new size'])
      expect(await actionNames()).not.toContain(other);
    const top = all('menuitem').map((item) => item.querySelector('.pf-v6-c-menu__item-text')?.textContent);
    expect(top.length).toBeLessThanOrEqual(8);
    expect(top.at(-1)).toBe('Delete');
  });

  it('the menu of a server leaves out actions where the user has no right, or no engine can do them', async () => {
    await menuOf(aServer());
    expect(await actionNames()).toEqual(expect.arrayContaining(['Migrate', 'Live migrate', 'Reset state', 'Pause', 'Suspend']));
    for (const unfit of ['Stop migration', 'Finish migration now']) expect(await actionNames()).not.toContain(unfit);
    const calls = Object.values(callTable);
    await acting(() =>
      applyMeta({
        data: Object.fromEntries(
          calls.flatMap(({ subject }) => (subject === 'compute_server_operations' ? [] : [[subject, ['GET', 'POST', 'PATCH', 'DELETE']]])),
        ),
        capabilities: calls.flatMap(({ capability }) => (capability && capability !== 'server.pause' ? capability : [])),
        seq: 8,
      }),
    );
    for (const gone of ['Migrate', 'Live migrate', 'Evacuate', 'Reset state', 'Pause']) expect(await actionNames()).not.toContain(gone);
    expect(await actionNames()).toContain('Suspend');
  });

  it('the menu of a migrating server offers to stop or finish the live migration, and asks before it finishes it', async () => {
    const { posts } = await menuOf(aServer({ status: 'MIGRATING', task_state: 'migrating' }));
    expect(await actionNames()).toEqual(expect.arrayContaining(['Stop migration', 'Finish migration now']));
    expect(await actionNames()).not.toContain('Live migrate');
    await dialogOf('Finish migration now');
    expect(find('dialog').textContent).toContain('The guest is paused until');
    await confirm('Finish migration now');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/force-migrate`, body: undefined }]);
  });

  it('the menu of a server says why an action is impossible', async () => {
    await menuOf(aServer({ has_pci_devices: true }));
    expect((await actionItem('Live migrate')).textContent).toContain('The virtual machine uses PCI devices of its node.');
    expect((await actionItem('Resize')).textContent).toContain('Required: Stopped.');
    expect((await actionItem('Evacuate')).textContent).toContain('only from a node that is down');
    expect((await actionItem('Change password')).textContent).toContain('does not support setting the password');
  });

  it('the menu of a running server offers another size where the server allows a live resize', async () => {
    await menuOf(aServer({ allow_live_resize: true }));
    expect(await isOpen('Resize')).toBe(true);
  });

  it('an action of a server sends one request, and asks before it interrupts the server', async () => {
    const { posts } = await menuOf(aServer({ status: 'SUSPENDED' }));
    await click(await actionItem('Resume'));
    await settle(20);
    expect(all('dialog')).toHaveLength(0);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/resume`, body: undefined }]);
    await openMenu();
    await dialogOf('Shelve');
    expect(find('dialog').textContent).toContain('Configuration, volumes and IP addresses stay');
    await confirm('Shelve');
    await settle(20);
    expect(posts().at(-1)?.path).toBe(`${SERVER}/shelve`);
  });

  it('a server can be shelved instead of shut down, in the question before a shutdown', async () => {
    const { posts } = await menuOf(aServer());
    await dialogOf('Shut down');
    await click(find('checkbox', 'Shelve instead'));
    expect(find('dialog').textContent).toContain('Releases CPU and RAM, and keeps configuration and IP addresses.');
    await confirm('Shelve');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/shelve`, body: undefined }]);
  });

  it('the question before a shutdown asks how long the guest has, where the cloud takes a limit of the user', async () => {
    const { posts } = await menuOf(aServer());
    await acting(() =>
      abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities, optionOf('server.stop', 'timeout')]) })),
    );
    await dialogOf('Shut down');
    expect(find('dialog').textContent).toContain('requires guest tools or ACPI support');
    const limit = () => find('textbox', 'Cut the power after') as HTMLInputElement;
    expect(limit().value).toBe('60');
    await type(limit(), '0');
    expect(find('dialog').textContent).toContain('from 1 second to 1 day');
    await confirm('Shut down');
    expect(posts()).toEqual([]);
    await click(find('checkbox', 'No time limit'));
    expect(limit().disabled).toBe(true);
    await click(find('checkbox', 'No time limit'));
    await type(limit(), '300');
    await confirm('Shut down');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/stop`, body: { timeout: 300 } }]);
    await openMenu();
    await dialogOf('Shut down');
    await click(find('checkbox', 'No time limit'));
    await confirm('Shut down');
    await settle(20);
    expect(posts().at(-1)?.body).toEqual({ timeout: -1 });
  });

  it('the question before a shutdown leaves the limit to a cloud that has its own', async () => {
    const { posts } = await menuOf(aServer());
    await dialogOf('Shut down');
    expect(all('textbox')).toEqual([]);
    await confirm('Shut down');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/stop`, body: undefined }]);
  });

  it('a shutdown that waits for the guest can be cancelled, and the power can be cut meanwhile', async () => {
    const { posts } = await menuOf(aServer({ task_state: 'powering-off' }));
    expect(await isOpen('Power off')).toBe(true);
    await click(await actionItem('Cancel shutdown'));
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/cancel-stop`, body: undefined }]);
  });

  it('the menu of a server offers to change placements where the cloud binds single servers to them', async () => {
    await menuOf(aServer({ status: 'SHELVED_OFFLOADED' }));
    expect(await actionNames()).not.toContain('Change placements');
    await acting(() => abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities, 'server.update:traits']) })));
    await until(async () => (await actionNames()).includes('Change placements'));
    expect(await isOpen('Change placements')).toBe(true);
  });

  const withHa = () =>
    acting(() => abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities, 'server.update:ha_enabled']) })));

  it('the menu of a server offers no high availability where no service of the cloud gives it', async () => {
    await menuOf(aServer({ ha_enabled: true }));
    expect((await actionNames()).filter((name) => name?.includes('high availability'))).toEqual([]);
  });

  it('the menu of a server turns high availability on at once', async () => {
    const { posts } = await menuOf(aServer({ ha_enabled: false }));
    await withHa();
    await until(async () => (await actionNames()).includes('Turn on high availability'));
    expect(await actionNames()).not.toContain('Turn off high availability');
    await click(await actionItem('Turn on high availability'));
    await settle(20);
    expect(posts()).toEqual([{ method: 'PATCH', path: SERVER, body: { ha_enabled: true } }]);
  });

  it('the menu of a server turns high availability off without a question, and on again by the undo of its notice', async () => {
    const { posts } = await menuOf(aServer({ ha_enabled: true }));
    await withHa();
    await until(async () => (await actionNames()).includes('Turn off high availability'));
    await click(await actionItem('Turn off high availability'));
    await settle(20);
    expect(all('dialog')).toHaveLength(0);
    expect(posts()).toEqual([{ method: 'PATCH', path: SERVER, body: { ha_enabled: false } }]);
    const title = 'Turn off high availability: web-1';
    const notice = noticeStore.get().notices.find((one) => one.title === title);
    expect(notice).toMatchObject({ type: 'success', actions: [{ name: 'undo', label: 'Undo' }] });
    await acting(() => notice?.actions?.forEach(emitNoticeAction));
    await settle(20);
    expect(posts().at(-1)?.body).toEqual({ ha_enabled: true });
    expect(noticeStore.get().notices.map((one) => one.title)).not.toContain(title);
  });

  it('the power of a server can be cut while a shutdown is still being sent, but a reboot cannot begin', async () => {
    let answerStop: ((given: Given) => void) | undefined;
    const { posts } = await menuOf(aServer(), ({ path }) =>
      path.endsWith('/stop') ? new Promise<Given>((resolve) => (answerStop = resolve)) : accepted,
    );
    await dialogOf('Shut down');
    await confirm('Shut down');
    await confirm('Cancel');
    await click(find('button', 'Actions (working…)'));
    await settle();
    expect((await actionItem('Reboot')).textContent).toContain('Another action is in progress');
    await dialogOf('Power off');
    await confirm('Power off');
    await settle(20);
    expect(posts().map(({ path }) => path)).toEqual([`${SERVER}/stop`, `${SERVER}/power-off`]);
    expect(all('button', 'Actions (working…)')).toHaveLength(1);
    answerStop?.(accepted);
    await settle(20);
    expect(all('button', 'Actions (working…)')).toHaveLength(0);
  });

  const VOLUMES = [
    { id: 'v1', name: 'boot', size: 10, delete_on_termination: true },
    { id: 'v2', name: null, size: null, delete_on_termination: false },
  ];

  it('the question before deletion offers a choice for each volume, and deletes nothing where the choice is refused', async () => {
    let refuses = true;
    const refused: Given = { status: 501, body: { error: { err_code: 'not_supported', message: '' } } };
    const { posts } = await menuOf(aServer({ volumes: VOLUMES }), ({ path }) =>
      refuses && path.endsWith('/update-volume') ? refused : accepted,
    );
    await dialogOf('Delete');
    const boxes = () =>
      all('checkbox').map((box) => [(box as HTMLInputElement).labels?.[0]?.textContent, (box as HTMLInputElement).checked]);
    expect(boxes()).toEqual([
      ['Delete boot with the virtual machine (10 GiB)', true],
      ['Delete v2 with the virtual machine', false],
    ]);
    await click(all('checkbox')[1]!);
    await type(find('textbox', PHRASE), 'web-1');
    await confirm('Delete');
    await settle(20);
    expect(find('dialog').textContent).toContain('The cloud does not support this.');
    const said = { method: 'POST', path: `${SERVER}/update-volume`, body: { volume_id: 'v2', delete_on_termination: true } };
    expect(posts()).toEqual([said]);
    refuses = false;
    await confirm('Try again');
    await until(() => all('dialog').length === 0);
    expect(posts()).toEqual([said, said, { method: 'DELETE', path: SERVER, body: undefined }]);
  });

  it('the question before deletion asks for the name only where data is lost, and sends no unchanged choice of volumes', async () => {
    const { posts } = await menuOf(aServer({ volumes: VOLUMES }));
    await dialogOf('Delete');
    await click(all('checkbox')[0]!);
    expect(all('textbox', PHRASE)).toEqual([]);
    await click(all('checkbox')[0]!);
    await confirm('Delete');
    expect(posts()).toEqual([]);
    await type(find('textbox', PHRASE), 'web-1');
    await confirm('Delete');
    await until(() => all('dialog').length === 0);
    expect(posts()).toEqual([{ method: 'DELETE', path: SERVER, body: undefined }]);
  });

  it('the question before deletion says what becomes of each volume, where that cannot be changed', async () => {
    await menuOf(aServer({ volumes: VOLUMES }));
    const calls = Object.values(callTable);
    await acting(() =>
      applyMeta({
        data: Object.fromEntries(calls.map(({ subject }) => [subject, ['GET', 'POST', 'PATCH', 'DELETE']])),
        capabilities: calls.flatMap(({ capability }) => (capability && capability !== 'server.updateVolume' ? capability : [])),
        seq: 8,
      }),
    );
    await dialogOf('Delete');
    const items = [...find('dialog').querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(items).toEqual(['boot (10 GiB): will be deleted', 'v2: will be kept']);
  });
});

describe('an action with fields', () => {
  const image = (change: object = {}) => ({
    id: 'i1',
    name: 'Debian',
    status: 'active',
    os_type: 'linux',
    min_ram: 0,
    min_disk: 0,
    ...change,
  });
  const images = ({ path }: Asked): Given =>
    path === '/api/v2/compute/images'
      ? page(image(), image({ id: 'i2', name: 'Half', status: 'saving' }), image({ id: 'i3', name: 'Huge', min_disk: 500 }))
      : accepted;
  const radio = (label: string) => {
    const found = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
      ({ labels }) => labels?.[0]?.textContent === label,
    );
    if (!found) throw new Error(`no radio ${label}`);
    return found;
  };

  it('the rescue of a server proposes the image of the server, and boots from the chosen image', async () => {
    const { posts } = await menuOf(aServer(), images);
    await dialogOf('Enter rescue mode');
    expect(radio('Image of the virtual machine').checked).toBe(true);
    expect(radio('Half').disabled).toBe(true);
    await click(radio('Debian'));
    await confirm('Enter rescue mode');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/rescue`, body: { image_id: 'i1' } }]);
  });

  it('a server is rebuilt only after its name was typed, from an image that fits', async () => {
    const { posts } = await menuOf(aServer({ image: null }), images);
    await dialogOf('Rebuild');
    expect(find('dialog').textContent).toContain('all its data is permanently lost');
    expect(radio('Huge').disabled).toBe(true);
    await click(radio('Debian'));
    await type(find('textbox', 'To confirm, type: web-1'), 'web');
    await confirm('Rebuild');
    await settle(20);
    expect(find('dialog').textContent).toContain('Type the name exactly.');
    expect(posts()).toEqual([]);
    await type(find('textbox', 'To confirm, type: web-1'), 'web-1');
    await confirm('Rebuild');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/rebuild`, body: { image_id: 'i1' } }]);
  });

  it('a server becomes an image of the typed name, and is reset to the chosen state', async () => {
    const { posts } = await menuOf(aServer());
    await dialogOf('Create image');
    await type(find('textbox', 'Image name'), 'before');
    await confirm('Create image');
    await until(() => all('dialog').length === 0);
    await openMenu();
    await dialogOf('Reset state');
    expect(radio('Errored').checked).toBe(true);
    await click(radio('Running'));
    await confirm('Reset state');
    await settle(20);
    expect(posts().map(({ path, body }) => [path.replace(SERVER, ''), body])).toEqual([
      ['/create-image', { name: 'before' }],
      ['/reset-state', { state: 'active' }],
    ]);
  });

  it('a server moves to a chosen node, of those that can take it', async () => {
    const node = (id: string, change: object = {}) => ({
      id,
      host: id,
      state: 'healthy',
      in_maintenance: false,
      traits: [],
      hypervisor: { status: 'enabled', vms: 3 },
      statistics: { compute: { vcpus_free: 12, vm_mem_free: 64 * 1024 ** 3 } },
      ...change,
    });
    const nodes = [node('n1'), node('n2'), node('n3', { in_maintenance: true }), node('n4', { state: 'offline' })];
    const { posts } = await menuOf(aServer({ status: 'SHUTOFF', host: 'n1' }), ({ path }) =>
      path.endsWith('/nodes') ? page(...nodes) : accepted,
    );
    await dialogOf('Migrate');
    expect(['n1', 'n2', 'n3', 'n4'].map((name) => radio(name).disabled)).toEqual([true, false, true, true]);
    expect(find('dialog').textContent).toContain('64 GiB');
    await click(radio('n2'));
    await confirm('Migrate');
    await settle(20);
    expect(posts()).toEqual([{ method: 'POST', path: `${SERVER}/migrate`, body: { node_id: 'n2' } }]);
  });
});
