/** Cinder's qos-specs: limits and other sayings about volumes, for the types that are associated with them. */
import { Collection } from './collection.ts';
import type { Cloud } from './cloud.ts';
import { found, collectionRoutes } from './collection-routes.ts';
import type { Item, Json } from './recorded.ts';
import { refused } from './refusals.ts';
import { member, type Question, type Reply, type Route } from './reply.ts';
import { assertManages, unknownType } from './volume-types.ts';

const PATH = '/v3/[^/]+/qos-specs';

const specsOf = ({ specs }: Item) => specs as Readonly<Record<string, string>>;

export function qosRoutes({ options, types }: Cloud): Route[] {
  const kept = new Collection({ members: ['qos_specs', 'qos_specs'], items: [], make: () => ({}) });
  const typesWith = (id: string) => types.all.filter(({ qos_specs_id: has }) => has === id);
  const admit = (question: Question) => assertManages(question, 'qos_specs_manage');
  const of = {
    path: PATH,
    most: options.maxLimit,
    admit,
    unknown: (id: string) => refused(404, 'itemNotFound', `No such QoS spec ${id}.`),
  };
  /** Something else that is asked about one of them. */
  const about = (method: string, ending: string, work: (one: Item, question: Question) => Reply): Route => ({
    method,
    path: new RegExp(`^${PATH}/([^/]+)/${ending}$`),
    answer(question, id = '') {
      admit(question);
      return work(found(kept, of, question, id), question);
    },
  });
  const typeIn = (question: Question) =>
    found(types.kept, { path: '', unknown: unknownType }, question, question.query.get('vol_type_id') ?? '');
  return [
    ...collectionRoutes(kept, {
      ...of,
      made: 200,
      removed: 202,
      taken: (name) => refused(409, 'conflictingRequest', `QoS Specs ${name} already exists.`),
      wanted: (_question, { name, consumer = 'back-end', ...specs }) => ({ name, consumer, specs }),
      change: (_question, item, { consumer = item['consumer'], ...specs }) => ({ consumer, specs: { ...specsOf(item), ...specs } }),
      // What is changed is told as it was requested.
      shown: (item, { method, body }) => (method === 'PUT' ? member(body, 'qos_specs') : item),
      held: ({ id }) => typesWith(id).length > 0 && refused(400, 'badRequest', `QoS Specs ${id} is still associated with entities.`),
    }),
    about('PUT', 'delete_keys', (one, { body }) => {
      const keys = member(body, 'keys') as string[];
      const missing = keys.find((key) => !(key in specsOf(one)));
      if (missing !== undefined) throw refused(404, 'itemNotFound', `QoS spec ${one.id} has no spec with key ${missing}.`);
      kept.change(one.id, { specs: Object.fromEntries(Object.entries(specsOf(one)).filter(([key]) => !keys.includes(key))) });
      return { status: 202 };
    }),
    about('GET', 'associations', ({ id: has }) => {
      const associated = typesWith(has).map(({ id, name }): Json => ({ association_type: 'volume_type', name, id }));
      return { body: { qos_associations: associated } };
    }),
    about('GET', 'associate', ({ id }, question) => {
      const { id: type, qos_specs_id: has } = typeIn(question);
      if (has !== null && has !== id)
        throw refused(400, 'badRequest', `Type ${type} is already associated with another qos specs: ${String(has)}`);
      types.kept.change(type, { qos_specs_id: id });
      return { status: 202 };
    }),
    about('GET', 'disassociate', (_one, question) => {
      types.kept.change(typeIn(question).id, { qos_specs_id: null });
      return { status: 202 };
    }),
  ];
}
