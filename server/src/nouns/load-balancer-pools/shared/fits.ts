import { poolProblems, type PoolShape } from '@gantry/contract/nouns/load-balancer-pools/problems';
import { GantryError } from '@gantry/contract/wire/errors';

const isV6 = (text: string): boolean => text.includes(':');

/** Throws validation_failed where a pool, or the address of its balancer, does not let it be so. `place`: where it stands in the body: `pools.0.`, or nothing. */
export function assertFits(pool: PoolShape & { allowed_cidrs: readonly string[] }, address: string | null, place: string): void {
  const wrong = (path: readonly string[], code: string): GantryError =>
    new GantryError('validation_failed', { fields: { [`${place}${path.join('.')}`]: [{ code }] } });
  const [problem] = poolProblems(pool);
  if (problem) throw wrong(problem.path, problem.code);
  const other = pool.allowed_cidrs.findIndex((cidr) => address !== null && isV6(cidr) !== isV6(address));
  if (other !== -1) throw wrong(['allowed_cidrs', String(other)], 'cidr_version');
}
