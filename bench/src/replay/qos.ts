/** Cinder's qos-specs: limits and other sayings about volumes, for the types that are associated with them. */
import { randomUUID } from 'node:crypto';
import type { Cloud } from './cloud.ts';
import { oneOf, reading } from './reading.ts';
import type { Item, Json } from './recorded.ts';
import { refused } from './refusals.ts';
import { member, type Question, type Refusal, type Route } from './reply.ts';
import { assertManages, unknownType } from './volume-types.ts';

interface QosSpecs extends Item {
  readonly name: string;
  readonly consumer: string;
  readonly specs: Readonly<Record<string, string>>;
}

const unknown = (id: string): Refusal => refused(404, 'itemNotFound', `No such QoS spec ${id}.`);

export function qosRoutes({ options, types }: Cloud): Route[] {
  const kept = new Map<string, QosSpecs>();
  const all = () => [...kept.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const typesWith = (id: string) => types.all.filter(({ qos_specs_id: has }) => has === id);
  const at = (ending: string) => new RegExp(String.raw`^/v3/[^/]+/qos-specs${ending}$`);
  /** One of them, for whoever administers the cloud. */
  const managed = (question: Question, id: string): QosSpecs => {
    assertManages(question, 'qos_specs_manage');
    return oneOf(all(), id, unknown);
  };
  const typeIn = ({ query }: Question) => oneOf(types.all, query.get('vol_type_id') ?? '', unknownType);
  const shown = ({ id, name, consumer, specs }: QosSpecs): Json => ({ id, name, consumer, specs });
  return [
    ...reading({
      path: '/v3/[^/]+/qos-specs',
      members: ['qos_specs', 'qos_specs'],
      most: options.maxLimit,
      seenBy(question) {
        assertManages(question, 'qos_specs_manage');
        return all();
      },
      unknown,
    }),
    {
      method: 'POST',
      path: at(''),
      answer(question) {
        assertManages(question, 'qos_specs_manage');
        const { name, consumer = 'back-end', ...specs } = member(question.body, 'qos_specs') as Record<string, string>;
        if (all().some((one) => one.name === name)) throw refused(409, 'conflictingRequest', `QoS Specs ${name} already exists.`);
        const made: QosSpecs = { id: randomUUID(), name: name ?? '', consumer, specs };
        kept.set(made.id, made);
        return { body: { qos_specs: shown(made) } };
      },
    },
    {
      method: 'PUT',
      path: at('/([^/]+)'),
      answer(question, id = '') {
        const one = managed(question, id);
        const { consumer = one.consumer, ...specs } = member(question.body, 'qos_specs') as Record<string, string>;
        kept.set(one.id, { ...one, consumer, specs: { ...one.specs, ...specs } });
        return { body: question.body };
      },
    },
    {
      method: 'PUT',
      path: at('/([^/]+)/delete_keys'),
      answer(question, id = '') {
        const one = managed(question, id);
        const keys = member(question.body, 'keys') as string[];
        const missing = keys.find((key) => !(key in one.specs));
        if (missing !== undefined) throw refused(404, 'itemNotFound', `QoS spec ${id} has no spec with key ${missing}.`);
        kept.set(one.id, { ...one, specs: Object.fromEntries(Object.entries(one.specs).filter(([key]) => !keys.includes(key))) });
        return { status: 202 };
      },
    },
    {
      method: 'DELETE',
      path: at('/([^/]+)'),
      answer(question, id = '') {
        const one = managed(question, id);
        if (typesWith(one.id).length > 0) throw refused(400, 'badRequest', `QoS Specs ${id} is still associated with entities.`);
        kept.delete(one.id);
        return { status: 202 };
      },
    },
    {
      method: 'GET',
      path: at('/([^/]+)/associations'),
      answer(question, id = '') {
        const found = typesWith(managed(question, id).id).map((type) => ({
          association_type: 'volume_type',
          name: type.name,
          id: type.id,
        }));
        return { body: { qos_associations: found } };
      },
    },
    {
      method: 'GET',
      path: at('/([^/]+)/associate'),
      answer(question, id = '') {
        const [one, type] = [managed(question, id), typeIn(question)];
        if (type.qos_specs_id !== null && type.qos_specs_id !== one.id)
          throw refused(400, 'badRequest', `Type ${type.id} is already associated with another qos specs: ${type.qos_specs_id}`);
        types.keep({ ...type, qos_specs_id: one.id });
        return { status: 202 };
      },
    },
    {
      method: 'GET',
      path: at('/([^/]+)/disassociate'),
      answer(question, id = '') {
        managed(question, id);
        types.keep({ ...typeIn(question), qos_specs_id: null });
        return { status: 202 };
      },
    },
  ];
}
