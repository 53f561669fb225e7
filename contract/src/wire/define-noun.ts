import { z } from 'zod';
import { tenant, type Permission } from '../access/roles.ts';
import { belowCalls, belowFields, type Below } from './below.ts';
import { defineKind, named, type Channel, type Field, type Kind } from './kind.ts';
import { resourceCalls } from './resource-calls.ts';
import { ownerFields, ownerJoins, ownerNames } from './owners.ts';
import type { CallSide } from './side.ts';
import type { Statuses } from './statuses.ts';
import { identified } from './values.ts';

/**
 * Whose its resources are. `cloud`: nobody's; `offered`: a project's or nobody's; who else sees either is said by their shares.
 */
type Owner = 'project' | 'offered' | 'user' | 'cloud';

const OWNERS = {
  project: { project_id: z.string(), domain_id: z.string(), ...ownerNames },
  offered: { project_id: z.string().nullable(), domain_id: z.string().nullable(), ...ownerNames },
  user: { user_id: z.string(), domain_id: z.string() },
  cloud: {},
} as const satisfies Record<Owner, z.ZodRawShape>;

/** What a resource with statuses has: one of them, or a newer one. */
const STATED = { status: z.string() };
const UNSTATED = {};
const STATUS_FIELD: Field = { path: 'status', type: 'text', sort: true, filter: ['is'] };

/** What stands below a resource, by its name. */
type Parts = Readonly<Record<string, Below>>;

/** What a noun says of itself. What is left out follows from its name, `volume_snapshot`, and from its path. */
interface NounInput<
  N extends string,
  M extends z.ZodRawShape,
  O extends Owner,
  P extends string,
  S extends Statuses | undefined,
  B extends Parts,
> extends Pick<
  Kind,
  | 'upgrades'
  | 'systemOnly'
  | 'ownerOnly'
  | 'addresses'
  | 'joins'
  | 'offer'
  | 'namedBy'
  | 'quota'
  | 'blockedBy'
  | 'figures'
  | 'listed'
  | 'statesKept'
  | 'forOthers'
> {
  name: N;
  /** Address of its list. Its last part, with underscores, is the plural that rights are named by. */
  path: `/api/v2/compute/${string}`;
  /** What several are called; absent: as the last part of the path says. */
  plural?: string;
  /** Path parameter of one resource. */
  param: P;
  of: O;
  /** Beside id, name, revision and the owner's members. */
  members: M;
  /** How one may be: it has a `status` then, which lists sort and filter by and events carry. */
  statuses?: S;
  /** Keys beside id and name that lists may sort or filter by. */
  fields?: Readonly<Record<string, Field>>;
  /** What stands below one, by its name: `subnet`. */
  below?: B;
  /** Of the stored document; 1 where absent. */
  version?: number;
  /** Whether it may be visible beyond its owner. */
  shareable?: boolean;
  /** `name:asc` where absent. */
  defaultSort?: Kind['defaultSort'];
  channel?: Channel;
  side?: CallSide;
  many?: Permission;
  one?: Permission;
  source: string;
}

/** `volume_snapshot` → `VolumeSnapshot` */
const inPascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** `volume_snapshots` → `volumeSnapshots` */
const inCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The declaration of a plain noun: its kind for the store, and the calls that are made of it (`resourceCalls`). A resource of it has an id, a
 * name, its owner and its own members.
 */
export function defineNoun<
  const N extends string,
  M extends z.ZodRawShape,
  const O extends Owner,
  const P extends string,
  S extends Statuses | undefined = undefined,
  const B extends Parts = Record<never, never>,
>({
  name,
  path,
  plural: called,
  param,
  of,
  members,
  statuses,
  fields,
  below,
  side = 'both',
  many,
  one,
  source,
  ...more
}: NounInput<N, M, O, P, S, B>) {
  const plural = called ?? path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_');
  const stated = (statuses ? STATED : UNSTATED) as S extends Statuses ? typeof STATED : typeof UNSTATED;
  const entity = z.object({ ...identified, ...members, ...stated, ...(OWNERS[of] as (typeof OWNERS)[O]) }).meta({ id: inPascal(name) });
  const subject = `compute_${plural}`;
  const isProjects = of === 'project' || of === 'offered';
  const kind = defineKind({
    channel: 'compute',
    version: 1,
    shareable: false,
    defaultSort: 'name:asc',
    ...(statuses && { status: { at: 'status', of: statuses } }),
    ...more,
    ...(isProjects && { ofDomains: true as const }),
    joins: [...(more.joins ?? []), ...(isProjects ? ownerJoins : [])],
    name,
    subject: many?.subject ?? subject,
    entity,
    fields: { ...named, ...(isProjects && ownerFields), ...(statuses && { status: STATUS_FIELD }), ...belowFields(below ?? {}), ...fields },
  });
  const rights = { many: many ?? tenant(subject), one: one ?? tenant(`compute_${name}`) };
  const resource = { noun: inCamel(plural), side, kind, path, param, source, ...rights };
  return {
    kind,
    resource,
    calls: resourceCalls(resource),
    below: Object.fromEntries(Object.entries(below ?? {}).map(([part, said]) => [part, belowCalls(resource, part, said)])) as {
      [K in keyof B & string]: ReturnType<typeof belowCalls<typeof entity, N, K>>;
    },
  };
}
