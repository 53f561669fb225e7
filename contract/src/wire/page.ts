import { z } from 'zod';
import { PAGE_LIMIT, PAGE_SIZE } from '../constants.ts';
import { patterned } from './patterned.ts';
import { figureKeys, narrowKeys, sortKeys, type Kind } from './kind.ts';

/** `true`, `True`, `1` → true, as the printed `usage=True` needs (decision B1). */
export const queryFlag = patterned(
  'flag',
  z
    .string()
    .regex(/^(true|false|1|0)$/i, { error: 'flag' })
    .transform((text) => /^(true|1)$/i.test(text))
    .meta({ type: 'boolean' }),
);

const queryNumber = (min: number, max: number, fallback: number) =>
  patterned(
    'whole_number',
    z
      .string()
      .regex(/^\d{1,9}$/, { error: 'whole_number' })
      .transform(Number)
      .pipe(z.number().min(min).max(max)),
  ).default(fallback);

const pageQuery = {
  limit: queryNumber(1, PAGE_LIMIT, PAGE_SIZE),
  marker: patterned('marker', z.string().min(1).max(2048)).optional(),
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

/**
 * How true a mirrored list is: when it was last in step with its engine, which of the services it comes from are out of order and since
 * when, and what is kept although the cloud says otherwise. Absent where the store is the truth.
 */
export const freshness = z.object({
  reachable: z.boolean(),
  as_of: z.iso.datetime().nullable(),
  down_since: z.iso.datetime().nullable(),
  /** `compute`, `identity`; `notifications` alone leaves the list reachable: then it is polled for. */
  services: z.array(z.object({ name: z.string(), problem: z.enum(['silent', 'failing']), down_since: z.iso.datetime() })),
  /** `shrunk`: so much is missing from the cloud's listing that nothing is removed yet; `unreadable`: some rows stay as they were last known. */
  doubts: z.array(z.object({ problem: z.enum(['shrunk', 'unreadable']), since: z.iso.datetime() })),
});
export type Freshness = z.infer<typeof freshness>;

/** The one shape of every list answer (decision B7). `marker` only when more rows follow, `count` only when asked for. */
export const pageOf = <E extends z.ZodType>(entity: E) =>
  z.object({
    data: z.array(entity),
    count: z.number().int().optional(),
    marker: z.string().optional(),
    freshness: freshness.optional(),
  });

export interface Page<E> {
  data: E[];
  count?: number | undefined;
  marker?: string | undefined;
  freshness?: Freshness | undefined;
}
