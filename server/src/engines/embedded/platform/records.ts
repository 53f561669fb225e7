/** The platform's private records: what it must remember beside the resources themselves. */
import type { MemberHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import type { FirstBoot } from './guests.ts';
import type { Acceptance } from '../../../port/engine.ts';
import type { Records } from '../../../port/store/records.ts';
import type { Instant } from '../../../port/store/rows.ts';
import type { ServerDocument, VolumeDocument } from './documents.ts';
import type { Action } from './plans.ts';

/** One bucket of records and the type of what it holds. */
class Bucket<T> {
  readonly name: string;
  readonly #owner: string;

  constructor(owner: string, name: string) {
    this.#owner = owner;
    this.name = name;
  }

  async get(records: Pick<Records, 'get'>, key: string): Promise<T | undefined> {
    return ((await records.get(this.#owner, this.name, key)) ?? undefined) as T | undefined;
  }

  put(records: Pick<Records, 'put'>, key: string, value: T, due?: Instant): Promise<void> {
    return records.put(this.#owner, this.name, key, value, due);
  }

  remove(records: Pick<Records, 'remove'>, key: string): Promise<void> {
    return records.remove(this.#owner, this.name, key);
  }

  /** In the order of their keys. */
  async list(
    records: Pick<Records, 'list'>,
    options: { prefix?: string; after?: string; limit: number },
  ): Promise<{ key: string; value: T }[]> {
    return (await records.list(this.#owner, this.name, options)) as { key: string; value: T }[];
  }

  async due(records: Pick<Records, 'due'>, now: Instant, limit: number): Promise<{ key: string; value: T; due: Instant }[]> {
    return (await records.due(this.#owner, this.name, now, limit)) as { key: string; value: T; due: Instant }[];
  }

  nextDue(records: Pick<Records, 'nextDue'>): Promise<Instant | undefined> {
    return records.nextDue(this.#owner, this.name);
  }
}

/** So much of each resource that quotas count, by its name: `cores`, `gigabytes` and, of one storage policy, `gigabytes_fast`. */
export type Amounts = Readonly<Record<string, number>>;

/** Amounts as they are kept. An older version kept those of the storage policies by their names in a member `storage`. */
export type KeptAmounts = Readonly<Record<string, number | Amounts>>;

/** What a record does not know yet, because it was counted later, has its default. */
export interface QuotaRecord {
  /** -1 is unlimited. */
  limits: KeptAmounts;
  used: KeptAmounts;
}

/** Limits of a domain, and what its projects have together; what is not named among the limits has none. */
export interface DomainQuotaRecord {
  limits: Amounts;
  used: Amounts;
}

/** A salted scrypt hash with its cost, so that the cost may grow for new passwords. */
export interface PasswordRecord {
  salt: string;
  hash: string;
  cost: number;
}

/** What a server is going through; its record is due when the present step ends, and never where it is stuck. */
export interface Transition {
  action: Action;
  /** Index into the plan's steps. */
  step: number;
  /** Key of the accepted command that hears of the end. */
  accepted: string;
  /** Status before it began. */
  before: string;
  /** Image that is made, or that is booted or written over the disk. */
  imageId?: string;
  /** The guest is asked, and does not react in time. */
  ignored?: true;
  /** Seconds that the guest has, -1 for as long as it takes. Absent: the grace time of the settings. */
  timeout?: number;
  /** When each step so far began. Absent in what an older version has begun. */
  begun?: readonly Instant[];
}

/** Cores, MiB of memory, GiB of disk, and how many servers hold them. */
export interface Demand {
  vcpus: number;
  ram: number;
  disk: number;
  servers: number;
}

/**
 * Room on a node, and a flavor, that a server holds beside those of its document: where it is going to, or where it can go back to. In
 * quotas the larger flavor of the two counts.
 */
export interface Reservation {
  nodeId: string;
  flavor: ServerDocument['flavor'];
  room: Demand;
}

/** What the end of something has to know, as that itself says. */
export type Details = Readonly<Record<string, unknown>>;

/** Something that goes on with a resource. */
export interface ChangeRecord {
  /** Names what goes on: `volume.extend`. */
  does: string;
  /** Which of its statuses it is in. */
  step: number;
  begun: Instant;
  /** Key of the accepted command that hears of the end; null where nobody waits for it. */
  accepted: string | null;
  /** What its end has to know. */
  details: Details;
}

/** Snapshots that are taken of a volume by themselves. */
export interface ScheduleRecord {
  hours: number;
  keep: number;
  /** Ids of those that were taken, the oldest first. */
  taken: readonly string[];
}

/** What is on a volume, as far as the platform knows it. */
export type Content = Pick<VolumeDocument, 'volume_image_metadata'>;

/** A command the platform said yes to. Kept a day and until its task has ended, so that asking again is answered the same. */
export interface AcceptedRecord {
  /** Row the command works on or has made. */
  id: string;
  /** `calledOff`: another command ended it. */
  outcome: { ok: true } | { ok: false; message: string; calledOff?: true } | null;
  /** What its task tells beside that (`Acceptance`). */
  report?: Acceptance['report'];
}

/** What moves the servers of a node away. */
export interface Evacuation {
  /** `maintenance`: all servers, while they go on; `restart`: those of high availability start elsewhere, because the node is fenced. */
  mode: 'maintenance' | 'restart';
  /** Key of the accepted command; null once that has its answer. */
  accepted: string | null;
  /** How many there were in the beginning. */
  of: number;
  /** Ids of those for which it has been tried, and how many times anything was done: of two steps seen, the newer one has more. */
  tried: readonly string[];
  round: number;
}

/** A time in which a node was down; null: it still is. */
export interface Outage {
  from: Instant;
  to: Instant | null;
}

/** What is seen of the members of a pool and not believed yet, by their ids: how each is, since when, and when that counts. */
export interface PoolCheck {
  seen: Readonly<Record<string, { health: MemberHealth; since: Instant; believed: Instant }>>;
}

/** What a VPN connection is about to do: to connect, after so many tries, or to look whether its peer is still there. */
export type VpnTry = { does: 'connect'; tries: number } | { does: 'look' };

/** One entry of a server's history (S2 §4). */
export interface HistoryStep {
  step: string;
  started_at: Instant;
  finished_at: Instant | null;
  result: 'running' | 'success' | 'failed';
  message: string | null;
}

/** Something that was done to a server. */
export interface HistoryEntry {
  action: string;
  request_id: string | null;
  user_id: string | null;
  started_at: Instant;
  finished_at: Instant | null;
  result: 'running' | 'success' | 'failed';
  message: string | null;
  /** What it was made of, once it has ended; absent where it was done at once. */
  steps?: readonly HistoryStep[];
}

/** What was done to a server and what it wrote on its console. Both bounded, the oldest goes first. */
export interface Journal {
  history: HistoryEntry[];
  log: string;
  /** More was written before what is kept of the log. */
  cut: boolean;
}

/** Key of the record of the first filling. */
export const FIRST = 'first';

/** How far the first filling of the store has come. */
export interface SeedRecord {
  startedAt: Instant;
  sample: boolean;
  sampleServers: number;
  /** Nodes that exist so far. */
  nodes: number;
  /** Servers that exist so far. */
  done: number;
  /** There are traits, and nodes offer them. Absent in what an older version has begun. */
  traits?: true;
  /** Quotas count networks. Absent in what an older version has begun. */
  networks?: true;
  /** The same of security groups and their rules. */
  security_groups?: true;
  /** There are storage policies, and they say how they keep data. Absent in what an older version has begun. */
  policies?: true;
  complete: boolean;
}

export const bucketsOf = (owner: string) => ({
  /** One record that each change of the platform writes first: changes of several processes queue behind it. */
  lock: new Bucket<{ at: Instant }>(owner, 'lock'),
  seed: new Bucket<SeedRecord>(owner, 'seed'),
  /** `domain:{name}`, `user:{domain id}:{name}` and `group:{domain id}:{name}`, case folded → id */
  names: new Bucket<string>(owner, 'names'),
  /** user id → hash */
  passwords: new Bucket<PasswordRecord>(owner, 'passwords'),
  /** project id → limits and usage */
  quotas: new Bucket<QuotaRecord>(owner, 'quotas'),
  /** domain id → limits, and usage of its projects together; only of domains that have a limit (see domain-quotas.ts) */
  domainQuotas: new Bucket<DomainQuotaRecord>(owner, 'domain-quotas'),
  /** Nodes, the one with the most free memory first (see placement.ts). Those that an older version entered offer no traits. */
  capacity: new Bucket<{ vcpus: number; disk: number; traits?: readonly string[] }>(owner, 'capacity'),
  /** Free IPv4 addresses, as ranges: `{subnet id}:{first address}` → last address (see addresses.ts). */
  addresses: new Bucket<number>(owner, 'addresses'),
  /** `{subnet id}:{32 hexadecimal digits}`: addresses in use, of IPv4 those outside of the pools (see in-use.ts) */
  inUse: new Bucket<true>(owner, 'taken6'),
  /** subnet id → the IPv6 address, as 32 hexadecimal digits, that is looked at first when one is handed out */
  next6: new Bucket<string>(owner, 'next6'),
  /** `{network id}:{hardware address}`: those that are not made from an address of the interface (see ports.ts) */
  macs: new Bucket<true>(owner, 'macs'),
  /** node id → what moves its servers away */
  evacuations: new Bucket<Evacuation>(owner, 'evacuations'),
  /** node id → when it was down, the newest last */
  outages: new Bucket<readonly Outage[]>(owner, 'outages'),
  /** pool id → what is seen of its members; due when somebody looks at them */
  poolChecks: new Bucket<PoolCheck>(owner, 'pool-checks'),
  /** who follows the change log → number of the last entry that was read */
  followed: new Bucket<number>(owner, 'followed'),
  /** VPN connection id → the key that its two sides share, sealed for it */
  vpnKeys: new Bucket<string>(owner, 'vpn-keys'),
  /** VPN connection id → what it does next; due then */
  vpnTries: new Bucket<VpnTry>(owner, 'vpn-tries'),
  /** server id → what it is going through */
  transitions: new Bucket<Transition>(owner, 'transitions'),
  /** server id → what it holds beside what its document says */
  reservations: new Bucket<Reservation>(owner, 'reservations'),
  /** `{kind}:{id}` → what goes on with a resource */
  changes: new Bucket<ChangeRecord>(owner, 'changes'),
  /** snapshot id → what was on its volume then; absent of those that an older version took */
  contents: new Bucket<Content>(owner, 'contents'),
  /** volume id → the snapshots that are taken of it by themselves; due when the next one is */
  schedules: new Bucket<ScheduleRecord>(owner, 'schedules'),
  /** server id → history and console */
  journals: new Bucket<Journal>(owner, 'journals'),
  /** server id → what it does when it comes up for the first time */
  firstBoots: new Bucket<FirstBoot>(owner, 'firstBoots'),
  /** `{task id}:{target id}` or `{task id}:#{copy}` → answer and outcome */
  accepted: new Bucket<AcceptedRecord>(owner, 'accepted'),
});
export type Buckets = ReturnType<typeof bucketsOf>;
