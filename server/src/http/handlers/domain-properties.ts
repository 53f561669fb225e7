/** Properties of domains (decisions B9, B10): who works in a domain reads them, who administers it changes them. */
import { nouns } from '@gantry/contract';
import { PROPERTIES_PER_DOMAIN, type DomainProperty } from '@gantry/contract/nouns/domain-properties/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../../access/caller.ts';
import { seesSystem, visibilityOf } from '../../access/visibility.ts';
import type { Property, Visibility } from '../../store/port.ts';
import { signedIn, type Asked } from '../asked.ts';
import type { HttpOptions } from '../port.ts';
import { handle, type Handler } from './handler.ts';

const { calls } = nouns.domainProperties;
/** Which domains there are is asked without regard to sight; the caller's is decided here. */
const SYSTEM: Visibility = { scope: { type: 'system' }, userId: '', domainId: '' };

const entityOf = ({ domainId, key, value, access }: Property): DomainProperty => ({ domain_id: domainId, key, value, data: value, access });

/** Whose properties a caller reads whole: those of the domain one works in, or of all where one sees the system. */
function wholeOf(caller: Caller): 'all' | { domainId: string } {
  const visibility = visibilityOf(caller, calls.create.permission);
  return seesSystem(visibility) ? 'all' : { domainId: visibility.domainId };
}

const readsWhole = (caller: Caller, domainId: string): boolean => {
  const whole = wholeOf(caller);
  return whole === 'all' || whole.domainId === domainId;
};

export function domainPropertyHandlers({ access, store }: Pick<HttpOptions, 'access' | 'store'>): Handler[] {
  const isEnabled = async (domainId: string): Promise<boolean> =>
    (await store.read.find('domain', domainId, SYSTEM))?.document['enabled'] === true;

  /** The domain of the path; another than the caller's answers like one that never was. */
  async function within(asked: Pick<Asked, 'caller'>, domainId: string): Promise<string> {
    if (!readsWhole(signedIn(asked), domainId)) throw new GantryError('not_found');
    if (!(await store.read.find('domain', domainId, SYSTEM))) throw new GantryError('not_found');
    return domainId;
  }

  /** Who asks a call that needs nobody; a session that has ended counts as none. */
  async function perhaps({
    sessionId,
    authToken,
    identified,
  }: Pick<Asked, 'sessionId' | 'authToken' | 'identified'>): Promise<Caller | undefined> {
    if (sessionId === undefined) return undefined;
    try {
      const caller = await access.authenticate({ sessionId, authToken });
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
      if ((await properties.ofDomain(property.domainId)).length > PROPERTIES_PER_DOMAIN)
        throw new GantryError('validation_failed', { fields: { key: [{ code: 'too_many', params: { max: PROPERTIES_PER_DOMAIN } }] } });
    });
    return entityOf(property);
  }

  return [
    handle(calls.all, async (asked) => {
      const caller = await perhaps(asked);
      const found = await store.properties.readable(caller ? wholeOf(caller) : 'none');
      const domains = await store.read.findMany('domain', [...new Set(found.map(({ domainId }) => domainId))], SYSTEM);
      return { data: found.filter(({ domainId }) => domains.get(domainId)?.document['enabled'] === true).map(entityOf) };
    }),
    handle(calls.list, async (asked) => ({
      data: (await store.properties.ofDomain(await within(asked, asked.params.domainId))).map(entityOf),
    })),
    handle(calls.read, async (asked) => {
      const { domainId, propertyKey } = asked.params;
      const caller = await perhaps(asked);
      const property = await store.properties.get(domainId, propertyKey);
      const isOwn = caller !== undefined && readsWhole(caller, domainId);
      if (!property || !(isOwn || (property.access === 'pub' && (await isEnabled(domainId))))) throw new GantryError('not_found');
      return entityOf(property);
    }),
    handle(calls.create, async (asked) => {
      const { key, data: value, access: readers } = asked.body;
      return insert({ domainId: await within(asked, asked.params.domainId), key, value, access: readers });
    }),
    handle(calls.createKey, async (asked) => {
      const { data: value, access: readers } = asked.body;
      return insert({ domainId: await within(asked, asked.params.domainId), key: asked.params.propertyKey, value, access: readers });
    }),
    handle(calls.update, async (asked) => {
      const { data: value, access: readers } = asked.body;
      const domainId = await within(asked, asked.params.domainId);
      const property: Property = { domainId, key: asked.params.propertyKey, value, access: readers };
      if (!(await store.transaction(({ properties }) => properties.update(property)))) throw new GantryError('not_found');
      return entityOf(property);
    }),
    handle(calls.delete, async (asked) => {
      const domainId = await within(asked, asked.params.domainId);
      if (!(await store.transaction(({ properties }) => properties.remove(domainId, asked.params.propertyKey))))
        throw new GantryError('not_found');
      return null;
    }),
  ];
}
