import { createForwardClock } from '../../port/clock.ts';
import { defineEngine } from '../../port/define.ts';
import type { Engine, EngineContext, EngineHealth, FirstSignIn, Identity, MetricsRangeRead, MetricsRead } from '../../port/engine.ts';
import { takeOver } from './platform/bring-forward.ts';
import { Driver } from './platform/driver.ts';
import type { Guests } from './platform/guests.ts';
import { Platform } from './platform/platform.ts';
import { settings, type Settings, type Timings } from './platform/settings.ts';
import type { Work } from './platform/work.ts';

/** What the nouns make of the platform. */
export interface PlatformNouns {
  /** What makes guests run. */
  guestsOf(timings: Timings): Guests;
  /** Their commands, and what goes on there by itself. */
  partsOf(platform: Platform): { commands: Engine['commands']; works: readonly Work[] };
  identityOf(platform: Platform): Identity;
  liveReadsOf(platform: Platform): Engine['live'];
  streamsOf(platform: Platform): NonNullable<Engine['streams']>;
  readMetrics(platform: Platform): MetricsRead;
  readMetricsRange(platform: Platform): MetricsRangeRead;
  figuresOf(platform: Platform): NonNullable<Engine['figures']>;
  setNodeDown(platform: Platform, nodeId: string, down: boolean): Promise<void>;
  /** Fills an empty platform, and brings an older one up to date. Returns passwords that it set. */
  begin(platform: Platform): Promise<FirstSignIn | undefined>;
  /** Name of the domain of its sample users; null where it has none. */
  sampleDomain(platform: Platform): Promise<string | null>;
}

/** The embedded platform as an engine; tests and demonstrations may let it play dead. */
export interface EmbeddedEngine extends Engine {
  readonly type: 'embedded';
  /** While down: commands and live reads throw engine_unavailable, nothing moves, health says unreachable. Signing in goes on. */
  setOutage(down: boolean): void;
  /** Lets a node fail, or come back: its servers can be evacuated meanwhile, and nothing else of theirs goes on. */
  setNodeDown(nodeId: string, down: boolean): Promise<void>;
}

export const isEmbedded = (engine: Engine): engine is EmbeddedEngine => engine.type === 'embedded';

function create(nouns: PlatformNouns, context: EngineContext, chosen: Settings): Promise<EmbeddedEngine> {
  const platform = new Platform(context, chosen, context.clock ?? createForwardClock(), nouns.guestsOf(chosen.timings));
  const { commands, works } = nouns.partsOf(platform);
  const driver = new Driver(platform, works);
  let firstSignIn: Engine['firstSignIn'];
  let sampleDomain: string | null = null;
  return Promise.resolve({
    id: context.id,
    type: 'embedded',
    mirrors: false,
    identity: nouns.identityOf(platform),
    commands,
    live: nouns.liveReadsOf(platform),
    streams: nouns.streamsOf(platform),
    options: new Set([
      'server.stop:timeout',
      'server.create:firmware',
      'server.create:traits',
      'server.create:ha_enabled',
      'server.create:reachable_from',
      'server.update:ha_enabled',
      'server.update:traits',
      'key_pair.create:description',
      'trait.create:description',
      'personal_token.make',
      ...['create', 'update'].flatMap((verb) =>
        ['tier', 'redundancy', 'failure_domain'].map((member) => `storage_policy.${verb}:${member}`),
      ),
      'load_balancer_pool.create:tls',
      'load_balancer_pool.update:tls',
      'user.update:system_permissions',
      'user.update:domain_permissions',
    ]),
    metrics: nouns.readMetrics(platform),
    metricsRange: nouns.readMetricsRange(platform),
    figures: nouns.figuresOf(platform),
    get firstSignIn() {
      return firstSignIn;
    },
    get sampleDomain() {
      return sampleDomain;
    },
    health: () => healthOf(platform.downSince),
    start: async () => {
      firstSignIn = await nouns.begin(platform);
      sampleDomain = await nouns.sampleDomain(platform);
      await takeOver(platform);
      driver.start();
    },
    stop: () => driver.stop(),
    setOutage: (down) => platform.setOutage(down),
    setNodeDown: (nodeId, down) => nouns.setNodeDown(platform, nodeId, down),
  });
}

function healthOf(downSince: string | null): EngineHealth {
  if (downSince === null) return { reachable: true, asOf: null, downSince, reason: null, services: [], doubts: [] };
  const reason = 'outage';
  const services = [{ name: 'platform', problem: 'silent' as const, downSince, reason }];
  return { reachable: false, asOf: null, downSince, reason, services, doubts: [] };
}

/** A small cloud inside the server's own process and store: finite, lasting, and honest about what it does (architecture rule 11). */
export const embeddedOf = (nouns: PlatformNouns) => defineEngine({ settings, create: (context, chosen) => create(nouns, context, chosen) });
