import { z } from 'zod';
import { PAGE_LIMIT, PAGE_SIZE } from '../constants.ts';
import type { Call } from './call.ts';
import { patterned } from './patterned.ts';
import { figureKeys, narrowKeys, sortKeys, type Kind } from './kind.ts';

/** `true`, `True`, `1` → true, as the printed `usage=True` needs (decision B1). */
export const queryFlag = patterned(
  'flag',
  z
    .string()
    .regex(/^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0)$/, { error: 'flag' })
    .transform((text) => /^(true|1)$/i.test(text))
    .meta({ type: 'boolean' }),
);

/** A whole number in a query, within bounds. */
export const numberInQuery = (min: number, max: number) =>
  patterned(
    'whole_number',
    z
      .string()
      .regex(/^\d{1,9}$/, { error: 'whole_number' })
      .transform(Number)
      .pipe(z.number().min(min).max(max)),
  );

const limit = numberInQuery(1, PAGE_LIMIT);

/** Where a page begins that is not the first. */
export const pageMarker = patterned('marker', z.string().min(1).max(4096)).optional();

const pageQuery = {
  limit: limit.default(PAGE_SIZE),
  marker: pageMarker,
  with_count: queryFlag.optional(),
};

/** The query of a list call, from the kind's declared fields. Unknown keys are refused, so that a typo is never a full list. */
export function listQuery(kind: Kind) {
  const keys = [...sortKeys(kind), ...figureKeys(kind)];
  const sorted = z.string().regex(new RegExp(`^(${keys.join('|')}):(asc|desc)$`), { error: 'sort_key' });
  const sort = patterned('sort', sorted).optional();
  const filters = Object.fromEntries(narrowKeys(kind).map((key) => [key, patterned('filter', z.string().max(4096)).optional()]));
  return z.strictObject({ ...pageQuery, sort, ...filters } as typeof pageQuery & { sort: typeof sort });
}

/** The query of a list that is not paged, because of what it holds there are few (decision B29): without `limit` it answers all of them. */
export const wholeQuery = z.strictObject({ limit: limit.optional(), with_count: queryFlag.optional() });

/** Whether a call answers such a list. The server cuts and counts it, whoever has made it; what has pages is cut by who makes them. */
export const isWholeList = ({ does, query }: Call): boolean =>
  does.by !== 'list' && query !== undefined && 'limit' in query.shape && !('marker' in query.shape);

/**
 * How true a mirrored list is: when it was last in step with its engine, which of the services it comes from are out of order and since
 * when, and what is kept although the cloud says otherwise. Absent where the store is the truth.
 */
export const freshness = z.object({
  reachable: z.boolean(),
  as_of: z.iso.datetime().nullable(),
  down_since: z.iso.datetime().nullable(),
  /** `compute`, `identity`; `missing`: the cloud has no such service. `notifications` alone leaves the list reachable: then it is polled for. */
  services: z.array(z.object({ name: z.string(), problem: z.enum(['silent', 'failing', 'missing']), down_since: z.iso.datetime() })),
  /** `shrunk`: so much is missing from the cloud's listing that nothing is removed yet; `unreadable`: some rows are shown as far as they could be read, or stay as last known. */
  doubts: z.array(z.object({ problem: z.enum(['shrunk', 'unreadable']), since: z.iso.datetime() })),
});
export type Freshness = z.infer<typeof freshness>;

/** The one shape of every list answer (decision B7). `marker` only when more rows follow, `count` only when requested. */
export const pageOf = <E extends z.ZodType>(entity: E) =>
  z.object({
    data: z.array(entity),
    count: z.number().int().optional(),
    marker: z.string().optional(),
    freshness: freshness.optional(),
  });

/** The answer of a list that is not paged: the same shape, and never a marker. */
export const wholeOf = <E extends z.ZodType>(entity: E) => z.object({ data: z.array(entity), count: z.number().int().optional() });

export interface Page<E> {
  data: E[];
  count?: number | undefined;
  marker?: string | undefined;
  freshness?: Freshness | undefined;
}
