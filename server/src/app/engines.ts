import { join } from 'node:path';
import type { Logger } from 'pino';
import { figuresOf } from '@gantry/contract/wire/call';
import type { Kind } from '@gantry/contract/wire/kind';
import { DASHBOARDS, METRICS } from '@gantry/contract/nouns/metrics/calls';
import type { EngineState } from '@gantry/contract/nouns/platform/engine-state';
import type { Freshness } from '@gantry/contract/wire/page';
import type { Clock } from '../port/clock.ts';
import { ConfigError, type Config } from './config.ts';
import { engineTypes } from './engine-types.ts';
import { safeFigures } from './figures.ts';
import type { Engine, Identity } from '../port/engine.ts';
import { keepingPeople } from '../nouns/users/shared/keeping-people.ts';
import { reporting, type Program } from '../nouns/problem-reports/shared.ts';
import { switchDomain } from '../nouns/object-storage/shared.ts';
import type { Platform } from '../calls/port.ts';
import type { ObjectService } from '../port/service.ts';
import { createAccessOf } from '../accounts/account-access.ts';
import type { Disk } from '../port/disk.ts';
import type { Store } from '../port/store/store.ts';

export interface EngineDeps {
  store: Store;
  log: Logger;
  owner: string;
  /** Milliseconds that a lease lasts. */
  lease: number;
  /** Below it each engine has a folder of its own. */
  folder: string;
  disk: Disk;
  program: Program;
  embeddedClock?: Clock | undefined;
}

/** The engines of this installation, in the order of the configuration. */
export interface Engines {
  all: readonly Engine[];
  get(id: string): Engine | undefined;
  identity: Identity;
  /** Object storage elsewhere, where it is configured; else the embedded platform's own, where there is one. */
  objects: ObjectService | undefined;
  platform: Platform;
}

const hasRows = ({ measures, objects }: Engine): boolean => measures === undefined && objects === undefined;
const rowsFirst = (a: Engine, b: Engine): number => Number(hasRows(b)) - Number(hasRows(a));

/** Gives an engine more than it has by itself. What that is may change with its cloud: as long as it is the same, so is what comes out. */
function widen<K extends 'commands' | 'live' | 'options'>(engine: Engine, name: K, more: (own: Engine[K]) => Engine[K]): void {
  const was = Object.getOwnPropertyDescriptor(engine, name);
  const own = (): Engine[K] => (was?.get ? was.get.call(engine) : was?.value) as Engine[K];
  let last: { own: Engine[K]; all: Engine[K] } | undefined;
  const get = (): Engine[K] => {
    const now = own();
    if (last?.own !== now) last = { own: now, all: more(now) };
    return last.all;
  };
  Object.defineProperty(engine, name, { configurable: true, enumerable: true, get });
}

/** Domains, projects, users and groups are of the engine that signs in. */
const isOfPeople = ({ channel }: Kind): boolean => channel === 'domain';

const earliest = (instants: readonly string[]): string | null => instants.toSorted()[0] ?? null;

/** Of several mirrors a list is as true as the worst of them. */
function freshnessOf(mirrors: readonly Engine[], kind: string): Freshness | undefined {
  if (mirrors.length === 0) return undefined;
  const healths = mirrors.map((engine) => engine.health(kind));
  const asOf = healths.map((health) => health.asOf);
  return {
    reachable: healths.every((health) => health.reachable),
    as_of: asOf.includes(null) ? null : earliest(asOf.filter((at) => at !== null)),
    down_since: earliest(healths.flatMap((health) => health.downSince ?? [])),
    services: healths.flatMap(({ services }) => services.map(({ name, problem, downSince }) => ({ name, problem, down_since: downSince }))),
    doubts: healths.flatMap(({ doubts }) => doubts.map(({ problem, since }) => ({ problem, since }))),
  };
}

/** What administrators are told of an engine. Why something is out of order is in the log: it may hold names of the inside. */
function stateOf(engine: Engine): EngineState {
  const { reachable, asOf, downSince, services, doubts, answered = {} } = engine.health();
  const names = new Set([...Object.keys(answered), ...services.map(({ name }) => name)]);
  return {
    id: engine.id,
    type: engine.type,
    mirrors: engine.mirrors,
    reachable,
    as_of: asOf,
    down_since: downSince,
    services: [...names].toSorted().map((name) => {
      const trouble = services.find((service) => service.name === name);
      return { name, problem: trouble?.problem ?? null, down_since: trouble?.downSince ?? null, answered_at: answered[name] ?? null };
    }),
    doubts: doubts.map(({ kind, problem, since }) => ({ kind, problem, since })),
  };
}

/** Makes all engines of the configuration; none is started yet. Throws ConfigError where the parts do not fit. */
export async function createEngines(
  config: Config,
  { store, log, owner, lease, folder, disk, program, embeddedClock }: EngineDeps,
): Promise<Engines> {
  const all: Engine[] = [];
  for (const { id, type, settings } of config.engines) {
    const engineType = engineTypes[type];
    if (!engineType) throw new ConfigError([`engine ${id}: type ${type} is not known`]);
    const clock = type === 'embedded' ? embeddedClock : undefined;
    all.push(
      await engineType.create(
        { id, store, log: log.child({ engine: id }), owner, lease, folder: join(folder, 'files', id), disk, clock },
        settings,
      ),
    );
  }
  const byId = new Map(all.map((engine) => [engine.id, engine]));
  const signsIn = config.identity === undefined ? all.find((engine) => engine.identity) : byId.get(config.identity);
  const creates = config.compute === undefined ? all.find(hasRows) : byId.get(config.compute);
  if (!signsIn?.identity) throw new ConfigError([`${config.identity ?? 'no engine'} can sign users in`]);
  if (!creates || !hasRows(creates)) throw new ConfigError(['there is no engine to create with']);
  const storing = all.filter(({ objects }) => objects);
  if (storing.length > 1) throw new ConfigError([`engines ${storing.map(({ id }) => id).join(', ')}: one of them can hold objects`]);
  const objects = storing[0]?.objects;
  // Domains are rows of the engine that signs in: a command on them is its own.
  if (objects) {
    const switching = switchDomain(objects.users, createAccessOf(signsIn.identity));
    widen(signsIn, 'commands', (own) => ({
      ...keepingPeople(own, store, objects.users),
      'object_storage.switch_domain': switching,
    }));
  }
  const reports = reporting(creates.id, store, program, () => all);
  widen(creates, 'commands', (own) => ({ ...own, ...reports.commands }));
  widen(creates, 'live', (own) => ({ ...own, ...reports.live }));
  if (config.grafanaUrl !== undefined) widen(creates, 'options', (own) => new Set([...(own ?? []), DASHBOARDS]));
  const withRows = new Set(all.filter(hasRows).map(({ id }) => id));
  const lost = all.filter(({ measures }) => measures !== undefined && !withRows.has(measures));
  if (lost.length > 0) throw new ConfigError(lost.map(({ id, measures }) => `engine ${id}: measures: no engine has the id ${measures}`));

  const can = (engine: Engine, capability: string): boolean =>
    Object.hasOwn(engine.commands, capability) ||
    Object.hasOwn(engine.live, capability) ||
    Object.hasOwn(engine.streams ?? {}, capability) ||
    engine.options?.has(capability) === true ||
    (capability === METRICS && engine.metrics !== undefined) ||
    Object.keys(engine.figures ?? {}).some((name) => figuresOf({ name }) === capability);
  /** Who answers for the rows of an engine: itself, then whoever measures it. */
  const behind = (id: string): Engine[] => all.filter((engine) => engine.id === id || engine.measures === id).toSorted(rowsFirst);
  const platform: Platform = {
    engineFor: (command, kind) => {
      const first = isOfPeople(kind) ? signsIn : creates;
      return [first, ...all].find((engine) => can(engine, command))?.id ?? first.id;
    },
    offers: (capability) => all.some((engine) => can(engine, capability)),
    can: (id, capability) => behind(id).some((engine) => can(engine, capability)),
    live: (id, name) => behind(id).find((engine) => Object.hasOwn(engine.live, name))?.live[name],
    stream: (id, name) => byId.get(id)?.streams?.[name],
    figures: (id, kind) => {
      const measure = behind(id).find((engine) => engine.figures?.[kind])?.figures?.[kind];
      return measure && safeFigures(kind, measure, log);
    },
    metrics: all.toSorted(rowsFirst).find(({ metrics }) => metrics)?.metrics,
    metricsRange: all.toSorted(rowsFirst).find(({ metricsRange }) => metricsRange)?.metricsRange,
    pastFigures: (id) => {
      const measured = id ?? (withRows.size === 1 ? [...withRows][0] : undefined);
      return measured === undefined ? undefined : behind(measured).find(({ pastFigures }) => pastFigures)?.pastFigures;
    },
    engines: () => all.map(stateOf),
    freshness: (kind) => {
      if (kind.isOurs) return undefined;
      return freshnessOf(
        all.filter((engine) => engine.mirrors && (!isOfPeople(kind) || engine === signsIn)),
        kind.name,
      );
    },
  };
  return { all, objects, get: (id) => byId.get(id), identity: signsIn.identity, platform };
}
