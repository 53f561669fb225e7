import type { Cloud } from './cloud.ts';
import { reading } from './reading.ts';
import { refused } from './refusals.ts';
import { answerTo, listed, type Item, type Json } from './recorded.ts';
import { tokenIn, type Question, type Refusal, type Route } from './reply.ts';
import type { Volume } from './volumes.ts';

interface VolumeType extends Item {
  readonly name: string;
  readonly is_public: boolean;
}

/** As recorded: the service's default, one for everybody, and one that only the projects of its list may use. */
const TYPES = listed<VolumeType>(/^\/volume.*\/types\?/, 'volume_types');
const DEFAULT = answerTo<{ volume_type: VolumeType }>('GET', /\/types\/default$/).volume_type;
const ACCESS = answerTo<{ volume_type_access: { volume_type_id: string; project_id: string }[] }>(
  'GET',
  /\/os-volume-type-access$/,
).volume_type_access;

export const DEFAULT_TYPE = DEFAULT.name;

const unknownType = (id: string): Refusal => refused(404, 'itemNotFound', `Volume type ${id} could not be found.`);

/** What whoever asks may choose. */
function typesFor({ isAdmin, projectId }: { isAdmin: boolean; projectId?: string | undefined }): VolumeType[] {
  const isGiven = ({ id }: VolumeType) => ACCESS.some((one) => one.volume_type_id === id && one.project_id === projectId);
  return TYPES.filter((type) => isAdmin || type.is_public || isGiven(type));
}

/** Name of the type that a new volume is asked to have, by its id or name. Throws Refusal. */
export function typeFor(wanted: string | undefined, asker: { isAdmin: boolean; projectId?: string | undefined }): string {
  const found = wanted === undefined ? DEFAULT : typesFor(asker).find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw refused(400, 'badRequest', `Volume type ${wanted} could not be found.`);
  return found.name;
}

/** GiB of volumes by their types, each with the limit that was recorded. */
export function quotaOfTypes(volumes: readonly Volume[], recorded: Json): Json {
  const used = (name: string) => volumes.reduce((sum, { type, size }) => sum + (type === name ? size : 0), 0);
  return Object.fromEntries(
    TYPES.map(({ name }) => `gigabytes_${name}`).map((key) => [key, { ...(recorded[key] as Json), in_use: used(key.slice(10)) }]),
  );
}

/** Cinder's volume types. */
export const volumeTypeRoutes = ({ options }: Cloud): Route[] => [
  { method: 'GET', path: /^\/v3\/[^/]+\/types\/default$/, answer: () => ({ body: { volume_type: DEFAULT } }) },
  {
    method: 'GET',
    path: /^\/v3\/[^/]+\/types\/([^/]+)\/os-volume-type-access$/,
    answer: (_question, id) => ({ body: { volume_type_access: ACCESS.filter((one) => one.volume_type_id === id) } }),
  },
  ...reading({
    path: '/v3/[^/]+/types',
    members: ['volume_types', 'volume_type'],
    most: options.maxLimit,
    seenBy: (question: Question) => typesFor(tokenIn(question)),
    unknown: unknownType,
  }),
];
