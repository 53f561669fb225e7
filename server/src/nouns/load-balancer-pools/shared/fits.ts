import { poolProblems, type PoolShape } from '@gantry/contract/nouns/load-balancer-pools/problems';
import { newProblems } from '@gantry/contract/validation/new-problems';
import { GantryError } from '@gantry/contract/wire/errors';

const isV6 = (text: string): boolean => text.includes(':');

/** What is judged of a pool. */
type JudgedPool = PoolShape & { allowed_cidrs: readonly string[] };

/**
 * Throws validation_failed where a pool, or the address of its balancer, does not let it be so. `place`: where it stands in the body:
 * `pools.0.`, or nothing. `before`: the pool that is changed, whose own faults are no reason.
 */
export function assertFits(
  pool: JudgedPool,
  address: string | null,
  { place = '', before }: { place?: string; before?: JudgedPool } = {},
): void {
  const problemsOf = (one: JudgedPool) => [
    ...poolProblems(one),
    ...one.allowed_cidrs.flatMap((cidr, index) =>
      address !== null && isV6(cidr) !== isV6(address) ? [{ path: ['allowed_cidrs', index], code: 'cidr_version' }] : [],
    ),
  ];
  const [problem] = newProblems<JudgedPool, { path: readonly (string | number)[]; code: string }>(problemsOf, pool, before);
  if (problem) throw new GantryError('validation_failed', { fields: { [`${place}${problem.path.join('.')}`]: [{ code: problem.code }] } });
}
