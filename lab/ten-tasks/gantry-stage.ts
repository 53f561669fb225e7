import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { fillPath } from '@gantry/contract/wire/call';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInTo, type Session } from '../../tools/lib/session.ts';
import { namesOf, SERVERS, type Part, type Stage } from './tasks.ts';

/** Who does the tasks: works in two projects, as an administrator of its domain. */
export const USER = { domain: 'acme', username: 'acme-admin' };
const PROJECT = 'acme-prod';
const VOLUME = 'ten-volume';

/** A server, as far as it is looked at here: every checkout says as much. */
interface Row {
  id: string;
  name: string;
  status: string;
  networks: { ips: string[] }[];
  volumes: { id: string; name: string }[];
}

const rows = async (session: Session, path: string): Promise<Row[]> => ((await session.get(path)) as { data: Row[] }).data;

async function idOf(session: Session, kind: string, name: string): Promise<string> {
  const [found] = await rows(session, `/api/v2/compute/${kind}?name=${encodeURIComponent(name)}`);
  if (!found) throw new Error(`there is no ${name} among ${kind}`);
  return found.id;
}

/** Asks for a change; throws where it is refused. */
async function send(base: string, { headers }: Session, { method, path }: { method: string; path: string }, body: unknown): Promise<void> {
  const answer = await fetch(base + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/**
 * Makes what the tasks need on the embedded platform, by its API.
 * @param base address of the self-service side
 * @param isRouted whether the servers' network leads out; a checkout from before routers has none that does
 */
export async function openStage(base: string, isRouted: boolean): Promise<Stage> {
  const session = await signInTo(base, USER.domain, USER.username, PROJECT);
  const names = namesOf('ten');
  const network = await idOf(session, 'networks', `${PROJECT}-private`);
  if (isRouted) {
    const outside = await idOf(session, 'networks', 'public');
    const interfaces = [{ network_id: network }];
    await session.post('/api/v2/compute/routers', { name: 'ten', external_gateway_info: { network_id: outside }, interfaces });
  }
  const kind = {
    image_id: await idOf(session, 'images', 'Debian 13'),
    flavor_id: await idOf(session, 'flavors', 'tiny'),
    network_ids: [network],
  };
  for (const part of SERVERS)
    await session.post(serverCalls.create.path, {
      ...kind,
      name: names[part],
      ...(part === 'bad' && { metadata: { 'gantry.fault': 'stop' } }),
      ...(part === 'found' && { volumes: [{ name: VOLUME, size: 1 }] }),
    });
  /** The server of a part, once it is as told. */
  const known = async (part: Part, is: (server: Row) => boolean = ({ status }) => status === 'ACTIVE'): Promise<Row> => {
    for (;;) {
      const server = (await rows(session, `${serverCalls.list.path}?limit=100`)).find(({ name }) => name === names[part]);
      if (server && is(server)) return server;
      await sleep(500);
    }
  };
  const change = async (part: Part, { method, path }: { method: string; path: string }, body: unknown) =>
    send(base, session, { method, path: fillPath(path, { serverId: (await known(part)).id }) }, body);
  for (const part of SERVERS) await known(part);
  await change('resized', serverCalls.stop, {});
  await known('resized', ({ status }) => status === 'SHUTOFF');
  // Also a checkout from before volumes had a list can take one off a server.
  const { networks, volumes } = await known('found');
  const action = { action: 'detach_volume', volume_id: volumes.find(({ name }) => name === VOLUME)?.id, force: true };
  await change('found', { ...serverCalls.detachVolume, path: `${serverCalls.detachVolume.path}?action=detach_volume` }, action);
  await known('found', (server) => server.volumes.length < volumes.length);
  return {
    names,
    made: 'ten-made',
    address: networks[0]?.ips[0] ?? '',
    volume: VOLUME,
    project: PROJECT,
    elsewhere: 'acme-dev',
    mend: () => change('bad', serverCalls.update, { metadata: {} }),
  };
}
