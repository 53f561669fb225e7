import { calls as allCalls, kinds, nouns } from '@gantry/contract';
import { AUDIT_KEYS } from '@gantry/contract/nouns/audit-log/calls';
import { AUDIT_COUNTED, type AuditLogEntry } from '@gantry/contract/nouns/audit-log/entity';
import { AUDIT_RESULTS, type AuditResult } from '@gantry/contract/nouns/audit-log/results';
import type { CallQuery } from '@gantry/contract/wire/call';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { isMembers } from '@gantry/contract/wire/kind';
import { parseFilter, parseSpan, type Filter } from '@gantry/contract/wire/query';
import { isStatus, statusNames } from '@gantry/contract/wire/statuses';
import { instantOf, systemClock } from '../../port/clock.ts';
import type { AuditSearch, FoundEntry } from '../../port/store/audit.ts';
import type { Visibility } from '../../port/store/rows.ts';
import { isCreation, kindOf, labelOf } from '../../calls/about.ts';
import { authorised, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.auditLog;
type Query = CallQuery<typeof calls.list>;
type Key = (typeof AUDIT_KEYS)[number];

/** What is written down beside the calls: an account that is locked, and buckets. */
const OTHERS = [
  { name: 'users.lock', summary: 'An account is locked after too many wrong passwords' },
  { name: 'objectStorage.createBucket', summary: 'Creates a bucket, by the console or by S3' },
  {
    name: 'objectStorage.setBucket',
    summary: 'Changes a setting of a bucket (policy, versioning, tags, lifecycle), by the console or by S3',
  },
  { name: 'objectStorage.deleteBucket', summary: 'Deletes a bucket, by the console or by S3' },
];
const activities = [
  ...allCalls.filter(({ method }) => method !== 'GET').map(({ id, summary }) => ({ name: id, summary })),
  ...OTHERS,
  { name: 'servers.console', summary: nouns.servers.calls.console.summary },
].filter(({ name }, index, all) => all.findIndex((one) => one.name === name) === index);

/** Kinds of what calls are about, by their ids. */
const kindsOfCalls = new Map([
  ...allCalls.map((call): [string, string | undefined] => [call.id, kindOf(call)]),
  ['users.lock', 'user'] as const,
]);
/** The members that say what the calls for several are about, by the ids of the calls. */
const bulkMembers = new Map(allCalls.flatMap(({ id, does }) => (does.by === 'bulk' ? [[id, does.ids ?? 'ids'] as const] : [])));
/** Ids of calls that make a thing. */
const making = new Set(allCalls.filter(isCreation).map(({ id }) => id));

/** The name that something was to be made with: it may be gone, or never have come to be. */
const nameToMake = ({ call, body }: FoundEntry): string | null =>
  making.has(call) && typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string' ? body.name : null;

/** How many it was done to; null for one. Of older entries as many as their parameters have kept. */
function countOf({ call, names, body }: FoundEntry): number | null {
  if (names && names.count > 1) return names.count;
  const member = bulkMembers.get(call);
  if (member === undefined) return null;
  const ids = isMembers(body) ? body[member] : undefined;
  return Array.isArray(ids) ? ids.length : (names?.count ?? null);
}

const STATUSES: Readonly<Record<AuditResult, readonly [number, number]>> = { accepted: [0, 400], refused: [400, 500], failed: [500, 1000] };
const resultOf = (status: number): AuditResult => statusNames(AUDIT_RESULTS).find((result) => status < STATUSES[result][1]) ?? 'failed';

/** Milliseconds of `24h` or `7d`. */
const spanOf = (text: string): number => parseSpan(text) ?? wrong('since', { code: 'format' });
const BEGINNING = /^\d{4}(-\d\d(-\d\d(T[\d:.]{0,12}Z?)?)?)?$/;

const wrong = (field: string, code: CodedText): never => {
  throw new GantryError('validation_failed', { fields: { [field]: [code] } });
};

/** A list of members in the text of a parameter, as JSON; throws validation_failed. */
function listed(field: 'filters' | 'sorters', text: string | undefined): { property: string; value: string }[] {
  if (text === undefined) return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return wrong(field, { code: 'format' });
  }
  if (!Array.isArray(list) || list.length > AUDIT_KEYS.length) return wrong(field, { code: 'format' });
  return list.map((one: unknown) => {
    const { property, value, direction } = (one ?? {}) as Record<string, unknown>;
    const said = field === 'filters' ? value : direction;
    return typeof property === 'string' && typeof said === 'string' ? { property, value: said } : wrong(field, { code: 'format' });
  });
}

/** The filters of a query by their keys, those that came as one text among them. */
function filtersOf(query: Query): Map<Key, Filter> {
  const found = new Map<Key, Filter>();
  for (const key of AUDIT_KEYS) if (query[key] !== undefined) found.set(key, parseFilter(query[key]));
  for (const { property, value } of listed('filters', query.filters)) {
    const key = AUDIT_KEYS.find((one) => one === property) ?? wrong('filters', { code: 'unknown' });
    found.set(key, parseFilter(value));
  }
  return found;
}

const SEARCHED = { user: 'userName', target: 'target' } as const;
const EXACT = {
  ...SEARCHED,
  user_id: 'userId',
  activity: 'call',
  project_id: 'projectId',
  domain_id: 'domainId',
  request_id: 'requestId',
} as const;

function searchOf(query: Query): AuditSearch {
  const search: AuditSearch & { is: Record<string, readonly string[]>; contains: Record<string, string> } = { is: {}, contains: {} };
  for (const [key, { operator, values }] of filtersOf(query)) {
    const [first = ''] = values;
    if (operator === 'contains' && key in SEARCHED) search.contains[SEARCHED[key as keyof typeof SEARCHED]] = first;
    else if (key === 'timestamp') search.at = BEGINNING.test(first) ? first : wrong(key, { code: 'format' });
    else if (operator === 'contains' || operator === 'any' || operator === 'not_any')
      wrong(key, { code: 'filter_operator', params: { operator } });
    else if (key === 'result')
      search.statuses = values.map((value) => STATUSES[isStatus(AUDIT_RESULTS, value) ? value : wrong(key, { code: 'format' })]);
    else if (key === 'since') {
      search.from = instantOf(systemClock.now() - Math.max(...values.map(spanOf)));
    } else search.is[EXACT[key as keyof typeof EXACT]] = values;
  }
  return search;
}

/** Whether the newest come first. */
function orderOf(query: Query): boolean {
  const [sorter, ...others] = listed('sorters', query.sorters);
  if (!sorter) return query.sort !== 'timestamp:asc';
  if (others.length > 0 || sorter.property !== 'timestamp') wrong('sorters', { code: 'sort_key' });
  return sorter.value.toUpperCase() !== 'ASC';
}

const ABOUT = 'marker of the audit log';
const placeIn = (text: string) => {
  const [at = '', id = ''] = text.split(' ');
  return { at, id: Number(id) };
};

export function auditLogHandlers({ store }: Pick<CallOptions, 'store'>): Handler[] {
  /** What things are called now, by id, as far as they are there: one query for each kind. */
  async function namesOf(kind: string, ids: readonly (string | null)[], visibility: Visibility): Promise<Map<string, string>> {
    const rows = await store.read.findMany(kind, [...new Set(ids.filter((id) => id !== null))], visibility);
    return new Map([...rows].map(([id, { document }]) => [id, labelOf(document, id)]));
  }

  /** Entries with the names of their time; of those that are older than names are written down, with the present ones. */
  async function shown(entries: readonly FoundEntry[], visibility: Visibility): Promise<AuditLogEntry[]> {
    const ofOwner = (kind: 'project' | 'domain') =>
      namesOf(
        kind,
        entries.map((entry) => (entry.names?.[kind] == null ? entry[`${kind}Id`] : null)),
        visibility,
      );
    const [projects, domains] = [await ofOwner('project'), await ofOwner('domain')];
    const targets = new Map<string, Map<string, string>>();
    for (const [kind, some] of Map.groupBy(entries, ({ call }) => kindsOfCalls.get(call)))
      if (kind !== undefined && kinds.has(kind))
        targets.set(
          kind,
          await namesOf(
            kind,
            some.map(({ target }) => target),
            visibility,
          ),
        );
    return entries.map((entry) => {
      const kind = kindsOfCalls.get(entry.call) ?? null;
      const now = targets.get(kind ?? '')?.get(entry.target ?? '');
      const count = countOf(entry);
      const names = entry.names?.targets ?? [];
      const isItself = entry.target === entry.domainId;
      return {
        id: String(entry.id),
        timestamp: entry.at,
        user_id: entry.userId,
        user_name: entry.userName,
        project_id: entry.projectId,
        project_name: entry.names?.project ?? projects.get(entry.projectId ?? '') ?? null,
        domain_id: entry.domainId,
        domain_name:
          entry.names?.domain ?? domains.get(entry.domainId ?? '') ?? (kind === 'domain' && isItself ? (names[0] ?? null) : null),
        activity: entry.call,
        target: entry.target,
        kind,
        target_name: count === null ? (names[0] ?? now ?? nameToMake(entry)) : null,
        target_names: count === null ? [] : [...names],
        target_count: count,
        gone: kind !== null && entry.target !== null && now === undefined,
        result: resultOf(entry.status),
        status: entry.status,
        error_code: entry.errorCode,
        request_id: entry.requestId,
        address: entry.address,
        personal_token: entry.personalToken,
        parameters: entry.body ?? null,
        count: entry.count,
      };
    });
  }

  return [
    handle(calls.list, async (request) => {
      const { visibility } = authorised(request as CallRequest);
      const { limit, page = 1, start = (page - 1) * limit, marker, with_count: counted } = request.query;
      const search = searchOf(request.query);
      const opened = marker === undefined ? undefined : store.opaque.open(marker, ABOUT);
      if (marker !== undefined && opened === undefined) wrong('marker', { code: 'marker' });
      const after = opened === undefined ? undefined : placeIn(opened);
      const found = await store.audit.find({
        search,
        newestFirst: orderOf(request.query),
        after,
        start: after ? 0 : start,
        limit: limit + 1,
      });
      const entries = found.slice(0, limit);
      const last = found.length > limit ? entries.at(-1) : undefined;
      const count = counted ? await store.audit.count(search, AUDIT_COUNTED) : undefined;
      return {
        data: await shown(entries, visibility),
        ...(count !== undefined && count <= AUDIT_COUNTED && { count }),
        ...(last && { marker: store.opaque.seal(`${last.at} ${last.id}`, ABOUT) }),
      };
    }),
    handle(calls.activities, () => ({ data: activities })),
  ];
}
