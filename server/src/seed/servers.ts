import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Writer } from '../port/store/writer.ts';
import { instantOf } from '../port/clock.ts';
import { takeLowest } from '../nouns/networks/embedded/addresses.ts';
import type { ServerDocument } from '../engines/embedded/platform/documents.ts';
import { serverDocument, type NewServer } from '../nouns/servers/embedded/documents.ts';
import { bootVolumeDocument } from '../nouns/volumes/embedded/documents.ts';
import { formatIpv4 } from '../nouns/networks/embedded/ipv4.ts';
import { loadNode } from '../nouns/nodes/embedded/placement.ts';
import { macAddress } from '../nouns/servers/embedded/ports.ts';
import { defaultGroupId } from '../nouns/security-groups/embedded/defaults.ts';
import type { Guests, Writing } from '../engines/embedded/platform/guests.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { ownedRow } from '../engines/embedded/platform/rows.ts';
import { addAmounts } from '../engines/embedded/platform/amounts.ts';
import { amountsOf, amountsOfVolumes, reserveQuota } from '../engines/embedded/platform/quotas.ts';
import type { Demand, Journal, SeedRecord } from '../engines/embedded/platform/records.ts';
import { IMAGES } from './catalog.ts';
import { idOf } from '../engines/embedded/platform/ids.ts';
import { nodeCount, nodeId, privateNetworkName, projectId } from './plan.ts';
import { flavorDocument, imageDocument } from './resources.ts';
import { flavorNamed, sampleServer } from './sample.ts';
import { SAMPLE_PROJECT, SAMPLE_TENANTS } from './tenants.ts';

/** Milliseconds a stopped sample server had run. */
const RAN_MS = 1_800_000;

/** Makes the sample servers from index `seed.done` up to before `to`, with all they hold. In the caller's transaction. */
export async function fillServers(platform: Platform, writer: Writer, seed: SeedRecord, to: number): Promise<void> {
  const { id: engine } = platform;
  const perNode = Math.ceil(seed.sampleServers / nodeCount(platform, seed));
  const network = privateNetworkName(SAMPLE_PROJECT);
  const addresses = await takeLowest(platform, writer, idOf(engine, 'subnet', network), to - seed.done);
  if (addresses.length < to - seed.done) throw new Error('the sample network is too small');
  const made = addresses.map((address, offset) => {
    const index = seed.done + offset;
    const host = nodeId(Math.floor(index / perNode));
    return sampleResources(platform, index, host, { id: idOf(engine, 'network', network), address }, seed.startedAt);
  });
  await writer.putMany(made.map(({ volume }) => ownedRow(platform, 'volume', volume)));
  await writer.putMany(made.map(({ server }) => ownedRow(platform, 'server', server)));
  for (const { server, journal } of made) await platform.buckets.journals.put(writer.records, server.id, journal);
  const loads = new Map<string, Demand>();
  const total: Demand = { vcpus: 0, ram: 0, disk: 0, servers: 0 };
  for (const { host, flavor, size } of made) {
    const load = loads.get(host) ?? { vcpus: 0, ram: 0, disk: 0, servers: 0 };
    loads.set(host, load);
    for (const sum of [load, total]) {
      sum.vcpus += flavor.vcpus;
      sum.ram += flavor.ram;
      sum.disk += size;
      sum.servers += 1;
    }
  }
  for (const [host, load] of loads) await loadNode(platform, writer, host, load);
  const machines = { ...amountsOf(serverKind, { flavor: total }), instances: total.servers };
  const amounts = addAmounts(machines, amountsOfVolumes(made.map(({ volume }) => volume)));
  await reserveQuota(platform, writer, projectId(engine, SAMPLE_PROJECT), amounts);
}

interface Place {
  id: string;
  address: number;
}

function sampleResources({ id: engine, guests }: Platform, index: number, host: string, network: Place, startedAt: string) {
  const sample = sampleServer(index);
  const flavor = flavorDocument(engine, flavorNamed(sample.flavor));
  const imageSeed = IMAGES.find(({ name }) => name === sample.image)!;
  const image = imageDocument(engine, imageSeed, startedAt);
  const created = Date.parse(startedAt) - sample.age;
  const up = instantOf(created);
  const down = instantOf(created + RAN_MS);
  const mac_addr = macAddress(network.id, network.address);
  const item: NewServer = {
    id: idOf(engine, 'server', String(index)),
    name: sample.name,
    description: null,
    flavor,
    image,
    volumes: [{ id: idOf(engine, 'volume', String(index)), delete_on_termination: true }],
    ports: [
      {
        network_id: network.id,
        mac_addr,
        ips: [formatIpv4(network.address)],
        spoofing_protection: true,
        security_group_ids: [defaultGroupId(engine, projectId(engine, SAMPLE_PROJECT))],
      },
    ],
    keyName: null,
    allowLiveResize: index % 3 === 0,
    haEnabled: true,
    ownTraits: [],
    imageTraits: [],
    metadata: {},
    tags: [],
    projectId: projectId(engine, SAMPLE_PROJECT),
    domainId: idOf(engine, 'domain', SAMPLE_TENANTS[0]!.name),
    created: up,
  };
  const stopped = sample.status === 'SHUTOFF';
  const server = serverDocument(item, { status: sample.status, task_state: null, host, updated: stopped ? down : up });
  const journal = journalOf(guests, server, up, stopped ? down : null);
  return { server, volume: bootVolumeDocument(item, image, sample.size, { status: 'in-use' }), journal, host, flavor, size: sample.size };
}

/** The past of a sample server: it was created, and perhaps stopped. */
function journalOf(guests: Guests, server: ServerDocument, up: string, down: string | null): Journal {
  const entry = (action: string, at: string): Journal['history'][number] => ({
    action,
    request_id: null,
    user_id: null,
    started_at: at,
    finished_at: at,
    result: 'success',
    message: null,
  });
  const written = (what: Writing, at: string): string => guests.console([what], server, { at, ran: true });
  return {
    history: [entry('create', up), ...(down === null ? [] : [entry('stop', down)])],
    log: written('boot', up) + (down === null ? '' : written('halt', down)),
    cut: false,
  };
}
