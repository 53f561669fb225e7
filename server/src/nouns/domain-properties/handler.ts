/** Properties of domains (decisions B9, B10): who works in a domain reads them, who administers it changes them. */
import { nouns } from '@gantry/contract';
import { ANSWER_BYTES } from '@gantry/contract/constants';
import { PROPERTIES_BYTES, PROPERTIES_PER_DOMAIN, type DomainProperty } from '@gantry/contract/nouns/domain-properties/entity';
import { utf8Bytes } from '@gantry/contract/wire/bytes';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../../access/caller.ts';
import { seesSystem, visibilityOf } from '../../access/visibility.ts';
import { decodePlace, encodePlace } from '../../store/lists/marker.ts';
import type { Property } from '../../port/store/records.ts';
import { EVERYTHING } from '../../store/visibility/visibility.ts';
import { signedIn, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.domainProperties;

const entityOf = ({ domainId, key, value, access }: Property): DomainProperty => ({ domain_id: domainId, key, value, data: value, access });

/** Properties read at a time, and bytes of an answer beside them. */
const CHUNK = 32;
const FRAME_BYTES = 1024;

/** The list of all and its order, for markers. */
const NAME = 'domain_property';
const ORDER = { key: 'domain_id', descending: false };
type Place = Pick<Property, 'domainId' | 'key'>;

/** Refuses a value with which those of its domain would have too many bytes together. */
function assertRoom(all: readonly Property[]): void {
  const bytes = all.reduce((sum, { value }) => sum + utf8Bytes(JSON.stringify(value)), 0);
  if (bytes > PROPERTIES_BYTES)
    throw new GantryError('validation_failed', { fields: { data: [{ code: 'too_large', params: { max: PROPERTIES_BYTES } }] } });
}

/** Whose properties a caller reads whole, not the public ones only. */
type Whole = 'none' | 'all' | { domainId: string };

/** Those of the domain one works in, or of all where one sees the system. */
function wholeOf(caller: Caller): Exclude<Whole, 'none'> {
  const visibility = visibilityOf(caller, calls.create.permission);
  return seesSystem(visibility) ? 'all' : { domainId: visibility.domainId };
}

const readsWhole = (caller: Caller, domainId: string): boolean => {
  const whole = wholeOf(caller);
  return whole === 'all' || whole.domainId === domainId;
};

export function domainPropertyHandlers({ access, store }: Pick<CallOptions, 'access' | 'store'>): Handler[] {
  const isEnabled = async (domainId: string): Promise<boolean> =>
    (await store.read.find('domain', domainId, EVERYTHING))?.document.enabled === true;

  /** The domain of the path; another than the caller's answers like one that never was. */
  async function within(request: Pick<CallRequest, 'caller'>, domainId: string): Promise<string> {
    if (!readsWhole(signedIn(request), domainId)) throw new GantryError('not_found');
    if (!(await store.read.find('domain', domainId, EVERYTHING))) throw new GantryError('not_found');
    return domainId;
  }

  /** Who asks a call that needs nobody; a session that has ended counts as none. */
  async function perhaps({
    sessionId,
    authToken,
    personalToken,
    identified,
  }: Pick<CallRequest, 'sessionId' | 'authToken' | 'personalToken' | 'identified'>): Promise<Caller | undefined> {
    if (sessionId === undefined && personalToken === undefined) return undefined;
    try {
      const caller = await access.authenticate({ sessionId, authToken, personalToken });
      identified(caller);
      return caller;
    } catch (error) {
      if (error instanceof GantryError && (error.code === 'unauthorized' || error.code === 'user_disabled')) return undefined;
      throw error;
    }
  }

  async function insert(property: Property): Promise<DomainProperty> {
    await store.transaction(async ({ properties }) => {
      if (!(await properties.insert(property))) throw new GantryError('name_taken');
      const all = await properties.ofDomain(property.domainId);
      if (all.length > PROPERTIES_PER_DOMAIN)
        throw new GantryError('validation_failed', { fields: { key: [{ code: 'too_many', params: { max: PROPERTIES_PER_DOMAIN } }] } });
      assertRoom(all);
    });
    return entityOf(property);
  }

  /** What is read of all enabled domains, from a place on. */
  async function* readable(whole: Whole, after?: Place): AsyncGenerator<DomainProperty> {
    for (let from = after; ;) {
      const found = await store.properties.readable(whole, CHUNK, from);
      const domains = await store.read.findMany('domain', [...new Set(found.map(({ domainId }) => domainId))], EVERYTHING);
      for (const property of found) if (domains.get(property.domainId)?.document.enabled === true) yield entityOf(property);
      from = found.at(-1);
      if (!from || found.length < CHUNK) return;
    }
  }

  /** Throws validation_failed on `marker`. */
  const placeOf = (marker: string): Place =>
    decodePlace(NAME, ORDER, store.opaque.open(marker, NAME) ?? '', ([domainId, key]) =>
      typeof domainId === 'string' && typeof key === 'string' ? { domainId, key } : undefined,
    );

  /** As much of it as one answer holds, and `limit` allows. */
  async function page(whole: Whole, limit: number | undefined, after: Place | undefined) {
    const data: DomainProperty[] = [];
    let bytes = FRAME_BYTES;
    for await (const entity of readable(whole, after)) {
      bytes += utf8Bytes(JSON.stringify(entity)) + 1;
      const last = data.at(-1);
      if (last && (bytes > ANSWER_BYTES || data.length === limit))
        return { data, marker: store.opaque.seal(encodePlace(NAME, ORDER, [last.domain_id, last.key]), NAME) };
      data.push(entity);
    }
    return { data };
  }

  async function countOf(whole: Whole): Promise<number> {
    let count = 0;
    for await (const _ of readable(whole)) count += 1;
    return count;
  }

  return [
    handle(calls.all, async (request) => {
      const caller = await perhaps(request);
      const whole = caller ? wholeOf(caller) : 'none';
      const { limit, marker, with_count: counted } = request.query;
      const found = await page(whole, limit, marker === undefined ? undefined : placeOf(marker));
      return { ...found, ...(counted && { count: await countOf(whole) }) };
    }),
    handle(calls.list, async (request) => ({
      data: (await store.properties.ofDomain(await within(request, request.params.domainId))).map(entityOf),
    })),
    handle(calls.read, async (request) => {
      const { domainId, propertyKey } = request.params;
      const caller = await perhaps(request);
      const property = await store.properties.get(domainId, propertyKey);
      const isOwn = caller !== undefined && readsWhole(caller, domainId);
      if (!property || !(isOwn || (property.access === 'pub' && (await isEnabled(domainId))))) throw new GantryError('not_found');
      return entityOf(property);
    }),
    handle(calls.create, async (request) => {
      const { key, data: value, access: readers } = request.body;
      return insert({ domainId: await within(request, request.params.domainId), key, value, access: readers });
    }),
    handle(calls.createKey, async (request) => {
      const { data: value, access: readers } = request.body;
      return insert({ domainId: await within(request, request.params.domainId), key: request.params.propertyKey, value, access: readers });
    }),
    handle(calls.update, async (request) => {
      const { data: value, access: readers } = request.body;
      const domainId = await within(request, request.params.domainId);
      const property: Property = { domainId, key: request.params.propertyKey, value, access: readers };
      await store.transaction(async ({ properties }) => {
        if (!(await properties.update(property))) throw new GantryError('not_found');
        assertRoom(await properties.ofDomain(domainId));
      });
      return entityOf(property);
    }),
    handle(calls.delete, async (request) => {
      const domainId = await within(request, request.params.domainId);
      if (!(await store.transaction(({ properties }) => properties.remove(domainId, request.params.propertyKey))))
        throw new GantryError('not_found');
      return null;
    }),
  ];
}
