/** Interfaces that need a port of their own: what Neutron and Nova are asked, and what becomes of ports that no server has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNamed, type CommandContext } from '../../../../src/port/engine.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';
import type { Asked, Told } from '../../../../../fakes/openstack/listener.ts';

interface Port {
  id: string;
  name: string;
  description: string;
  device_id: string;
  mac_address: string;
  network_id: string;
  fixed_ips: { ip_address: string }[];
  port_security_enabled: boolean;
  security_groups: string[];
}

const MAC = 'fa:16:3e:00:00:01';
const SERVERS = /^\/compute\/v2\.1\/servers$/;
const PORTS = /^\/network\/v2\.0\/ports$/;

let bench: Bench;
let alice: CommandContext;
let ports: Map<string, Port>;

beforeAll(async () => {
  bench = await (await Bench.open()).mirrored();
  await bench.inStep();
  alice = await bench.asking('alice');
});
afterAll(() => bench.close());

const on = forOneTest(() => bench);
const id = (name: string) => bench.cloud.id(name);
const command = (verb: string) => commandNamed<unknown>(bench.engine, `server.${verb}`)!;
const sentTo = (method: string, path: RegExp, since = 0) =>
  bench.cloud.asked.slice(since).filter((one) => one.method === method && path.test(one.path));
const group = () => id('default-group');
const tiny = async (): Promise<Row> => (await bench.row('server', 'tiny'))!;

/** A Neutron with a memory for ports. `refuse`: its no to those that it says something of. */
function neutron(refuse: (port: Partial<Port>) => Told | undefined = () => undefined): void {
  ports = new Map();
  on('POST', PORTS, ({ sent }) => {
    const { port } = sent as { port: Partial<Port> };
    const no = refuse(port);
    if (no) return no;
    const made: Port = {
      id: `port-${ports.size + 1}`,
      name: '',
      description: '',
      device_id: '',
      mac_address: 'fa:16:3e:99:00:01',
      network_id: '',
      fixed_ips: [{ ip_address: '10.20.7.7' }],
      port_security_enabled: true,
      security_groups: [group()],
      ...port,
    };
    ports.set(made.id, made);
    return { status: 201, answer: { port: made } };
  });
  on('PUT', /^\/network\/v2\.0\/ports\/[^/]+$/, ({ path, sent }) => {
    const found = ports.get(path.split('/').at(-1)!);
    if (!found) return { status: 404, answer: { NeutronError: { type: 'PortNotFound', message: 'Port could not be found.', detail: '' } } };
    Object.assign(found, (sent as { port: object }).port);
    return { answer: { port: found } };
  });
  on('DELETE', /^\/network\/v2\.0\/ports\/[^/]+$/, ({ path }) => {
    const known = ports.delete(path.split('/').at(-1)!);
    return { status: known ? 204 : 404, answer: null };
  });
  on('GET', /^\/network\/v2\.0\/ports\?/, ({ query }: Asked) => {
    const of = (key: string) => query.getAll(key);
    const found = [...ports.values()].filter(
      (port) =>
        (of('device_id').length === 0 || of('device_id').includes(port.device_id)) &&
        (of('description').length === 0 || of('description').includes(port.description)),
    );
    return { answer: { ports: found } };
  });
}
/** Nova takes each new server as the recorded one, with its ports. */
const novaTakes = () =>
  on('POST', SERVERS, ({ sent }) => {
    for (const { port } of (sent as { server: { networks: { port?: string }[] } }).server.networks)
      if (port !== undefined) ports.get(port)!.device_id = id('tiny');
    return { status: 202, answer: { server: { id: id('tiny') } } };
  });
const body = (...interfaces: object[]) => ({
  name: 'wired',
  flavor_id: id('m1.tiny'),
  image_id: id('lab-tiny'),
  network_ids: [id('acme-net')],
  interfaces: interfaces.map((one) => ({ network_id: id('acme-net'), ...one })),
});
const create = (wanted: object, context = alice) => command('create').accept(context, null, wanted);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => error,
  );
const named = (context: CommandContext, place: number) => `${context.taskId}/${place}`;
const asTask = (taskId: string): CommandContext => ({ ...alice, taskId });

describe('a server with ports of its own', () => {
  it('a server boots with a port made for each interface that Nova has no words for', async () => {
    neutron();
    novaTakes();
    const from = bench.cloud.asked.length;
    await create(
      body(
        { fixed_ips: ['10.20.0.77'] },
        { mac_addr: MAC, fixed_ips: ['10.20.0.78', '10.20.0.79'], security_group_ids: [group()] },
        { spoofing_protection: false },
      ),
    );
    const common = { network_id: id('acme-net'), project_id: id('acme-prod'), description: 'gantry_task' };
    expect(sentTo('POST', PORTS, from).map(({ as, sent }) => [as, (sent as { port: object }).port])).toEqual([
      [
        `alice@project:${id('acme-prod')}`,
        {
          ...common,
          name: named(alice, 2),
          mac_address: MAC,
          fixed_ips: [{ ip_address: '10.20.0.78' }, { ip_address: '10.20.0.79' }],
          security_groups: [group()],
        },
      ],
      [`alice@project:${id('acme-prod')}`, { ...common, name: named(alice, 3), port_security_enabled: false }],
    ]);
    expect(sentTo('POST', SERVERS, from)[0]!.sent).toMatchObject({
      server: {
        networks: [{ uuid: id('acme-net') }, { uuid: id('acme-net'), fixed_ip: '10.20.0.77' }, { port: 'port-1' }, { port: 'port-2' }],
      },
    });
    expect(await bench.document('server', 'tiny')).toMatchObject({
      made_ports: true,
      networks: [
        { mac_addr: MAC, spoofing_protection: true, security_group_ids: [group()] },
        { spoofing_protection: false, security_group_ids: [group()] },
      ],
    });
  });

  it('a server is refused without leaving a port, at the field that the network service speaks of', async () => {
    const taken = `Unable to complete operation for network ${id('acme-net')}. The mac address ${MAC} is in use.`;
    neutron(({ mac_address: mac }) =>
      mac === MAC ? { status: 409, answer: { NeutronError: { type: 'MacAddressInUse', message: taken, detail: '' } } } : undefined,
    );
    novaTakes();
    const from = bench.cloud.asked.length;
    expect(await refusalOf(create(body({ spoofing_protection: false }, { mac_addr: MAC })))).toMatchObject({
      code: 'validation_failed',
      fields: { 'interfaces.1.mac_addr': [{ code: 'mac_taken' }] },
    });
    expect([ports.size, sentTo('POST', SERVERS, from)]).toEqual([0, []]);
    const allocated = 'IP address 10.20.0.9 already allocated in subnet 9b5dfd0d-2430-40fc-800b-2336d1b42503';
    neutron(() => ({ status: 409, answer: { NeutronError: { type: 'IpAddressAlreadyAllocated', message: allocated, detail: '' } } }));
    expect(await refusalOf(create(body({ fixed_ips: ['10.20.0.8', '10.20.0.9'] })))).toMatchObject({
      fields: { 'interfaces.0.fixed_ips.1': [{ code: 'address_taken' }] },
    });
  });

  it('a server that Nova refuses leaves no port behind, but keeps it as long as Nova may take it yet', async () => {
    neutron();
    on('POST', SERVERS, () => ({ status: 400, answer: { badRequest: { code: 400, message: 'No.' } } }));
    expect(await refusalOf(create(body({ spoofing_protection: false })))).toMatchObject({ code: 'engine_refused' });
    expect(ports.size).toBe(0);
    on('POST', SERVERS, () => ({ status: 504, answer: '' }));
    const wanted = body({ spoofing_protection: false });
    expect(await refusalOf(create(wanted))).toMatchObject({ unanswered: true });
    expect(ports.size).toBe(1);
    await command('create').abandon!(asTask('another'), wanted);
    expect(ports.size).toBe(1);
    await command('create').abandon!(alice, wanted);
    expect(ports.size).toBe(0);
  });

  it('a server may have only security groups of its project, in networks that hand out addresses', async () => {
    neutron();
    const groups = bench.cloud.recorded<{ security_groups: { id: string; project_id: string }[] }>(
      'GET',
      /security-groups\?/,
    ).security_groups;
    const foreign = groups.find(({ project_id: projectId }) => projectId === id('admin'))!.id;
    for (const group of [foreign, 'nobody-has-this'])
      expect(await refusalOf(create(body({ security_group_ids: [group] })))).toMatchObject({
        fields: { 'interfaces.0.security_group_ids': [{ code: 'unknown_id' }] },
      });
  });

  it('the deletion of a server removes ports that others have left, not a port that somebody waits for, or has', async () => {
    neutron();
    const run = (taskId: string, phase: 'accepted' | 'ended') =>
      bench.store.transaction(async (writer) => {
        await writer.tasks.insert(
          {
            id: taskId,
            command: 'server.create',
            engine: 'cloud',
            phase: 'intended',
            targets: [null],
            body: null,
            actor: alice.actor,
            memo: null,
          },
          'test',
          60_000,
        );
        await writer.tasks.update(taskId, 1, { phase });
      });
    await run('task-running', 'accepted');
    await run('task-ended', 'ended');
    const left = (portId: string, name: string, device = '') =>
      ports.set(portId, {
        id: portId,
        name,
        description: 'gantry_task',
        device_id: device,
        mac_address: MAC,
        network_id: id('acme-net'),
        fixed_ips: [],
        port_security_enabled: true,
        security_groups: [],
      });
    left('ended', 'task-ended/0');
    left('forgotten', 'task-forgotten#2/1');
    left('awaited', 'task-running#1/0');
    left('had', 'task-ended/1', 'a server');
    on('GET', new RegExp(`/servers/${id('stopped')}$`), () => ({
      status: 404,
      answer: { itemNotFound: { code: 404, message: 'Instance could not be found.' } },
    }));
    const memo = { projectId: id('acme-prod'), leavesPorts: true };
    await command('delete').settle!(alice, { id: id('stopped'), memo }, {});
    expect([...ports.keys()]).toEqual(['awaited', 'had']);
  });
});

describe('an interface of a server', () => {
  const NIC = /os-interface$/;

  it('an interface is attached by a port where more is asked than Nova has words for', async () => {
    neutron();
    on('POST', NIC, ({ sent }) => {
      const { port_id: portId } = (sent as { interfaceAttachment: { port_id: string } }).interfaceAttachment;
      ports.get(portId)!.device_id = id('tiny');
      return { answer: { interfaceAttachment: { mac_addr: ports.get(portId)!.mac_address } } };
    });
    const target = await tiny();
    const wanted = { network_id: id('acme-net'), mac_addr: MAC };
    const accepted = await command('attachInterface').accept(alice, target, wanted);
    expect(accepted.memo).toMatchObject({ mac: MAC });
    expect(await bench.document('server', 'tiny')).toMatchObject({ networks: [{ mac_addr: MAC }] });
    on('POST', NIC, () => ({ status: 400, answer: { badRequest: { code: 400, message: 'No.' } } }));
    expect(await refusalOf(command('attachInterface').accept(alice, target, { ...wanted, mac_addr: 'fa:16:3e:00:00:02' }))).toMatchObject({
      code: 'engine_refused',
    });
    expect([...ports.keys()]).toEqual(['port-1']);
  });

  it('an interface becomes what it is asked to be, in the words of Neutron', async () => {
    neutron();
    ports.set('mine', {
      id: 'mine',
      name: '',
      description: '',
      device_id: id('tiny'),
      mac_address: MAC,
      network_id: id('acme-net'),
      fixed_ips: [{ ip_address: '10.20.0.5' }],
      port_security_enabled: true,
      security_groups: [group()],
    });
    const change = async (wanted: object) =>
      command('updateInterface').accept(alice, await tiny(), { mac_addr: MAC.toUpperCase(), ...wanted });
    const sent = () => (sentTo('PUT', /\/ports\/mine$/).at(-1)!.sent as { port: object }).port;
    await change({ spoofing_protection: false });
    expect(sent()).toEqual({ port_security_enabled: false, security_groups: [] });
    expect(await bench.document('server', 'tiny')).toMatchObject({ networks: [{ spoofing_protection: false, security_group_ids: [] }] });
    expect(await refusalOf(change({ security_group_ids: [group()] }))).toMatchObject({
      fields: { security_group_ids: [{ code: 'groups_unprotected' }] },
    });
    await change({ spoofing_protection: true });
    expect(sent()).toEqual({ port_security_enabled: true, security_groups: [group()] });
    await change({ fixed_ips: ['10.20.0.6', '10.20.0.7'] });
    expect(sent()).toEqual({ fixed_ips: [{ ip_address: '10.20.0.6' }, { ip_address: '10.20.0.7' }] });
    expect(await refusalOf(change({ fixed_ips: ['192.0.2.1'] }))).toMatchObject({
      fields: { 'fixed_ips.0': [{ code: 'address_outside' }] },
    });
    expect(
      await refusalOf(
        command('updateInterface').accept(await bench.asking('bob'), await tiny(), { mac_addr: MAC, fixed_ips: ['10.20.0.6'] }),
      ),
    ).toMatchObject({
      code: 'forbidden',
    });
  });
});
