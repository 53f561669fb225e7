import { beforeAll, expect, it } from 'vitest';
import { baseAtRoot, openConsole, type Method } from '../../support/open-console.tsx';

const BALANCERS = '/compute/load-balancers';
const POLL = { timeout: 10_000 };

beforeAll(baseAtRoot);

/** Addresses, and the right without which each is refused. */
const NEEDS: Readonly<Record<string, readonly [subject: string, method: Method]>> = {
  [BALANCERS]: ['compute_load_balancers', 'GET'],
  [`${BALANCERS}/add`]: ['compute_load_balancers', 'POST'],
  [`${BALANCERS}/lb-1/pools`]: ['compute_load_balancer', 'GET'],
  [`${BALANCERS}/lb-1/overview`]: ['compute_load_balancer', 'GET'],
  [`${BALANCERS}/lb-1/properties`]: ['compute_load_balancer', 'GET'],
  [`${BALANCERS}/lb-1/edit`]: ['compute_load_balancer', 'PATCH'],
  [`${BALANCERS}/lb-1/pools/add-pool`]: ['compute_load_balancing_pools', 'POST'],
  [`${BALANCERS}/lb-1/pools/pool-1`]: ['compute_load_balancing_pools', 'GET'],
  [`${BALANCERS}/lb-1/pools/pool-1/members`]: ['compute_load_balancing_pools', 'GET'],
  [`${BALANCERS}/lb-1/pools/edit/pool-1`]: ['compute_load_balancing_pools', 'PATCH'],
  '/compute/load-balancer-pools': ['compute_load_balancing_pools', 'GET'],
};

it.each(Object.entries(NEEDS))(
  'the address %s of load balancers leads to error403 without the right %j [choice.lb-restrictions]',
  async (address, [subject, method]) => {
    const rights: readonly Method[] = ['GET', 'POST', 'PATCH', 'DELETE'];
    await openConsole(
      address,
      () => ({ body: { data: [], count: 0 } }),
      (of) => rights.filter((one) => of !== subject || one !== method),
    );
    await expect.poll(() => location.pathname, POLL).toBe('/error403');
  },
);
