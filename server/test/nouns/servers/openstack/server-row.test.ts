/** A server as the mirror shows it: Nova's states, and what is known only beside them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import type { CommandContext } from '../../../../src/port/engine.ts';
import { actionName } from '../../../../src/nouns/servers/openstack/live/events.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';

let bench: Bench;
let alice: CommandContext;

beforeAll(async () => {
  bench = await (await Bench.open({ poll: { nodes: 0.1, images: 0.1 } })).mirrored();
  alice = { ...(await bench.asking('alice')), signal: new AbortController().signal };
});
afterAll(() => bench.close());

const on = forOneTest(() => bench);
const single = () => new RegExp(`^/compute/v2\\.1/servers/${bench.cloud.id('tiny')}$`);
const recorded = () => bench.cloud.recorded<{ server: Record<string, unknown> }>('GET', single()).server;

/** The server's document after a command has made it be read again. */
async function shown(members: object): Promise<Record<string, unknown>> {
  on('GET', single(), () => ({ answer: { server: { ...recorded(), ...members } } }));
  on('POST', /\/action$/, () => ({ status: 202, answer: null }));
  await bench.engine.commands['server.lock']!.accept(alice, (await bench.row('server', 'tiny'))!, {} as never);
  return bench.document('server', 'tiny');
}

/** Nova's own table of what it calls which combination (nova/api/openstack/common.py), and the states in which nothing else happens. */
const STATES: [status: string, taskState: string | null][] = [
  ['ACTIVE', null],
  ['REBOOT', 'rebooting'],
  ['REBOOT', 'reboot_started'],
  ['HARD_REBOOT', 'rebooting_hard'],
  ['PASSWORD', 'updating_password'],
  ['REBUILD', 'rebuilding'],
  ['REBUILD', 'rebuild_block_device_mapping'],
  ['REBUILD', 'rebuild_spawning'],
  ['MIGRATING', 'migrating'],
  ['RESIZE', 'resize_prep'],
  ['RESIZE', 'resize_migrating'],
  ['RESIZE', 'resize_migrated'],
  ['RESIZE', 'resize_finish'],
  ['BUILD', 'spawning'],
  ['SHUTOFF', null],
  ['VERIFY_RESIZE', null],
  ['REVERT_RESIZE', 'resize_reverting'],
  ['PAUSED', 'unpausing'],
  ['SUSPENDED', 'resuming'],
  ['RESCUE', 'unrescuing'],
  ['ERROR', null],
  ['SOFT_DELETED', null],
  ['SHELVED', 'shelving_offloading'],
  ['SHELVED_OFFLOADED', null],
  ['UNKNOWN', null],
  ['ACTIVE', 'image_snapshot_pending'],
  ['ACTIVE', 'powering-off'],
];

describe('the state of a server', () => {
  it.each(STATES)('the server status %s with the task state %s is shown as it is', async (status, taskState) => {
    const document = await shown({ status, 'OS-EXT-STS:task_state': taskState });
    expect(document).toMatchObject({ status, task_state: taskState });
    expect(SERVER_STATUSES).toHaveProperty(String(document['status']));
    if (taskState !== null) expect(SERVER_TASK_STATES).toContain(document['task_state']);
  });

  it('a server status that only newer clouds have is shown in their words, and STOPPED is SHUTOFF', async () => {
    expect(await shown({ status: 'HIBERNATED', 'OS-EXT-STS:task_state': 'dreaming' })).toMatchObject({
      status: 'HIBERNATED',
      task_state: 'dreaming',
    });
    expect(await shown({ status: 'STOPPED', 'OS-EXT-STS:task_state': null })).toMatchObject({ status: 'SHUTOFF' });
  });

  it('the state of a server changes when its guest shuts itself off, without anybody having asked', async () => {
    await shown({ status: 'ACTIVE' });
    const off = { ...recorded(), status: 'SHUTOFF', 'OS-EXT-STS:power_state': 4, updated: new Date().toISOString() };
    on('GET', single(), () => ({ answer: { server: off } }));
    on('GET', /servers\/detail\?.*changes-since/, () => ({ answer: { servers: [off] } }));
    await expect.poll(async () => (await bench.document('server', 'tiny'))['status'], { timeout: 10_000 }).toBe('SHUTOFF');
  });
});

describe('beside its state', () => {
  it('a server tells who has locked it why, whether it has power, its zone and its maker', async () => {
    expect(await shown({ locked: true, locked_reason: 'moved on Monday', 'OS-EXT-STS:power_state': 4 })).toMatchObject({
      locked: true,
      locked_reason: 'moved on Monday',
      power_state: 'shutdown',
      availability_zone: 'nova',
      user_id: recorded()['user_id'],
    });
    expect(
      await shown({ locked: false, locked_reason: null, 'OS-EXT-STS:power_state': 0, 'OS-EXT-AZ:availability_zone': '' }),
    ).toMatchObject({ locked_reason: null, power_state: null, availability_zone: null });
  });

  it('a server may be resized while it runs, as the compute service does it', async () => {
    expect(await shown({})).toMatchObject({ allow_running_resize: true });
  });

  it('a server that no node took says what none had enough of, and is known to be on none', async () => {
    const message = 'No valid host was found. There are not enough hosts available.';
    const failed = { status: 'ERROR', 'OS-EXT-SRV-ATTR:host': null, 'OS-SRV-USG:launched_at': null, fault: { message } };
    const { flavor } = recorded();
    const huge = { ...(flavor as object), vcpus: 100_000, ram: 1, disk: 0 };
    const updated = (second: number) => `2026-11-23T12:00:0${second}Z`;
    expect(await shown({ ...failed, updated: updated(1), flavor: huge })).toMatchObject({
      unplaced: true,
      fault: { message, code: 'no_capacity', lacking: ['vcpus'] },
    });
    expect(await shown({ ...failed, updated: updated(2), flavor: { ...huge, vcpus: 1, ram: 1e9 } })).toMatchObject({
      fault: { lacking: ['ram'] },
    });
    expect(await shown({ ...failed, updated: updated(3), 'OS-SRV-USG:launched_at': updated(1) })).toMatchObject({ unplaced: false });
  });
  it('a server has the user and the agent of its image, and no live resize', async () => {
    expect(await shown({})).toMatchObject({ username: 'lab', allow_set_password: true, allow_live_resize: false });
    expect(await shown({ image: { id: bench.cloud.id('offered') } })).toMatchObject({ username: null, allow_set_password: false });
    const listed = bench.cloud.recorded<{ images: { os_admin_user?: string; hw_qemu_guest_agent?: string }[] }>(
      'GET',
      /^\/image\/v2\/images\?/,
    );
    const images = listed.images.map(({ os_admin_user: _user, hw_qemu_guest_agent: _agent, ...image }) => image);
    on('GET', /^\/image\/v2\/images\?/, () => ({ answer: { ...listed, images } }));
    await expect.poll(() => shown({}), { timeout: 10_000 }).toMatchObject({ username: null, allow_set_password: false });
  });

  it('a server with a port that is a device of its node has PCI devices', async () => {
    expect(await shown({})).toMatchObject({ has_pci_devices: false });
    const { ports } = bench.cloud.recorded<{ ports: { device_id: string }[] }>('GET', /^\/network\/v2\.0\/ports\?/);
    const own = ports.map((port) => ({ ...port, device_id: bench.cloud.id('tiny'), 'binding:vnic_type': 'direct' }));
    on('GET', /^\/network\/v2\.0\/ports\?/, () => ({ answer: { ports: own } }));
    expect(await shown({})).toMatchObject({ has_pci_devices: true });
  });

  it('a server shows that its node is down as soon as the node does', async () => {
    const host = String((await shown({ host_status: 'UP' }))['host']);
    const listed = bench.cloud.recorded<{ hypervisors: { service: { host: string } }[] }>('GET', /os-hypervisors\/detail/);
    on('GET', single(), () => ({ answer: { server: { ...recorded(), host_status: 'DOWN' } } }));
    const down = listed.hypervisors.map((node) => (node.service.host === host ? { ...node, state: 'down' } : node));
    on('GET', /os-hypervisors\/detail/, () => ({ answer: { ...listed, hypervisors: down } }));
    await expect.poll(async () => (await bench.document('server', 'tiny'))['host_status'], { timeout: 10_000 }).toBe('DOWN');
  });
});

describe('the name of an action', () => {
  it.each([
    ['live-migration', 'live-migration'],
    ['live_migration', 'live-migration'],
    ['confirm_resize', 'confirmResize'],
    ['attachVolume', 'attach_volume'],
    ['shelveOffload', 'shelveOffload'],
    ['teleport', 'teleport'],
  ])('the action %s of Nova is called %s here', (nova, ours) => expect(actionName(nova)).toBe(ours));
});
