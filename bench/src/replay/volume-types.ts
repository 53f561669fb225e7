import { randomUUID } from 'node:crypto';
import type { Cloud } from './cloud.ts';
import { oneOf, reading } from './reading.ts';
import { refused } from './refusals.ts';
import { answerTo, listed, type Item, type Json } from './recorded.ts';
import { member, text, tokenIn, type Question, type Refusal, type Route } from './reply.ts';
import type { Volume } from './volumes.ts';

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
/** GiB of a type that somebody made since the recording: nobody has set a limit. */
const NO_LIMIT = { limit: -1, reserved: 0 };

export const unknownType = (id: string): Refusal => refused(404, 'itemNotFound', `Volume type ${id} could not be found.`);

/** The volume types of one cloud: those recorded, and what administrators made of them. */
export class VolumeTypes {
  readonly #all = new Map(RECORDED.map((type) => [type.id, type]));

  get all(): VolumeType[] {
    return [...this.#all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What whoever asks may choose. */
  seenBy({ isAdmin, projectId }: Asker): VolumeType[] {
    const isGiven = ({ id }: VolumeType) => ACCESS.some((one) => one.volume_type_id === id && one.project_id === projectId);
    return this.all.filter((type) => isAdmin || type.is_public || isGiven(type));
  }

  /** Name of the type that a new volume is asked to have, by its id or name. Throws Refusal. */
  nameFor(wanted: string | undefined, asker: Asker): string {
    const found = wanted === undefined ? DEFAULT : this.seenBy(asker).find(({ id, name }) => id === wanted || name === wanted);
    if (!found) throw refused(400, 'badRequest', `Volume type ${wanted} could not be found.`);
    return found.name;
  }

  keep(type: VolumeType): VolumeType {
    if (this.all.some(({ id, name }) => name === type.name && id !== type.id))
      throw refused(409, 'conflictingRequest', `Volume Type ${type.name} already exists.`);
    this.#all.set(type.id, type);
    return type;
  }

  remove(id: string): void {
    this.#all.delete(id);
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

/** Cinder's volume types. */
export const volumeTypeRoutes = ({ options, types, volumes }: Cloud): Route[] => {
  const wanted = ({ body }: Question): Json => (member(body, 'volume_type') ?? {}) as Json;
  const found = (id: string) => oneOf(types.all, id, unknownType);
  return [
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
      seenBy: (question: Question) => types.seenBy(tokenIn(question)),
      unknown: unknownType,
    }),
    {
      method: 'POST',
      path: /^\/v3\/[^/]+\/types$/,
      answer(question) {
        assertManages(question, 'type_create');
        const { name, description = null, 'os-volume-type-access:is_public': isPublic = true } = wanted(question);
        const access = { is_public: isPublic === true, 'os-volume-type-access:is_public': isPublic };
        const made = { id: randomUUID(), name: String(name), description, ...access, extra_specs: {}, qos_specs_id: null };
        return { body: { volume_type: types.keep(made) } };
      },
    },
    {
      method: 'PUT',
      path: /^\/v3\/[^/]+\/types\/([^/]+)$/,
      answer(question, id = '') {
        assertManages(question, 'type_update');
        const [type, change] = [found(id), wanted(question)];
        const description = 'description' in change ? change['description'] : type['description'];
        return { body: { volume_type: types.keep({ ...type, name: text(change['name']) ?? type.name, description }) } };
      },
    },
    {
      method: 'DELETE',
      path: /^\/v3\/[^/]+\/types\/([^/]+)$/,
      answer(question, id = '') {
        assertManages(question, 'type_delete');
        const type = found(id);
        if (volumes.sorted.some((volume) => volume.type === type.name))
          throw refused(400, 'badRequest', 'Target volume type is still in use.');
        types.remove(type.id);
        return { status: 202 };
      },
    },
  ];
};
