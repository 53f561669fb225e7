import { setTimeout as sleep } from 'node:timers/promises';
import { namesOf, SERVERS, type Part, type Stage } from './tasks.ts';

/** Who works where on the lab's cloud. */
export interface Worker {
  domain: string;
  username: string;
  password: string;
}

/** Keystone of the lab. */
const IDENTITY = 'http://127.0.0.1:5000/v3';
/** The kinds of the lab (lab/openstack/seed.py). */
const KIND = { image: 'lab-tiny', flavor: 'm1.tiny', network: 'acme-net', outside: 'public' };
const STEM = 'ten';
const ROUTER_PORT = 'network:router_interface';
const PROJECT = 'acme-prod';
const ELSEWHERE = 'acme-dev';
const LEAD: Omit<Worker, 'domain'> = { username: 'carol', password: 'lab-carol' };

type Json = Record<string, unknown>;
/** Asks a service of the cloud, by its type in the catalogue. */
type Ask = (service: string, method: string, path: string, body?: unknown) => Promise<Json>;

interface Thing {
  id: string;
  name: string;
  status: string;
  addresses: Record<string, { addr: string }[]>;
}

async function signIn({ domain, username, password }: Worker, project: string): Promise<Ask> {
  const named = { name: domain };
  const methods = { methods: ['password'], password: { user: { name: username, domain: named, password } } };
  const answer = await fetch(`${IDENTITY}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth: { identity: methods, scope: { project: { name: project, domain: named } } } }),
  });
  if (!answer.ok) throw new Error(`${username} may not enter ${project}: ${answer.status}`);
  const { token } = (await answer.json()) as { token: { catalog: { type: string; endpoints: { interface: string; url: string }[] }[] } };
  const headers = { 'x-auth-token': answer.headers.get('x-subject-token') ?? '', 'content-type': 'application/json' };
  return async (service, method, path, body) => {
    const url = token.catalog.find(({ type }) => type === service)?.endpoints.find((one) => one.interface === 'public')?.url;
    const said = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!said.ok) throw new Error(`${method} ${service} ${path}: ${said.status} ${await said.text()}`);
    const text = await said.text();
    return text === '' ? {} : (JSON.parse(text) as Json);
  };
}

const listed = (answer: Json, key: string): Thing[] => answer[key] as Thing[];

interface HorizonStage extends Stage {
  /** Ids of the projects, by their names. */
  projects: Readonly<Record<string, string>>;
  /** Takes everything away again. */
  clear(): Promise<void>;
}

/** Takes away what an earlier stage has left: all that is called so, also what is locked. `ask`: as an administrator of the project. */
async function clear(ask: Ask): Promise<void> {
  const ours = async (service: string, path: string, key: string): Promise<Thing[]> =>
    listed(await ask(service, 'GET', path), key).filter(({ name }) => name.startsWith(STEM));
  const servers = () => ours('compute', '/servers', 'servers');
  for (const { id } of await servers()) await ask('compute', 'DELETE', `/servers/${id}`);
  while ((await servers()).length > 0) await sleep(1000);
  for (const router of await ours('network', '/v2.0/routers', 'routers')) {
    for (const { id } of listed(await ask('network', 'GET', '/v2.0/floatingips'), 'floatingips'))
      await ask('network', 'DELETE', `/v2.0/floatingips/${id}`);
    for (const { id } of listed(await ask('network', 'GET', `/v2.0/ports?device_owner=${ROUTER_PORT}&device_id=${router.id}`), 'ports'))
      await ask('network', 'PUT', `/v2.0/routers/${router.id}/remove_router_interface`, { port_id: id });
    await ask('network', 'DELETE', `/v2.0/routers/${router.id}`);
  }
  for (const { id } of await ours('image', '/v2/images', 'images')) await ask('image', 'DELETE', `/v2/images/${id}`);
  for (const { id } of await ours('block-storage', '/volumes', 'volumes')) await ask('block-storage', 'DELETE', `/volumes/${id}`);
}

/** Makes what the tasks need on the lab's cloud. */
export async function openHorizonStage(worker: Worker): Promise<HorizonStage> {
  const ask = await signIn(worker, PROJECT);
  const lead = await signIn({ ...worker, ...LEAD }, PROJECT);
  await clear(lead);
  const names = namesOf(STEM);
  const volume = `${STEM}-volume`;
  const idOf = async (service: string, path: string, key: string, name: string): Promise<string> => {
    const found = listed(await ask(service, 'GET', path), key).find((one) => one.name === name);
    if (!found) throw new Error(`the cloud has no ${name}`);
    return found.id;
  };
  const network = await idOf('network', '/v2.0/networks', 'networks', KIND.network);
  const outside = await idOf('network', '/v2.0/networks', 'networks', KIND.outside);
  const subnet = listed(await ask('network', 'GET', `/v2.0/subnets?network_id=${network}`), 'subnets')[0]?.id;
  const gateway = { name: `${STEM}-router`, external_gateway_info: { network_id: outside } };
  const { id: router } = (await ask('network', 'POST', '/v2.0/routers', { router: gateway }))['router'] as Thing;
  await ask('network', 'PUT', `/v2.0/routers/${router}/add_router_interface`, { subnet_id: subnet });
  await ask('block-storage', 'POST', '/volumes', { volume: { name: volume, size: 1 } });
  const imageRef = await idOf('image', '/v2/images', 'images', KIND.image);
  const flavorRef = await idOf('compute', '/flavors', 'flavors', KIND.flavor);
  for (const part of SERVERS)
    await ask('compute', 'POST', '/servers', { server: { name: names[part], imageRef, flavorRef, networks: [{ uuid: network }] } });
  const own = async (): Promise<Thing[]> => listed(await ask('compute', 'GET', `/servers/detail?name=${STEM}-`), 'servers');
  const known = async (part: Part, status: string): Promise<Thing> => {
    for (;;) {
      const server = (await own()).find((one) => one.name === names[part] && one.status === status);
      if (server) return server;
      await sleep(1000);
    }
  };
  for (const part of SERVERS) await known(part, 'ACTIVE');
  const act = async (by: Ask, part: Part, action: string) =>
    by('compute', 'POST', `/servers/${(await known(part, 'ACTIVE')).id}/action`, { [action]: null });
  await act(ask, 'resized', 'os-stop');
  await known('resized', 'SHUTOFF');
  // What somebody else has locked refuses to be shut down.
  await act(lead, 'bad', 'lock');
  const { addresses } = await known('found', 'ACTIVE');
  const projects = listed(await ask('identity', 'GET', '/auth/projects'), 'projects');
  return {
    names,
    made: `${STEM}-made`,
    address: Object.values(addresses).flat()[0]?.addr ?? '',
    volume,
    project: PROJECT,
    elsewhere: ELSEWHERE,
    projects: Object.fromEntries(projects.map(({ id, name }) => [name, id])),
    mend: async () => void (await act(lead, 'bad', 'unlock')),
    clear: () => clear(lead),
  };
}
