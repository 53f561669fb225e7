/** The lab as the recorder needs it: some things of each kind, and the way to take them away again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PUBLIC_KEY } from '../../../support/app.ts';

export interface Lab {
  cloudsFile: string;
  names: Record<string, string>;
  /** A compute host fails for as long as the work takes. */
  without(host: string, work: () => Promise<unknown>): Promise<void>;
  clean(): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;

const named = z.array(z.object({ id: z.string(), name: z.string() }));
const made = z.object({ id: z.string() });

const auth = (name: string, password: string, domain: string, project: string) => ({
  auth: {
    identity: { methods: ['password'], password: { user: { name, password, domain: { name: domain } } } },
    scope: { project: { name: project, domain: { name: domain } } },
  },
});

class Session {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  static async open(...who: Parameters<typeof auth>): Promise<Session> {
    const response = await fetch('http://127.0.0.1:5000/v3/auth/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(auth(...who)),
    });
    await response.text();
    return new Session(response.headers.get('x-subject-token') ?? '');
  }

  async ask(method: string, url: string, body?: unknown, version = '2.61'): Promise<Json> {
    const response = await fetch(`http://127.0.0.1:${url}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-auth-token': this.#token,
        ...(url.startsWith('8774') && { 'openstack-api-version': `compute ${version}` }),
        ...(url.startsWith('8778') && { 'openstack-api-version': 'placement 1.18' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${method} ${url}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : {}) as Json;
  }
}

const idIn = (list: Json, name: string): string => {
  const found = named.parse(Object.values(list).find(Array.isArray)).find((item) => item.name === name);
  if (!found) throw new Error(`the lab has no ${name}: run its seed`);
  return found.id;
};

/** Nodes by their names. */
async function nodes(admin: Session): Promise<Record<string, string>> {
  const listed = z.array(z.object({ id: z.string(), hypervisor_hostname: z.string() }));
  const { hypervisors } = await admin.ask('GET', '8774/v2.1/os-hypervisors');
  return Object.fromEntries(listed.parse(hypervisors).map(({ id, hypervisor_hostname: name }) => [name, id]));
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Error) || !error.message.includes(': 404 ')) throw error;
}

/** Gives a node other traits than it has; whatever else it is asked for counts them up meanwhile. */
async function changeTraits(admin: Session, nodeId: string, change: (traits: readonly string[]) => string[]): Promise<void> {
  const place = `8778/resource_providers/${nodeId}/traits`;
  const { traits, resource_provider_generation } = await admin.ask('GET', place);
  await admin.ask('PUT', place, { traits: change(z.array(z.string()).parse(traits)), resource_provider_generation });
}

/** Throws where the lab is not there or not seeded. */
export async function prepare(cloudsFile: string): Promise<Lab> {
  const admin = await Session.open('admin', 'lab-admin', 'Default', 'admin');
  const alice = await Session.open('alice', 'lab-alice', 'acme', 'acme-prod');
  const undo: (() => Promise<unknown>)[] = [];
  const projects = await admin.ask('GET', '5000/v3/projects');
  const names: Record<string, string> = {
    acme: idIn(await admin.ask('GET', '5000/v3/domains'), 'acme'),
    'acme-prod': idIn(projects, 'acme-prod'),
    'acme-dev': idIn(projects, 'acme-dev'),
    admin: idIn(projects, 'admin'),
    'acme-net': idIn(await admin.ask('GET', '9696/v2.0/networks'), 'acme-net'),
    shared: idIn(await admin.ask('GET', '9696/v2.0/networks'), 'shared'),
    'lab-tiny': idIn(await admin.ask('GET', '9292/v2/images'), 'lab-tiny'),
    'm1.tiny': idIn(await admin.ask('GET', '8774/v2.1/flavors'), 'm1.tiny'),
    'm1.small': idIn(await admin.ask('GET', '8774/v2.1/flavors'), 'm1.small'),
    ...(await nodes(admin)),
  };
  names['fast'] = idIn(await admin.ask('GET', `8776/v3/${names['admin']}/types`), 'fast');
  const [first] = Object.values(await nodes(admin));
  for (const trait of ['CUSTOM_SSD', 'CUSTOM_GPU']) {
    await admin.ask('PUT', `8778/traits/${trait}`);
    undo.push(() => admin.ask('DELETE', `8778/traits/${trait}`));
  }
  await changeTraits(admin, first!, (traits) => [...traits, 'CUSTOM_SSD']);
  undo.push(() => changeTraits(admin, first!, (traits) => traits.filter((trait) => trait !== 'CUSTOM_SSD')));
  /** What the tour makes; it is there only where the tour has ended too early. */
  const remove = async (name: string, place: string) => {
    if (names[name]) await admin.ask('DELETE', `${place}/${names[name]}`).catch(ignoreNotFound);
  };
  for (const server of ['made', 'acting', 'rich', 'booted', 'snapped', 'revived', 'holding'])
    undo.push(() => remove(server, '8774/v2.1/servers'));
  for (const volume of ['plain', 'of-image']) undo.push(() => remove(volume, `8776/v3/${names['admin']}/volumes`));
  undo.push(() => remove('drawn', '9696/v2.0/networks'));
  undo.push(() => remove('snapshot', '9292/v2/images'));

  const flavor = async (key: string, size: object) => {
    const { id } = made.parse((await admin.ask('POST', '8774/v2.1/flavors', { flavor: { name: key, ...size } }))['flavor']);
    undo.push(() => admin.ask('DELETE', `8774/v2.1/flavors/${id}`));
    names[key] = id;
  };
  await flavor('private', { vcpus: 1, ram: 256, disk: 0, 'os-flavor-access:is_public': false });
  await flavor('giant', { vcpus: 5000, ram: 64, disk: 1 });
  await admin.ask('POST', `8774/v2.1/flavors/${names['private']}/action`, { addTenantAccess: { tenant: names['acme-prod'] } });

  const types = `8776/v3/${names['admin']}/types`;
  const vault = { name: 'vault', description: '', 'os-volume-type-access:is_public': false };
  names['vault'] = made.parse((await admin.ask('POST', types, { volume_type: vault }))['volume_type']).id;
  undo.push(() => admin.ask('DELETE', `${types}/${names['vault']}`));
  await admin.ask('POST', `${types}/${names['vault']}/action`, { addProjectAccess: { project: names['acme-prod'] } });

  const image = await alice.ask('POST', '9292/v2/images', {
    name: 'offered',
    visibility: 'shared',
    disk_format: 'raw',
    container_format: 'bare',
  });
  names['offered'] = made.parse(image).id;
  undo.push(() => alice.ask('DELETE', `9292/v2/images/${names['offered']}`));
  await alice.ask('POST', `9292/v2/images/${names['offered']}/members`, { member: names['acme-dev'] });

  await alice.ask('POST', '8774/v2.1/os-keypairs', { keypair: { name: 'laptop', public_key: PUBLIC_KEY } });
  undo.push(() => alice.ask('DELETE', '8774/v2.1/os-keypairs/laptop'));

  const server = async (key: string, rest: object) => {
    const body = { server: { name: key, networks: [{ uuid: names['acme-net'] }], flavorRef: names['m1.tiny'], ...rest } };
    const { id } = made.parse((await alice.ask('POST', '8774/v2.1/servers', body))['server']);
    undo.push(async () => {
      await admin.ask('DELETE', `8774/v2.1/servers/${id}`);
      const exists = () =>
        admin.ask('GET', `8774/v2.1/servers/${id}`).then(
          () => true,
          () => false,
        );
      await until(async () => !(await exists()));
    });
    names[key] = id;
    await until(async () => {
      const { server: state } = await admin.ask('GET', `8774/v2.1/servers/${id}`);
      return ['ACTIVE', 'ERROR'].includes(z.object({ status: z.string() }).parse(state).status);
    });
  };
  await server('stopped', { imageRef: names['lab-tiny'] });
  await alice.ask('POST', `8774/v2.1/servers/${names['stopped']}/action`, { 'os-stop': null });
  await server('tiny', { imageRef: names['lab-tiny'], metadata: { purpose: 'recording' } });
  const disk = {
    boot_index: 0,
    source_type: 'image',
    destination_type: 'volume',
    uuid: names['lab-tiny'],
    volume_size: 1,
    delete_on_termination: true,
  };
  await server('on-volume', { block_device_mapping_v2: [disk] });
  const { server: onVolume } = await admin.ask('GET', `8774/v2.1/servers/${names['on-volume']}`);
  const [bootVolume] = z.object({ 'os-extended-volumes:volumes_attached': z.array(made) }).parse(onVolume)[
    'os-extended-volumes:volumes_attached'
  ];
  const places = `8776/v3/${names['acme-prod']}/snapshots`;
  const saved = await alice.ask('POST', places, { snapshot: { name: 'saved', volume_id: bootVolume?.id, force: true } });
  names['saved'] = made.parse(saved['snapshot']).id;
  const statusOfSaved = async () => {
    const { snapshot } = await alice.ask('GET', `${places}/${names['saved']}`);
    return z.object({ status: z.string() }).parse(snapshot).status;
  };
  undo.push(async () => {
    await alice.ask('DELETE', `${places}/${names['saved']}`);
    const exists = () =>
      statusOfSaved().then(
        () => true,
        () => false,
      );
    await until(async () => !(await exists()));
  });
  await until(async () => (await statusOfSaved()) === 'available');
  await server('failed', { imageRef: names['lab-tiny'], flavorRef: names['giant'] });
  await admin.ask('PUT', `8774/v2.1/os-quota-sets/${names['acme-dev']}`, { quota_set: { instances: 0 } });
  undo.push(() => admin.ask('DELETE', `8774/v2.1/os-quota-sets/${names['acme-dev']}`));

  return {
    cloudsFile,
    names,
    async without(host, work) {
      await node(host, 'down');
      try {
        await work();
      } finally {
        await node(host, 'up');
      }
    },
    async clean() {
      for (const step of undo.toReversed()) await step();
    },
  };
}

const NODE = join(import.meta.dirname, '../../../../../lab/openstack/node');

async function node(host: string, command: 'down' | 'up'): Promise<void> {
  const child = spawn(NODE, [host, command], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${host} does not go ${command}`);
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (await isReached()) return;
    await sleep(500);
  }
  throw new Error('the lab does not get there');
}
