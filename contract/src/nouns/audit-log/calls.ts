import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { numberInQuery, pageMarker, pageOf, queryFlag, wholeOf, wholeQuery } from '../../wire/page.ts';
import { patterned } from '../../wire/patterned.ts';
import type { PatternName } from '../../wire/patterns.ts';
import { PAGE_LIMIT } from '../../constants.ts';
import { AUDIT_PAGE, auditLogEntry } from './entity.ts';

const path = '/api/v2/audit_log';
const shared = { side: 'administration', method: 'GET', permission: system('audit_log'), source: 'S0 §7' } as const;
const text = () => patterned('filter', z.string().max(4096)).optional();
const like = (name: PatternName, pattern: RegExp) => patterned(name, z.string().max(4096).regex(pattern, { error: 'format' })).optional();
const list = () => like('json_list', /^\[[^]*\]$/);

/** What the log can be narrowed by; each key takes an exact value, and several with `in:`. */
const narrowing = {
  /** Name, also a part of it with `contains:`. */
  user: text(),
  user_id: text(),
  activity: text(),
  /** Id of what it was done to, also a part of it with `contains:`. */
  target: text(),
  project_id: text(),
  domain_id: text(),
  /** accepted, refused, failed */
  result: like('audit_result', /^(?:in:)?(?:accepted|refused|failed)(?:,(?:accepted|refused|failed)){0,9}$/),
  request_id: text(),
  /** The last hours or days: `24h`, `7d`. */
  since: like('time_span', /^(?:in:)?\d{1,4}[hd](?:,\d{1,4}[hd]){0,9}$/),
  /** A day or an hour in UTC, by its beginning: `2026-11-22`, `2026-11-22T14`. */
  timestamp: like('day_or_hour', /^(?:in:|contains:)?\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]{0,12}Z?)?)?)?$/),
};
export const AUDIT_KEYS = Object.keys(narrowing) as (keyof typeof narrowing)[];

export const auditLogCalls = {
  list: defineCall({
    ...shared,
    id: 'auditLog.list',
    path,
    summary: 'Lists the audit log, newest first: by page, by number of the first entry, or from the marker of the previous page',
    query: z.strictObject({
      limit: numberInQuery(1, PAGE_LIMIT).default(AUDIT_PAGE),
      /** From 1; the other one wins (decision B8). */
      page: numberInQuery(1, 1000).optional(),
      start: numberInQuery(0, 100_000).optional(),
      marker: pageMarker,
      with_count: queryFlag.optional(),
      /** `[{"property": "timestamp", "direction": "DESC"}]` */
      sorters: list(),
      sort: z.enum(['timestamp:asc', 'timestamp:desc']).optional(),
      /** `[{"property": "user", "value": "contains:ann"}]`: the same keys, as one text. */
      filters: list(),
      ...narrowing,
    }),
    answer: pageOf(auditLogEntry),
    does: { by: 'handle' },
  }),
  activities: defineCall({
    ...shared,
    id: 'auditLog.activities',
    path: `${path}/activities`,
    summary: 'Lists the values that the audit log can be filtered by',
    query: wholeQuery,
    answer: wholeOf(z.object({ name: z.string(), summary: z.string() })),
    does: { by: 'handle' },
  }),
};
