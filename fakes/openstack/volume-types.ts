import { Collection } from './collection.ts';
import { collectionRoutes } from './collection-routes.ts';
import type { ReplayOptions } from './options.ts';
import { refused } from './refusals.ts';
import { answerTo, listed, type Item, type Json } from './recorded.ts';
import { tokenIn, type Question, type Refusal, type Route } from './reply.ts';
import type { Volume, Volumes } from './volumes.ts';

interface VolumeType extends Item {
  readonly name: string;
  readonly is_public: boolean;
  readonly qos_specs_id: string | null;
}

type Asker = Readonly<{ isAdmin: boolean; projectId?: string | undefined }>;

/** As recorded: the service's default, one for everybody, and one that only the projects of its list may use. */
const RECORDED = listed<VolumeType>(/^\/volume.*\/types\?/, 'volume_types');
const DEFAULT = answerTo<{ volume_type: VolumeType }>('GET', /\/types\/default$/).volume_type;
const ACCESS = answerTo<{ volume_type_access: { volume_type_id: string; project_id: string }[] }>(
  'GET',
  /\/os-volume-type-access$/,
).volume_type_access;

export const DEFAULT_TYPE = DEFAULT.name;
/** Cinder tells it beside `is_public`. */
const PUBLIC = 'os-volume-type-access:is_public';
/** GiB of a type that somebody made since the recording: nobody has set a limit. */
const NO_LIMIT = { limit: -1, reserved: 0 };

export const unknownType = (id: string): Refusal => refused(404, 'itemNotFound', `Volume type ${id} could not be found.`);

/** The volume types of one cloud: those recorded, and what administrators made of them. */
export class VolumeTypes {
  readonly kept = new Collection({
    members: ['volume_types', 'volume_type'],
    items: RECORDED,
    make: () => ({ description: null, is_public: true, extra_specs: {}, qos_specs_id: null }),
  });

  get all(): VolumeType[] {
    return this.kept.list(new URLSearchParams()) as VolumeType[];
  }

  /** Whether whoever asks may choose one. */
  isOpenTo({ isAdmin, projectId }: Asker, { id, is_public: isPublic }: Item): boolean {
    return isAdmin || isPublic === true || ACCESS.some((one) => one.volume_type_id === id && one.project_id === projectId);
  }

  /** Name of the type that a new volume is asked to have, by its id or name. Throws Refusal. */
  nameFor(wanted: string | undefined, asker: Asker): string {
    const found =
      wanted === undefined ? DEFAULT : this.all.find((type) => (type.id === wanted || type.name === wanted) && this.isOpenTo(asker, type));
    if (!found) throw refused(400, 'badRequest', `Volume type ${wanted} could not be found.`);
    return found.name;
  }

  /** GiB of volumes by their types, each with the limit that was recorded. */
  quotaOf(volumes: readonly Volume[], recorded: Json): Json {
    const used = (name: string) => volumes.reduce((sum, { type, size }) => sum + (type === name ? size : 0), 0);
    const entry = (name: string) => ({ ...((recorded[`gigabytes_${name}`] as Json | undefined) ?? NO_LIMIT), in_use: used(name) });
    return Object.fromEntries(this.all.map(({ name }) => [`gigabytes_${name}`, entry(name)]));
  }
}

/** Refuses whoever administers nothing, as Cinder's policies do. */
export function assertManages(question: Question, rule: string): void {
  if (!tokenIn(question).isAdmin) throw refused(403, 'forbidden', `Policy doesn't allow volume_extension:${rule} to be performed.`);
}

/** What of the cloud volume types are about. */
interface Place {
  readonly options: ReplayOptions;
  readonly types: VolumeTypes;
  readonly volumes: Volumes;
}

/** Cinder's volume types. */
export const volumeTypeRoutes = ({ options, types, volumes }: Place): Route[] => [
  { method: 'GET', path: /^\/v3\/[^/]+\/types\/default$/, answer: () => ({ body: { volume_type: DEFAULT } }) },
  {
    method: 'GET',
    path: /^\/v3\/[^/]+\/types\/([^/]+)\/os-volume-type-access$/,
    answer: (_question, id) => ({ body: { volume_type_access: ACCESS.filter((one) => one.volume_type_id === id) } }),
  },
  ...collectionRoutes(types.kept, {
    path: '/v3/[^/]+/types',
    most: options.maxLimit,
    made: 200,
    removed: 202,
    unknown: unknownType,
    sees: (question, type) => types.isOpenTo(tokenIn(question), type),
    admit(question, what) {
      if (what !== 'list' && what !== 'show') assertManages(question, `type_${what}`);
    },
    taken: (name) => refused(409, 'conflictingRequest', `Volume Type ${name} already exists.`),
    wanted: (_question, { [PUBLIC]: isPublic = true, ...said }) => ({ ...said, is_public: isPublic, [PUBLIC]: isPublic }),
    held: ({ name }) =>
      volumes.sorted.some(({ type }) => type === name) && refused(400, 'badRequest', 'Target volume type is still in use.'),
  }),
];
