import type { Addresses } from './addresses.ts';
import { flat, type Chance } from './chance.ts';
import type { Nodes } from './nodes.ts';
import type { ReplayOptions } from './options.ts';
import type { People, Project } from './people.ts';
import type { Server } from './server.ts';
import { DEFAULT_TYPE } from './volume-types.ts';
import type { Volume } from './volumes.ts';
import type { Resources } from './resources.ts';

/** Of a thousand servers so many are stopped, so many failed; the others run. Every second one boots from a volume. */
const STOPPED = 148;
const FAILED = 2;
/** The cloud's servers were made in the year before. */
const YEAR_MS = 365 * 86_400_000;

/** The servers and volumes that the cloud begins with, oldest first. */
export function* seeded(
  options: ReplayOptions,
  chance: Chance,
  parts: { people: People; wares: Resources; nodes: Nodes; addresses: Addresses },
): Generator<{ server: Server; volume: Volume | null }> {
  const start = Date.UTC(2025, 6, 1);
  for (let n = 0; n < options.servers; n++) {
    const project = parts.people.tenants[n % options.projects]!;
    yield seededServer(n, start + Math.floor((n / options.servers) * YEAR_MS), project, chance, parts);
  }
}

function seededServer(
  n: number,
  createdAt: number,
  project: Project,
  chance: Chance,
  { people, wares, nodes, addresses }: { people: People; wares: Resources; nodes: Nodes; addresses: Addresses },
): { server: Server; volume: Volume | null } {
  const draw = chance.number('status', n) % 1000;
  const flavor = chance.pick(wares.usual.flavors, 'flavor of', n);
  const image = chance.pick(wares.usual.images, 'image of', n);
  const userId = chance.pick(people.membersOf(project.id), 'user of', n).id;
  const node = draw < FAILED ? undefined : nodes.place(flavor);
  const isFailed = node === undefined;
  const isStopped = draw < FAILED + STOPPED;
  const port = isFailed ? undefined : addresses.take(project.id);
  const id = chance.uuid('server', n);
  const volume: Volume | null =
    n % 2 === 0 || isFailed
      ? null
      : {
          id: chance.uuid('volume', n),
          name: '',
          attachmentId: chance.uuid('attachment', n),
          projectId: project.id,
          userId,
          serverId: id,
          host: node.host,
          device: '/dev/sda',
          size: flavor.disk,
          type: DEFAULT_TYPE,
          image,
          status: 'in-use',
          createdAt,
          deleteOnTermination: true,
          tag: null,
        };
  const server: Server = {
    n,
    id,
    name: flat(`${chance.pick(NAMES, 'name', n)}-${String(n + 1).padStart(6, '0')}`),
    description: null,
    projectId: project.id,
    userId,
    keyName: null,
    lockedBy: null,
    origin: null,
    metadata: { tier: chance.pick(TIERS, 'tier', n) },
    tags: [],
    flavor,
    image: volume ? null : image,
    volume,
    further: NOTHING,
    ports: port ? [port] : [],
    node: node ?? null,
    status: isFailed ? 'ERROR' : isStopped ? 'SHUTOFF' : 'ACTIVE',
    vmState: isFailed ? 'error' : isStopped ? 'stopped' : 'active',
    taskState: null,
    powerState: isFailed ? 0 : isStopped ? 4 : 1,
    createdAt,
    updatedAt: createdAt + 20_000,
    launchedAt: isFailed ? null : createdAt + 20_000,
    deletedAt: null,
    actions: [],
  };
  return { server, volume };
}

/** One for all: there are very many servers. */
const NOTHING: readonly Volume[] = [];
const NAMES = ['web', 'db', 'cache', 'queue', 'worker', 'build', 'mail', 'proxy', 'backup', 'desktop'];
const TIERS = ['production', 'staging', 'test'];
