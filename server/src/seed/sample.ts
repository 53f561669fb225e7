/** The sample servers: a pure function of their number, so that an interrupted filling goes on where it stopped. */
import { isMedium } from '@gantry/contract/nouns/images/media';
import type { FlavorDocument } from '../engines/embedded/platform/documents.ts';
import { FLAVORS, IMAGES } from './catalog.ts';

/** Flavors by turns, small ones more often; every run of this length needs the same. */
const TURNS = [
  'small', 'medium', 'tiny', 'small', 'tiny', 'medium', 'large', 'tiny', 'small', 'tiny',
  'medium', 'small', 'tiny', 'large', 'small', 'tiny', 'medium', 'small', 'xlarge', 'tiny',
] as const; // prettier-ignore

const ROLES = ['web', 'api', 'db', 'cache', 'worker', 'queue', 'build', 'mail', 'search', 'proxy', 'metrics', 'backup', 'git'] as const;
const PLACES = ['eu', 'us', 'ap', 'lab'] as const;

/** Between the creation times of two sample servers: some 37 minutes, an odd number of seconds. */
const APART_MS = 2_221_000;

export interface SampleServer {
  name: string;
  flavor: (typeof FLAVORS)[number]['name'];
  image: string;
  /** GiB of the boot volume */
  size: number;
  status: 'ACTIVE' | 'SHUTOFF';
  /** milliseconds before the filling began */
  age: number;
}

export const flavorNamed = (name: string): (typeof FLAVORS)[number] => {
  const found = FLAVORS.find((flavor) => flavor.name === name);
  if (!found) throw new Error(`no flavor ${name}`);
  return found;
};

/** The server number `index`, counted from 0. */
export function sampleServer(index: number): SampleServer {
  const role = ROLES[index % ROLES.length]!;
  const place = PLACES[Math.floor(index / ROLES.length) % PLACES.length]!;
  const flavor = flavorNamed(TURNS[index % TURNS.length]!);
  const images = IMAGES.filter(({ min_ram, min_disk, ...image }) => min_ram <= flavor.ram && min_disk <= flavor.disk && !isMedium(image));
  const image = images[(index + Math.floor(index / TURNS.length)) % images.length]!;
  return {
    name: `${place}-${role}-${String(Math.floor(index / (ROLES.length * PLACES.length)) + 1).padStart(2, '0')}`,
    flavor: flavor.name,
    image: image.name,
    size: Math.max(flavor.disk, image.min_disk),
    status: index % 5 === 3 ? 'SHUTOFF' : 'ACTIVE',
    age: (index + 1) * APART_MS,
  };
}

/** Cores, MiB, GiB and number of the first `count` sample servers. */
export function sampleDemand(count: number): { vcpus: number; ram: number; disk: number; servers: number } {
  const sum = { vcpus: 0, ram: 0, disk: 0, servers: count };
  const turns = sumOf(TURNS.map(flavorNamed));
  const full = Math.floor(count / TURNS.length);
  const rest = sumOf(TURNS.slice(0, count % TURNS.length).map(flavorNamed));
  for (const key of ['vcpus', 'ram', 'disk'] as const) sum[key] = full * turns[key] + rest[key];
  return sum;
}

type Sizes = Pick<FlavorDocument, 'vcpus' | 'ram' | 'disk'>;

const sumOf = (flavors: readonly Sizes[]): Sizes =>
  flavors.reduce<Sizes>((sum, { vcpus, ram, disk }) => ({ vcpus: sum.vcpus + vcpus, ram: sum.ram + ram, disk: sum.disk + disk }), {
    vcpus: 0,
    ram: 0,
    disk: 0,
  });

/** Part of a node that sample servers may fill, so that there is room for more. */
const FILL = 0.8;

/** How many nodes of a size the sample servers need, at least `atLeast`; servers are dealt to them in equal runs. Throws where a node is too small. */
export function nodesFor(count: number, node: Sizes, atLeast: number): number {
  if (count === 0) return atLeast;
  const turn = sumOf(TURNS.map(flavorNamed));
  const turns = Math.floor(Math.min((node.vcpus * FILL) / turn.vcpus, (node.ram * FILL) / turn.ram, (node.disk * FILL) / turn.disk));
  if (turns < 1)
    throw new Error(
      `a node needs ${Math.ceil(turn.vcpus / FILL)} vcpus, ${Math.ceil(turn.ram / FILL)} MiB and ${Math.ceil(turn.disk / FILL)} GiB to hold sample servers`,
    );
  return Math.max(atLeast, Math.ceil(count / (turns * TURNS.length)));
}
