/** Lists and single reads: always from the store, always within the caller's visibility (rules 4 and 5). */
import { figuresOf, type Does } from '@gantry/contract/wire/call';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { canonicalMac, separatedMac, writtenIp } from '@gantry/contract/validation/canonical';
import { DOMAIN_FILTER, filterProblem, narrowedBy, type Kind } from '@gantry/contract/wire/kind';
import type { Page } from '@gantry/contract/wire/page';
import type { StateChanges } from '@gantry/contract/wire/state-changes';
import { parseFilter, parseSort, type Filter, type Sort } from '@gantry/contract/wire/query';
import { seesSystem } from '../access/visibility.ts';
import type { Row } from '../port/store/rows.ts';
import { overflowOf } from '../store/records/overflow.ts';
import { param, type AuthorisedRequest } from './call-request.ts';
import { entitiesOf } from './entity.ts';
import { fillNamedBy } from './named-by.ts';
import type { CallOptions } from './port.ts';
import { patiently, rankedPage } from './ranked.ts';

type Of<B extends Does['by']> = Extract<Does, { by: B }>;
type Deps = Pick<CallOptions, 'store' | 'platform'>;

/** What `listQuery` of the contract puts out; the other members are filters. */
interface ListQuery extends Readonly<Record<string, unknown>> {
  limit: number;
  marker?: string;
  with_count?: boolean;
}

const PAGING: ReadonlySet<string> = new Set(['limit', 'marker', 'with_count', 'sort']);
/** Values one `in:`, `any:` or `not_any:` may hold. */
const VALUES = 200;

/** The store refuses what a key does not take; domains, by whom rows belong to, are no key of its own. */
function wrongWith(kind: Kind, key: string, filter: Filter, system: boolean): CodedText | undefined {
  const problem = key === DOMAIN_FILTER ? filterProblem(narrowedBy(kind, key), filter, system) : undefined;
  if (problem) return problem;
  if (filter.values.length === 0) return { code: 'required' };
  return filter.values.length > VALUES ? { code: 'too_many', params: { max: VALUES } } : undefined;
}

/** A filter by addresses as they are kept, whatever was typed; a search for a whole MAC address by the key that has these. */
function byWrittenAddress(kind: Kind, key: string, filter: Filter): [string, Filter] {
  const written = (how: (text: string) => string) => ({ ...filter, values: filter.values.map(how) }) as Filter;
  if (kind.mac === key) return [key, written((text) => canonicalMac(text) ?? text)];
  const mac = kind.mac !== undefined && kind.fields[key]?.of && filter.operator === 'contains' ? separatedMac(filter.values[0]) : undefined;
  if (kind.mac !== undefined && mac !== undefined) return [kind.mac, { operator: 'is', values: [mac] }];
  return [key, kind.addresses?.includes(key) ? written(writtenIp) : filter];
}

/** Filters of a validated query; refuses lists of values that are empty or too long. */
function filtersOf(kind: Kind, query: Readonly<Record<string, unknown>>, system: boolean): Record<string, Filter> {
  const filters: Record<string, Filter> = {};
  const fields: Record<string, CodedText[]> = {};
  for (const [name, value] of Object.entries(query)) {
    if (PAGING.has(name) || typeof value !== 'string') continue;
    const [key, filter] = byWrittenAddress(kind, name, parseFilter(value));
    const wrong = wrongWith(kind, key, filter, system);
    if (wrong) fields[key] = [wrong];
    else if (filter.operator !== 'contains' || filter.values[0] !== '') filters[key] = filter;
  }
  if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
  return filters;
}

/** Throws validation_failed where only callers in the system scope may sort so, not_supported where no engine measures what is sorted by. */
function sortOf(kind: Kind, text: unknown, system: boolean, { platform }: Deps): Sort {
  const sort = parseSort(typeof text === 'string' ? text : kind.defaultSort);
  if (!sort) throw new TypeError(`${kind.name} has no valid default sort`);
  if (kind.fields[sort.key]?.systemOnly && !system)
    throw new GantryError('validation_failed', { fields: { sort: [{ code: 'system_only' }] } });
  if (kind.figures?.[sort.key] && !platform.offers(figuresOf(kind))) throw new GantryError('not_supported');
  return sort;
}

/** The domain a path narrows a call to. Another domain than the caller's is refused alike whether it exists or not. */
export async function narrowedTo(
  request: AuthorisedRequest,
  { within }: { within?: Of<'list'>['within'] | undefined },
  deps: Pick<Deps, 'store'>,
): Promise<string | undefined> {
  if (!within) return undefined;
  const { visibility } = request;
  const domainId = param(request, within.domain);
  if (!seesSystem(visibility) && domainId !== visibility.domainId) throw new GantryError('forbidden');
  if (!(await deps.store.read.find('domain', domainId, visibility))) throw new GantryError('not_found');
  return domainId;
}

/** Where a marker leads, which is good for one list of one caller in one scope. Throws validation_failed. */
function opened(marker: string, about: string, { store }: Deps): string {
  const place = store.opaque.open(marker, about);
  if (place === undefined) throw new GantryError('validation_failed', { fields: { marker: [{ code: 'marker' }] } });
  return place;
}

/** The filter that leaves what names the one thing of the path. Throws not_found where the caller does not see that. */
async function namingOf(request: AuthorisedRequest, { of, within }: Of<'list'>, deps: Deps): Promise<Record<string, Filter>> {
  if (!of) return {};
  const { id } = await visible(request, { kind: of.kind, within }, param(request, of.id), deps);
  return { [of.key]: { operator: 'is', values: [id] } };
}

export async function list(request: AuthorisedRequest, does: Of<'list'>, deps: Deps): Promise<Page<unknown>> {
  const { kind } = does;
  const { visibility } = request;
  const system = seesSystem(visibility);
  const query = request.query as ListQuery;
  const about = `${kind.name} marker of ${visibility.userId} in ${JSON.stringify(visibility.scope)}`;
  const { [DOMAIN_FILTER]: domains, ...others } = filtersOf(kind, query, system);
  const listRequest = {
    kind,
    visibility,
    filters: { ...others, ...(await namingOf(request, does, deps)) },
    domains: domains?.values,
    sort: sortOf(kind, query['sort'], system, deps),
    limit: query.limit,
    marker: query.marker === undefined ? undefined : opened(query.marker, about, deps),
    withCount: query.with_count,
    domainId: await narrowedTo(request, does, deps),
  };
  const { read: reader } = deps.store;
  const { figures, freshness } = deps.platform;
  const sealed = (marker: string | undefined) => ({ ...(marker !== undefined && { marker: deps.store.opaque.seal(marker, about) }) });
  if (kind.figures?.[listRequest.sort.key]) {
    const patient = patiently(figures);
    const page = await rankedPage(listRequest, reader, {
      measured: (rows) => entitiesOf(kind, rows, reader, visibility, patient),
      plain: (rows) => entitiesOf(kind, rows, reader, visibility),
    });
    return { ...page, ...sealed(page.marker), freshness: freshness(kind) };
  }
  const { rows, count, marker } = await reader.list(listRequest);
  const entities = await entitiesOf(kind, rows, reader, visibility, figures);
  await fillNamedBy(kind, entities, reader, visibility, { asIds: false });
  const data = kind.listed ? entities.map(kind.listed) : entities;
  return { data, count, ...sealed(marker), freshness: freshness(kind) };
}

/** A row within the caller's visibility, and of the domain that the path names; a foreign one answers like one that never was. */
export async function visible(
  request: AuthorisedRequest,
  { kind, within }: { kind: Kind; within?: Of<'list'>['within'] },
  id: string,
  deps: Pick<Deps, 'store'>,
): Promise<Row> {
  const domainId = await narrowedTo(request, { within }, deps);
  const row = await deps.store.read.find(kind.name, id, request.visibility);
  if (!row || (domainId !== undefined && row.domainId !== domainId)) throw new GantryError('not_found');
  return row;
}

export async function read(request: AuthorisedRequest, does: Of<'read'>, deps: Deps): Promise<unknown> {
  const row = await visible(request, does, param(request, does.id), deps);
  const entities = await entitiesOf(does.kind, [row], deps.store.read, request.visibility, deps.platform.figures);
  await fillNamedBy(does.kind, entities, deps.store.read, request.visibility, { asIds: true });
  const [entity] = entities;
  return does.kind.listed ? { ...entity, ...(await overflowOf(deps.store.records, row.kind, row.id)) } : entity;
}

/** How a thing has been. Throws not_found where the caller does not see it. */
export async function states(request: AuthorisedRequest, does: Of<'states'>, deps: Pick<Deps, 'store'>): Promise<StateChanges> {
  return { data: await deps.store.states.of(await visible(request, does, param(request, does.id), deps)) };
}
