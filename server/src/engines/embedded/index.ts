import { createForwardClock } from '../../port/clock.ts';
import type { Engine, EngineContext, EngineHealth } from '../../port/engine.ts';
import { defineEngine } from '../../port/define.ts';
import { withReach } from '../reachable.ts';
import { takeOver } from './platform/bring-forward.ts';
import { partsOf } from './nouns/index.ts';
import { giveClusters } from './nouns/compute-cluster/index.ts';
import { giveStorageCluster, storageFigures } from './nouns/storage-cluster/index.ts';
import { nodeFigures } from './nouns/nodes/figures.ts';
import { Driver } from './platform/driver.ts';
import { identityOf } from './nouns/users/index.ts';
import { liveReadsOf } from './nouns/servers/live.ts';
import { obeySettings, setNodeDown } from './nouns/nodes/index.ts';
import { Platform } from './platform/platform.ts';
import { streamsOf } from './nouns/images/download.ts';
import { giveDefaultGroups } from './nouns/security-groups/defaults.ts';
import { fillStore } from './seed/index.ts';
import { countKept } from './seed/counted.ts';
import { giveTraits } from './seed/traits.ts';
import { simulatedGuests } from './nouns/servers/simulated-guests.ts';
import { figuresOf } from './nouns/servers/statistics.ts';
import { readMetrics, readMetricsRange } from './nouns/metrics/index.ts';
import { givePolicies } from './nouns/storage-policies/give.ts';
import { settings, type Settings } from './platform/settings.ts';

/** The embedded platform as an engine; tests and demonstrations may let it play dead. */
export interface EmbeddedEngine extends Engine {
  readonly type: 'embedded';
  /** While down: commands and live reads throw engine_unavailable, nothing moves, health says unreachable. Signing in goes on. */
  setOutage(down: boolean): void;
  /** Lets a node fail, or come back: its servers can be evacuated meanwhile, and nothing else of theirs goes on. */
  setNodeDown(nodeId: string, down: boolean): Promise<void>;
}

export const isEmbedded = (engine: Engine): engine is EmbeddedEngine => engine.type === 'embedded';

function create(context: EngineContext, chosen: Settings): Promise<EmbeddedEngine> {
  const platform = new Platform(context, chosen, context.clock ?? createForwardClock(), simulatedGuests(chosen.timings));
  const { commands, works } = partsOf(platform);
  const driver = new Driver(platform, works);
  let firstSignIn: Engine['firstSignIn'];
  return Promise.resolve({
    id: context.id,
    type: 'embedded',
    mirrors: false,
    identity: identityOf(platform),
    commands: withReach(context.id, commands),
    live: liveReadsOf(platform),
    streams: streamsOf(platform),
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
      'user.update:system_permissions',
      'user.update:domain_permissions',
    ]),
    metrics: readMetrics(platform),
    metricsRange: readMetricsRange(platform),
    figures: { ...figuresOf(platform), ...nodeFigures(platform), ...storageFigures(platform) },
    get firstSignIn() {
      return firstSignIn;
    },
    health: () => healthOf(platform.downSince),
    start: async () => {
      firstSignIn = await fillStore(platform);
      await countKept(platform);
      await giveDefaultGroups(platform);
      await giveTraits(platform);
      await giveClusters(platform);
      await giveStorageCluster(platform);
      await givePolicies(platform);
      await obeySettings(platform);
      await takeOver(platform);
      driver.start();
    },
    stop: () => driver.stop(),
    setOutage: (down) => platform.setOutage(down),
    setNodeDown: (nodeId, down) => setNodeDown(platform, nodeId, down),
  });
}

function healthOf(downSince: string | null): EngineHealth {
  if (downSince === null) return { reachable: true, asOf: null, downSince, reason: null, services: [], doubts: [] };
  const reason = 'outage';
  const services = [{ name: 'platform', problem: 'silent' as const, downSince, reason }];
  return { reachable: false, asOf: null, downSince, reason, services, doubts: [] };
}

/** A small cloud inside the server's own process and store: finite, lasting, and honest about what it does (architecture rule 11). */
export const embedded = defineEngine({ settings, create });
