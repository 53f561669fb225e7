import type { Server } from '@gantry/contract/nouns/servers/entity';
import { SERVER_STATUSES } from '@gantry/contract/nouns/servers/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import { describe, expect, it } from 'vitest';
import { useServerActions } from '../../../src/features/servers/actions/use-server-actions.ts';
import { useVolumeActions } from '../../../src/features/servers/attachments/use-volume-actions.ts';
import { NetworksTab } from '../../../src/features/servers/details/networks.tsx';
import { VolumesTab } from '../../../src/features/servers/details/volumes.tsx';
import { ActionMenu } from '../../../src/ui/action/action-menu.tsx';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle, type } from '../../support/render.tsx';
import { actionItem } from '../../support/menu.ts';

const SERVER = '/api/v2/compute/servers/server-1';
const accepted: Given = { status: 202, body: { task_id: 't', id: 'server-1' } };
const volumes = ['boot', 'data'].map((id) => ({ id, name: id, size: 10, delete_on_termination: false }));

/** What the project may have of each storage policy, and has. */
const QUOTA = { gigabytes: { limit: 100, used: 80 }, storage_policies: [{ name: 'fast', limit: 50, used: 43 }] };

/** A server that answers lists with these volumes, in these statuses. */
const listing =
  (status = 'in-use', change: (asked: Asked) => Given = () => accepted) =>
  (asked: Asked): Given => {
    if (asked.method !== 'GET') return change(asked);
    if (asked.path.includes('/quotas/')) return { body: QUOTA };
    return { body: { data: volumes.map(({ id }) => ({ id, status, storage_policy_name: 'fast' })) } };
  };

const changes = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, query, body }) => [method, path, query.toString(), body]);

/** Opens the menu of a row. */
const openMenu = async (name: string): Promise<void> => {
  await click(find('button', `Actions for ${name}`));
  await settle();
};
const confirm = (label: string) => click(all('button', label).at(-1)!);
/** Waits for something that comes in a chunk of its own. */
const until = async (met: () => boolean): Promise<void> => {
  await expect.poll(met, { timeout: 20_000 }).toBe(true);
};

const tab = (Tab: typeof VolumesTab, server: Partial<Server>, answer = listing()) =>
  openPage(() => <Tab server={aServer(server)} />, answer);

describe('the volumes of a server', () => {
  it('a volume leaves a running server by force only, after its name was typed, at the address of the deletion [volume.rule.detach-mode]', async () => {
    const { asked } = await tab(VolumesTab, { volumes });
    await openMenu('data');
    await click(find('menuitem', 'Detach'));
    expect(pageText()).toContain('has not written to this volume is lost');
    await confirm('Force detach');
    expect(changes(asked)).toEqual([]);
    await type(find('textbox'), 'data');
    await confirm('Force detach');
    await settle();
    expect(changes(asked)).toEqual([
      ['DELETE', SERVER, 'action=detach_volume', { action: 'detach_volume', volume_id: 'data', force: true }],
    ]);
  });

  it('a volume leaves a stopped server without more ado, unless the server boots from it [volume.rule.detach-mode]', async () => {
    const { asked } = await tab(VolumesTab, { volumes, status: 'SHUTOFF' });
    await openMenu('boot');
    expect(find('menuitem', 'Detach').textContent).toContain('The virtual machine boots from this volume.');
    await click(find('menuitem', 'Detach'));
    expect(all('dialog')).toEqual([]);
    await openMenu('boot');
    await openMenu('data');
    await click(find('menuitem', 'Detach'));
    await confirm('Detach');
    await settle();
    expect(changes(asked)).toEqual([['DELETE', SERVER, 'action=detach_volume', { action: 'detach_volume', volume_id: 'data' }]]);
  });

  it.each([
    ...['ACTIVE', 'LIVE_RESIZE', 'VERIFY_LIVE_RESIZE', 'RESCUE'].map((status) => [status, 'Force detach'] as const),
    ...['SHUTOFF', 'SUSPENDED', 'PAUSED'].map((status) => [status, 'Detach'] as const),
  ])('a volume is taken off a server that is %s by "%s" [volume.rule.detach-mode]', async (status, action) => {
    await tab(VolumesTab, { volumes, status });
    await openMenu('data');
    await click(find('menuitem', 'Detach'));
    expect(
      all('button')
        .map((button) => button.textContent)
        .filter((text) => /detach$/i.test(text ?? '')),
    ).toEqual([action]);
  });

  it('no volume is a boot volume where the server boots from a disk of its node', async () => {
    await tab(VolumesTab, { volumes, boots_from_volume: false });
    expect(pageText()).not.toContain('Boot volume');
    await openMenu('boot');
    expect(find('menuitem', 'Detach').getAttribute('aria-disabled')).not.toBe('true');
  });

  it('a volume of a server can be neither extended nor detached while it is being detached', async () => {
    await tab(VolumesTab, { volumes, status: 'SHUTOFF' }, listing('detaching'));
    expect(pageText()).toContain('Detaching');
    await openMenu('data');
    for (const name of ['Extend disk', 'Detach'])
      expect(find('menuitem', name).textContent).toContain('Another operation on this volume is in progress.');
  });

  it('an unknown status of an attached volume is shown as it is', async () => {
    await tab(VolumesTab, { volumes }, listing('XYZ'));
    expect(pageText()).toContain('Unknown status: XYZ');
  });

  it('the switch that deletes a volume with its server goes back where the cloud refuses, and can be tried again', async () => {
    const conflict = { error: { err_code: 'state_conflict', message: '', data: { reason: { code: 'volume_not_attached' } } } };
    const answers: Given[] = [{ status: 409, body: conflict }, accepted];
    const { asked } = await tab(
      VolumesTab,
      { volumes },
      listing('in-use', () => answers.shift()!),
    );
    const data = () => find('switch', 'Delete data with the virtual machine');
    await click(data());
    await settle();
    expect((data() as HTMLInputElement).checked).toBe(false);
    await click(data());
    await settle();
    const change = ['POST', `${SERVER}/update-volume`, '', { volume_id: 'data', delete_on_termination: true }];
    expect(changes(asked)).toEqual([change, change]);
  });

  it('a server takes fifteen volumes at most, and the button to attach one more says so', async () => {
    const many = Array.from({ length: 15 }, (_, index) => ({ ...volumes[1]!, id: `v${index}`, name: `v${index}` }));
    await tab(VolumesTab, { volumes: many });
    expect(find('button', 'Attach volume').getAttribute('aria-disabled')).toBe('true');
    expect(pageText()).toContain('already has the maximum of 15 volumes');
  });

  it('a volume to attach is chosen from the available volumes of the project, and marked in the table of volumes', async () => {
    const spare = { id: 'spare', name: 'spare', size: 5, project_id: 'project-1', status: 'available' };
    const foreign = { ...spare, id: 'foreign', name: 'foreign', project_id: 'another' };
    const { asked, router } = await tab(VolumesTab, { volumes }, (one) =>
      one.method === 'GET' ? { body: { data: one.query.get('status') === 'available' ? [spare, foreign] : [] } } : accepted,
    );
    await click(find('button', 'Attach volume'));
    await until(() => all('radio').length === 2);
    expect((find('radio', 'foreign') as HTMLInputElement).disabled).toBe(true);
    await click(find('radio', 'spare'));
    await click(find('checkbox', 'Delete with virtual machine'));
    await confirm('Attach volume');
    await until(() => all('dialog').length === 0);
    expect(changes(asked)).toEqual([['POST', `${SERVER}/attach-volume`, '', { volume_id: 'spare', delete_on_termination: true }]]);
    expect(router.state.location.state.marked?.words).toEqual(['spare']);
  });

  it('a volume grows while the server is active, paused or shut off, and in no other status [server.rule.disk-resize]', async () => {
    const item = {
      id: 'data',
      name: 'data',
      size: 10,
      status: 'in-use',
      policy: 'default',
      isBoot: false,
      goes: false,
      project_id: 'project-1',
    };
    function Offered({ status }: Pick<Server, 'status'>) {
      const server = aServer({ status, volumes });
      const ofVolume = useVolumeActions(server, [item]).ofVolume.offers(item);
      const ofServer = useServerActions([server]).offers(server);
      const offers = [ofVolume.find(({ id }) => id === 'volumes.extend'), ofServer.find(({ id }) => id === 'servers.extend-disk')];
      return <p className="offered">{offers.map((offer) => `${status}: ${offer?.reason === undefined} `)}</p>;
    }
    await openPage(() => statusNames(SERVER_STATUSES).map((status) => <Offered key={status} status={status} />), listing());
    const shown = [...document.querySelectorAll('.offered')].map(({ textContent }) => textContent);
    const can = (status: string): boolean => ['ACTIVE', 'PAUSED', 'SHUTOFF'].includes(status);
    expect(shown).toEqual(statusNames(SERVER_STATUSES).map((status) => `${status}: ${can(status)} `.repeat(2)));
  });

  it('a volume grows to a size that the form checks, and the form keeps what the server has refused [choice.volume-size-bounds]', async () => {
    const full = { error: { err_code: 'quota_exceeded', message: '', data: { params: { resource: 'gigabytes' } } } };
    const answers: Given[] = [{ status: 409, body: full }, accepted];
    const { asked } = await tab(
      VolumesTab,
      { volumes },
      listing('in-use', () => answers.shift()!),
    );
    expect(all('row', 'data')[0]?.textContent).toContain('fast');
    await openMenu('data');
    await click(find('menuitem', 'Extend disk'));
    await until(() => pageText().includes("Current size: 10 GiB. 7 GiB left in the project's quota."));
    const size = () => find('textbox', 'New size') as HTMLInputElement;
    expect(size().value).toBe('11');
    await type(size(), '10');
    await confirm('Extend disk');
    await until(() => pageText().includes('The value must be at least 11.'));
    await type(size(), String(512 * 1024 + 1));
    await until(() => pageText().includes('The value must be at most 524,288.'));
    expect(changes(asked)).toEqual([]);
    await type(size(), '35');
    await confirm('Extend disk');
    await until(() => pageText().includes("The project's quota is exceeded"));
    expect(size().value).toBe('35');
    await confirm('Extend disk');
    await until(() => all('dialog').length === 0);
    const change = ['POST', '/api/v2/compute/volumes/data/extend', '', { size: 35 }];
    expect(changes(asked)).toEqual([change, change]);
  });

  it('the menu of a server extends the volume that the server boots from', async () => {
    function Menu({ server }: { server: Server }) {
      const actions = useServerActions([server]);
      return (
        <>
          <ActionMenu label="Actions" offers={actions.offers(server)} />
          {actions.dialog}
        </>
      );
    }
    const { asked } = await openPage(() => <Menu server={aServer({ volumes })} />, listing());
    await click(find('button', 'Actions'));
    await settle();
    await click(await actionItem('Extend disk'));
    await until(() => all('textbox').length === 1);
    await type(find('textbox'), '11');
    await confirm('Extend disk');
    await until(() => all('dialog').length === 0);
    expect(changes(asked)).toEqual([['POST', '/api/v2/compute/volumes/boot/extend', '', { size: 11 }]]);
  });
});

describe('the networks of a server', () => {
  const MAC = '02:00:00:00:00:01';
  const network = { id: 'n', name: 'private', ipam_enabled: true, subnets: [{ cidr: '10.0.0.0/24', ip_version: 4 }] };
  const groups = ['default', 'web'].map((name) => ({ id: `g-${name}`, name, description: null, security_group_rules: [] }));
  const answer = ({ method, path }: Asked): Given => {
    if (method !== 'GET') return accepted;
    if (path.endsWith('/networks/n')) return { body: network };
    if (['/lbaas/pools', '/routers', '/floating_ips'].some((list) => path.endsWith(list))) return { body: { data: [] } };
    return { body: { data: path.endsWith('/security-groups') ? groups : [network] } };
  };
  const nic = aServer({}).networks[0]!;
  const sent = (asked: readonly Asked[]) => changes(asked).map(([, path, , body]) => [path, body]);
  const opened = async (button: string, role: 'button' | 'menuitem' = 'button') => {
    await click(find(role, button));
    await until(() => all('checkbox', 'web').length === 1 || all('radio').length === 1);
  };

  it('an interface of a server shows its addresses, groups and protection, and is removed by its hardware address', async () => {
    const data = [{ mac_addr: MAC, fixed_ips: ['10.0.0.2', '10.0.0.4'] }];
    const ips = ['10.0.0.2', '10.0.0.4', '203.0.113.7'];
    const { asked } = await tab(NetworksTab, { networks: [{ ...nic, ips }], network_data: data }, answer);
    await until(() => pageText().includes('default'));
    for (const text of [MAC, '10.0.0.2, 10.0.0.4', 'Floating IP', '203.0.113.7', 'Spoofing protection', 'On'])
      expect(pageText()).toContain(text);
    await openMenu(`private ${MAC}`);
    await click(find('menuitem', 'Remove'));
    expect(pageText()).toContain(`The interface ${MAC} is deleted`);
    await confirm('Remove');
    await settle();
    expect(sent(asked)).toEqual([[`${SERVER}/detach-interface`, { mac_addr: MAC }]]);
  });

  it.each([
    { typed: [], body: {} },
    { typed: [' 10.0.0.9', '10.0.0.10 '], body: { fixed_ips: ['10.0.0.9', '10.0.0.10'] } },
    { typed: ['10.0.0.9', ''], body: { fixed_ips: ['10.0.0.9'] } },
  ])('a server gets an interface with the addresses $typed, protected and in the default group', async ({ typed, body }) => {
    const { asked } = await tab(NetworksTab, {}, answer);
    await opened('Add interface');
    await click(find('radio', 'private'));
    await until(() => all('checkbox', 'default').length === 1);
    expect(all('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, false]);
    expect(all('textbox', 'IPv6 address 1')).toEqual([]);
    for (const [at, ip] of typed.entries()) {
      if (at > 0) await click(find('button', 'Add IPv4 address'));
      await type(find('textbox', `IPv4 address ${at + 1}`), ip);
    }
    await confirm('Add interface');
    await until(() => all('dialog').length === 0);
    expect(sent(asked)).toEqual([[`${SERVER}/attach-interface`, { network_id: 'n', ...body }]]);
  });

  it('a server gets an interface with a hardware address and groups of its own, or without protection and groups', async () => {
    const { asked } = await tab(NetworksTab, {}, answer);
    for (const isBare of [false, true]) {
      await opened('Add interface');
      await click(find('radio', 'private'));
      await until(() => all('checkbox', 'web').length === 1);
      await click(find('checkbox', 'web'));
      await type(find('textbox', 'MAC address'), 'FA-16-3E-00-00-01');
      if (isBare) await click(find('checkbox', 'Spoofing protection'));
      if (isBare) expect([all('checkbox', 'web'), pageText().includes('Security groups require spoofing protection')]).toEqual([[], true]);
      await confirm('Add interface');
      await until(() => all('dialog').length === 0);
    }
    const common = { network_id: 'n', mac_addr: 'fa:16:3e:00:00:01' };
    expect(sent(asked)).toEqual([
      [`${SERVER}/attach-interface`, { ...common, security_group_ids: ['g-default', 'g-web'] }],
      [`${SERVER}/attach-interface`, { ...common, spoofing_protection: false }],
    ]);
  });

  /** What is said of a field that is wrong, as it is read out. */
  const saidOf = (name: string): string | undefined => {
    const field = find('textbox', name);
    const help = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;
    return field.getAttribute('aria-invalid') === 'true' ? help : undefined;
  };

  it('the form for an interface takes no text that is no address, and says so at the very field', async () => {
    const { asked } = await tab(NetworksTab, {}, answer);
    await opened('Add interface');
    await click(find('radio', 'private'));
    await until(() => all('textbox', 'IPv4 address 1').length === 1);
    for (const number of [2, 3]) {
      await click(find('button', 'Add IPv4 address'));
      await until(() => all('textbox', `IPv4 address ${number}`).length === 1);
    }
    await type(find('textbox', 'IPv4 address 1'), '10.0.0.9');
    await type(find('textbox', 'IPv4 address 3'), '10.0.0');
    await type(find('textbox', 'MAC address'), 'fa:16');
    await confirm('Add interface');
    await settle(20);
    expect([1, 2].map((number) => saidOf(`IPv4 address ${number}`))).toEqual([undefined, undefined]);
    expect(saidOf('IPv4 address 3')).toContain('This is not a valid IP address.');
    expect(saidOf('MAC address')).toContain('MAC');
    expect(document.activeElement).toBe(find('textbox', 'IPv4 address 3'));
    expect(changes(asked)).toEqual([]);
  });

  it('the form for an interface tells at the very field what the server refuses, until that is changed', async () => {
    const fields = { 'fixed_ips.1': [{ code: 'address_taken' }], 'security_group_ids.0': [{ code: 'unknown_id' }] };
    const refused = { status: 422, body: { error: { err_code: 'validation_failed', message: 'x', data: { field_codes: fields } } } };
    await tab(NetworksTab, {}, (one) => (one.method === 'GET' ? answer(one) : refused));
    await openMenu(`private ${MAC}`);
    await opened('Edit interface', 'menuitem');
    await type(find('textbox', 'IPv4 address 2'), '10.0.0.7');
    await confirm('Save');
    await settle(20);
    expect([1, 2].map((number) => saidOf(`IPv4 address ${number}`))).toEqual([
      undefined,
      expect.stringContaining('This address is already in use.'),
    ]);
    const groupsField = find('checkbox', 'web').closest('[role=group]');
    const help = document.getElementById(groupsField?.getAttribute('aria-describedby') ?? '');
    expect(help?.closest('[data-field-error]')?.contains(groupsField)).toBe(true);
    await type(find('textbox', 'IPv4 address 2'), '10.0.0.8');
    await settle(20);
    expect(saidOf('IPv4 address 2')).toBeUndefined();
  });

  it('the form for an interface sends only what was changed', async () => {
    const { asked } = await tab(NetworksTab, {}, answer);
    const edit = async () => {
      await openMenu(`private ${MAC}`);
      await opened('Edit interface', 'menuitem');
    };
    await edit();
    const shown = [1, 2].map((number) => (find('textbox', `IPv4 address ${number}`) as HTMLInputElement).value);
    expect(shown).toEqual(['10.0.0.2', '10.0.0.3']);
    await click(find('button', 'Remove: 10.0.0.3'));
    await click(find('button', 'Add IPv4 address'));
    await type(find('textbox', 'IPv4 address 2'), '10.0.0.5');
    await confirm('Save');
    await until(() => all('dialog').length === 0);
    await edit();
    await click(find('checkbox', 'web'));
    await confirm('Save');
    await until(() => all('dialog').length === 0);
    await edit();
    await click(find('checkbox', 'Spoofing protection'));
    await confirm('Save');
    await until(() => all('dialog').length === 0);
    expect(sent(asked)).toEqual([
      [`${SERVER}/update-interface`, { mac_addr: MAC, fixed_ips: ['10.0.0.2', '10.0.0.5'] }],
      [`${SERVER}/update-interface`, { mac_addr: MAC, security_group_ids: ['g-default', 'g-web'] }],
      [`${SERVER}/update-interface`, { mac_addr: MAC, spoofing_protection: false }],
    ]);
  });

  it('the networks of a server say what reaches it from a security group, for each version of IP', async () => {
    const anything = { direction: 'ingress', protocol: null, port_range_min: null, port_range_max: null, remote_ip_prefix: null };
    const rules = ['IPv4', 'IPv6'].map((ethertype) => ({ ...anything, id: ethertype, ethertype, remote_group_id: 'g-default' }));
    const ruled = groups.map((group) => ({ ...group, security_group_rules: rules }));
    await tab(NetworksTab, {}, (asked) => (asked.path.endsWith('/security-groups') ? { body: { data: ruled } } : answer(asked)));
    await until(() => pageText().includes('Allowed inbound traffic') && pageText().includes('IPv6'));
    for (const from of ['default (IPv4)', 'default (IPv6)']) expect(pageText()).toContain(from);
  });

  it('an interface of a shelved server cannot be changed, and its menu says why', async () => {
    await tab(NetworksTab, { status: 'SHELVED' }, answer);
    expect(find('button', 'Add interface').getAttribute('aria-disabled')).toBe('true');
    await openMenu(`private ${MAC}`);
    expect(find('menuitem', 'Edit interface').textContent).toContain('Not possible in the status Shelved');
  });
});
