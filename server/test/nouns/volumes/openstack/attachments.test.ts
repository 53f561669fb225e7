/** Volumes and interfaces of a server: what the cloud is asked, what is made of its no, and when it counts as done. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNamed, type CommandContext } from '../../../../src/port/engine.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';
import type { Told } from '../../../../../fakes/openstack/listener.ts';

const VOLUME = '22222222-2222-4222-8222-222222222222';
const MAC = 'fa:16:3e:5f:a6:bf';

let bench: Bench;
let alice: CommandContext;

beforeAll(async () => {
  bench = await (await Bench.open()).mirrored();
  alice = await bench.asking('alice');
});
afterAll(() => bench.close());

const on = forOneTest(() => bench);
const id = (name: string) => bench.cloud.id(name);
const command = (verb: string) => commandNamed(bench.engine, `server.${verb}`)!;
const target = async (): Promise<Row> => (await bench.row('server', 'tiny'))!;
const accept = async (verb: string, body: object, context = alice) => command(verb).accept(context, await target(), body as never);
const last = (method: string, path: RegExp) => bench.cloud.asked.findLast((one) => one.method === method && path.test(one.path));
const rowsOf = async <K extends 'server' | 'volume'>(kind: K) =>
  (await bench.store.read.get({ engine: 'cloud', kind, id: kind === 'server' ? id('tiny') : VOLUME }))?.document;

/** What Nova, Cinder and Neutron say of the server, its volume and its ports from now on. */
function cloudSays({ attached = false, goes = false, status = 'available', ports = [] as readonly { mac: string; ip: string }[] }): void {
  const single = new RegExp(`^/compute/v2\\.1/servers/${id('tiny')}$`);
  const { server } = bench.cloud.recorded<{ server: object }>('GET', single);
  const list = attached ? [{ id: VOLUME, delete_on_termination: goes }] : [];
  on('GET', single, () => ({ answer: { server: { ...server, 'os-extended-volumes:volumes_attached': list } } }));
  const volume = {
    id: VOLUME,
    name: 'spare',
    status,
    size: 1,
    bootable: 'false',
    attachments: status === 'in-use' || status === 'detaching' ? [{ server_id: id('tiny') }] : [],
    created_at: '2026-11-21T07:37:09.000000',
    'os-vol-tenant-attr:tenant_id': id('acme-prod'),
  };
  on('GET', new RegExp(`/volumes/${VOLUME}$`), () => ({ answer: { volume } }));
  const port = ({ mac, ip }: { mac: string; ip: string }) => ({
    id: `port-${ip}`,
    network_id: id('shared'),
    device_id: id('tiny'),
    mac_address: mac,
    fixed_ips: [{ ip_address: ip }],
  });
  on('GET', /^\/network\/v2\.0\/ports/, () => ({ answer: { ports: ports.map(port) } }));
}

/** The history says this of whatever action is asked for. */
const historySays = (result: 'Success' | 'Error' | null) =>
  on('GET', /os-instance-actions\/req-/, () => ({
    answer: {
      instanceAction: {
        action: 'attach_volume',
        request_id: 'req-1',
        user_id: 'u',
        start_time: '2026-11-21T08:00:00.000000',
        message: result === 'Error' ? 'Error' : null,
        events: [
          {
            event: 'compute_attach_volume',
            start_time: '2026-11-21T08:00:00.000000',
            finish_time: result && '2026-11-21T08:00:01.000000',
            result,
          },
        ],
      },
    },
  }));
const yes =
  (status: number, answer: unknown): (() => Told) =>
  () => ({ status, answer, headers: { 'x-openstack-request-id': 'req-1' } });
const settle = (verb: string, body: object, memo?: unknown) =>
  command(verb).settle!(alice, { id: id('tiny'), requestId: 'req-1', memo }, body as never);

describe('a volume', () => {
  const attachment = { volumeAttachment: { id: VOLUME, serverId: 's', volumeId: VOLUME, device: '/dev/sdb' } };

  it('a volume is attached in the words of the cloud; server and volume show it at once', async () => {
    on('POST', /os-volume_attachments$/, yes(200, attachment));
    cloudSays({ attached: true, status: 'reserved' });
    expect(await accept('attachVolume', { volume_id: VOLUME })).toMatchObject({ id: id('tiny'), requestId: 'req-1' });
    expect(last('POST', /os-volume_attachments$/)).toMatchObject({
      as: `alice@project:${id('acme-prod')}`,
      version: null,
      sent: { volumeAttachment: { volumeId: VOLUME } },
    });
    expect([(await rowsOf('volume'))?.['status'], (await rowsOf('server'))?.['volumes']]).toEqual([
      'reserved',
      [{ id: VOLUME, delete_on_termination: false }],
    ]);
  });

  it('a volume is deleted with its server where that is requested, at once or later, by the lowest version that knows it', async () => {
    on('POST', /os-volume_attachments$/, yes(200, attachment));
    on('PUT', new RegExp(`os-volume_attachments/${VOLUME}$`), yes(202, null));
    cloudSays({ attached: true, goes: true, status: 'in-use' });
    await accept('attachVolume', { volume_id: VOLUME, delete_on_termination: true });
    expect(last('POST', /os-volume_attachments$/)).toMatchObject({
      version: 'compute 2.79',
      sent: { volumeAttachment: { volumeId: VOLUME, delete_on_termination: true } },
    });
    await accept('updateVolume', { volume_id: VOLUME, delete_on_termination: true });
    expect(last('PUT', /os-volume_attachments/)).toMatchObject({
      version: 'compute 2.85',
      sent: { volumeAttachment: { volumeId: VOLUME, delete_on_termination: true } },
    });
    expect((await rowsOf('server'))?.['volumes']).toEqual([{ id: VOLUME, delete_on_termination: true }]);
  });

  it('a volume is attached when it is in use, not before', async () => {
    historySays(null);
    cloudSays({ attached: true, status: 'attaching' });
    let done = false;
    const settling = settle('attachVolume', { volume_id: VOLUME }).then(() => (done = true));
    const looks = () => bench.cloud.asked.filter(({ path }) => path.endsWith(`/volumes/${VOLUME}`)).length;
    const before = looks();
    await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(before + 1);
    expect(done).toBe(false);
    cloudSays({ attached: true, status: 'in-use' });
    await settling;
    expect(await rowsOf('volume')).toMatchObject({ status: 'in-use', attachments: [{ server_id: id('tiny') }] });
  });

  it('the attachment of a volume has failed when the history of the server says so', async () => {
    historySays('Error');
    cloudSays({ status: 'available' });
    await expect(settle('attachVolume', { volume_id: VOLUME })).rejects.toMatchObject({ code: 'engine_refused', requestId: 'req-1' });
  });

  it('a volume is detached when neither server nor volume name each other; a missing attachment is no missing server', async () => {
    on('DELETE', new RegExp(`os-volume_attachments/${VOLUME}$`), yes(202, null));
    cloudSays({ attached: true, status: 'detaching' });
    await accept('detachVolume', { action: 'detach_volume', volume_id: VOLUME });
    expect((await rowsOf('volume'))?.['status']).toBe('detaching');
    historySays('Success');
    cloudSays({});
    await settle('detachVolume', { action: 'detach_volume', volume_id: VOLUME });
    expect([(await rowsOf('volume'))?.['attachments'], (await rowsOf('server'))?.['volumes']]).toEqual([[], []]);
    const absent = `Instance ${id('tiny')} is not attached to volume ${VOLUME}`;
    on('DELETE', /os-volume_attachments/, yes(404, { itemNotFound: { code: 404, message: absent } }));
    await expect(accept('detachVolume', { action: 'detach_volume', volume_id: VOLUME })).rejects.toMatchObject({
      code: 'state_conflict',
      reason: { code: 'volume_not_attached' },
    });
  });

  it.each([
    ['RESCUE', { code: 'server_status', params: { status: 'RESCUE', needed: 'ACTIVE, PAUSED, SUSPENDED, SHUTOFF, VERIFY_RESIZE' } }],
    ['SHUTOFF', undefined],
  ])('a volume is not taken off a server that is %s by then, and the status is the reason only if it matters', async (status, reason) => {
    cloudSays({ attached: true, status: 'in-use' });
    const single = new RegExp(`^/compute/v2\\.1/servers/${id('tiny')}$`);
    const { server } = bench.cloud.recorded<{ server: object }>('GET', single);
    on('GET', single, () => ({ answer: { server: { ...server, status, 'OS-EXT-STS:task_state': null } } }));
    const message = `Cannot 'detach_volume' instance ${id('tiny')} while it is in vm_state other`;
    on('DELETE', /os-volume_attachments/, yes(409, { conflictingRequest: { code: 409, message } }));
    const refusal: unknown = await accept('detachVolume', { action: 'detach_volume', volume_id: VOLUME }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'state_conflict', detail: message });
    expect((refusal as { reason?: object }).reason).toEqual(reason);
  });

  it('the attachment of a volume is found after a crash by what the cloud shows of it', async () => {
    const recovered = async (verb: string) =>
      command(verb).recover!(alice, id('tiny'), { action: 'detach_volume', volume_id: VOLUME } as never);
    cloudSays({ attached: true, status: 'in-use' });
    expect([await recovered('attachVolume'), await recovered('detachVolume')]).toEqual([{ id: id('tiny') }, undefined]);
    cloudSays({ attached: true, status: 'detaching' });
    expect(await recovered('detachVolume')).toEqual({ id: id('tiny') });
    cloudSays({});
    expect([await recovered('attachVolume'), await recovered('detachVolume')]).toEqual([undefined, { id: id('tiny') }]);
  });
});

describe('several volumes', () => {
  const several = (verb: string) => commandNamed(bench.engine, `volume.${verb}`)!;
  const body = () => ({ ids: [VOLUME], server_id: id('tiny') }) as never;
  /** One of them as its row says it is. */
  const volumeRow = async (status: string, more: Partial<Row> = {}): Promise<Row> => {
    const { projectId, ...row } = await target();
    const attachments = status === 'available' ? [] : [{ server_id: id('tiny') }];
    return { ...row, projectId, kind: 'volume', id: VOLUME, document: { status, attachments, project_id: projectId }, ...more };
  };
  /** The row of the server says this of it. */
  const serverIs = async (status: string, volumes: readonly string[]) => {
    const { document, ...row } = await target();
    const held = volumes.map((volume) => ({ id: volume, delete_on_termination: false }));
    const shown = { status, task_state: null, volumes: held, boots_from_volume: true };
    await bench.store.transaction((writer) => writer.put({ ...row, document: { ...document, ...shown } }));
  };

  it('several volumes are each attached as one is, and refused before the cloud is asked where their server takes none', async () => {
    on(
      'POST',
      /os-volume_attachments$/,
      yes(200, { volumeAttachment: { id: VOLUME, serverId: 's', volumeId: VOLUME, device: '/dev/sdb' } }),
    );
    cloudSays({ attached: true, status: 'in-use' });
    await serverIs('SHELVED', ['boot']);
    const before = bench.cloud.asked.filter(({ method }) => method === 'POST').length;
    await expect(several('attach').accept(alice, await volumeRow('available'), body())).rejects.toMatchObject({
      code: 'state_conflict',
      reason: { code: 'server_status' },
    });
    const foreign = { document: { status: 'available', attachments: [], project_id: 'another' } };
    await expect(several('attach').accept(alice, await volumeRow('available', foreign), body())).rejects.toMatchObject({
      reason: { code: 'volume_other_project' },
    });
    expect(bench.cloud.asked.filter(({ method }) => method === 'POST')).toHaveLength(before);
    await serverIs('ACTIVE', ['boot']);
    const accepted = await several('attach').accept(alice, await volumeRow('available'), body());
    expect(accepted).toEqual({ id: VOLUME, requestId: 'req-1' });
    expect(last('POST', /os-volume_attachments$/)).toMatchObject({
      as: `alice@project:${id('acme-prod')}`,
      sent: { volumeAttachment: { volumeId: VOLUME } },
    });
    historySays('Success');
    await several('attach').settle!(alice, accepted, body());
    expect((await rowsOf('volume'))?.['status']).toBe('in-use');
  });

  it('several volumes are each taken off the server that has the volume, and off none that runs', async () => {
    on('DELETE', new RegExp(`os-volume_attachments/${VOLUME}$`), yes(202, null));
    cloudSays({ attached: true, status: 'in-use' });
    const asked = () => bench.cloud.asked.filter(({ method }) => method === 'DELETE').length;
    const before = asked();
    await serverIs('ACTIVE', ['boot', VOLUME]);
    await expect(several('detach').accept(alice, await volumeRow('in-use'), body())).rejects.toMatchObject({
      reason: { code: 'volume_force_needed' },
    });
    await serverIs('SHUTOFF', [VOLUME]);
    await expect(several('detach').accept(alice, await volumeRow('in-use'), body())).rejects.toMatchObject({
      reason: { code: 'volume_boot' },
    });
    expect(asked()).toBe(before);
    await serverIs('SHUTOFF', ['boot', VOLUME]);
    const accepted = await several('detach').accept(alice, await volumeRow('in-use'), body());
    expect(accepted).toEqual({ id: VOLUME, requestId: 'req-1', memo: { serverId: id('tiny') } });
    expect(asked()).toBe(before + 1);
    historySays('Success');
    cloudSays({});
    await several('detach').settle!(alice, accepted, body());
    expect((await rowsOf('volume'))?.['attachments']).toEqual([]);
  });

  it('several volumes are found after a crash by what the cloud shows of each, and waited for', async () => {
    const recovered = (verb: string) => several(verb).recover!(alice, VOLUME, body());
    cloudSays({ attached: true, status: 'in-use' });
    expect([await recovered('attach'), await recovered('detach')]).toEqual([{ id: VOLUME }, undefined]);
    cloudSays({ attached: true, status: 'detaching' });
    expect(await recovered('detach')).toEqual({ id: VOLUME, memo: { serverId: id('tiny') } });
    cloudSays({});
    const gone = await recovered('detach');
    expect([await recovered('attach'), gone]).toEqual([undefined, { id: VOLUME }]);
    await several('detach').settle!(alice, gone!, body());
    expect((await rowsOf('volume'))?.['status']).toBe('available');
  });
});

describe('an interface', () => {
  const POST = /os-interface$/;
  const made = { interfaceAttachment: { net_id: 'n', port_id: 'p', mac_addr: MAC, port_state: 'ACTIVE', fixed_ips: [] } };

  it('an interface is asked for with network and address, and there when the server has its hardware address', async () => {
    on('POST', POST, yes(200, made));
    cloudSays({});
    const cidr = ((await bench.document('network', 'shared'))['subnets'] as { cidr: string }[])[0]!.cidr.split('/')[0]!;
    const ip = cidr.replace(/\d+$/, '77');
    const body = { network_id: id('shared'), fixed_ips: [ip] };
    const accepted = await accept('attachInterface', body);
    expect(last('POST', POST)).toMatchObject({
      as: `alice@project:${id('acme-prod')}`,
      sent: { interfaceAttachment: { net_id: id('shared'), fixed_ips: [{ ip_address: ip }] } },
    });
    historySays('Success');
    cloudSays({ ports: [{ mac: MAC, ip }] });
    await command('attachInterface').settle!(alice, accepted, body as never);
    expect((await rowsOf('server'))?.['networks']).toEqual([
      { network_id: id('shared'), mac_addr: MAC, ips: [ip], spoofing_protection: null, security_group_ids: [] },
    ]);
  });

  it('an interface with an address of no subnet is refused before the cloud is asked, which would call it a fault of its own', async () => {
    const before = bench.cloud.asked.filter(({ method }) => method === 'POST').length;
    for (const ip of ['192.168.7.7', '2001:db8::1'])
      await expect(accept('attachInterface', { network_id: id('shared'), fixed_ips: [ip] })).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { 'fixed_ips.0': [{ code: 'address_outside' }] },
      });
    expect(bench.cloud.asked.filter(({ method }) => method === 'POST')).toHaveLength(before);
  });

  it('an interface with an address that is taken is refused at the address', async () => {
    on('POST', POST, yes(409, { conflictingRequest: { code: 409, message: 'Fixed IP 10.20.1.211 is already in use.' } }));
    await expect(accept('attachInterface', { network_id: id('acme-net'), fixed_ips: ['10.20.1.211'] })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'fixed_ips.0': [{ code: 'address_taken' }] },
    });
  });

  it('an interface is taken away by the port that has its hardware address', async () => {
    cloudSays({ ports: [{ mac: MAC, ip: '10.30.3.149' }] });
    on('DELETE', /os-interface\//, yes(202, null));
    const body = { mac_addr: MAC.toUpperCase() };
    await accept('detachInterface', body);
    expect(last('DELETE', /os-interface\//)?.path).toMatch(/\/os-interface\/port-10\.30\.3\.149$/);
    historySays('Success');
    cloudSays({});
    await settle('detachInterface', body);
    expect((await rowsOf('server'))?.['networks']).toEqual([]);
    await expect(accept('detachInterface', body)).rejects.toMatchObject({ reason: { code: 'interface_not_attached' } });
  });

  it('a reader may attach and detach nothing', async () => {
    const bob = await bench.asking('bob');
    cloudSays({ ports: [{ mac: MAC, ip: '10.30.3.149' }] });
    const bodies = {
      attachInterface: { network_id: id('shared') },
      detachInterface: { mac_addr: MAC },
      attachVolume: { volume_id: VOLUME },
    };
    for (const [verb, body] of Object.entries(bodies))
      await expect(accept(verb, body, bob), verb).rejects.toMatchObject({ code: 'forbidden' });
  });
});
