/** Addresses of load balancers and their pools, as the router writes them (S2 §2). */
const BALANCERS = '/compute/load-balancers';
export const ADD_BALANCER = `${BALANCERS}/add` as const;

/** The pools of one. */
export const POOLS = `${BALANCERS}/$loadBalancerId/pools` as const;
export const POOL = `${POOLS}/$loadBalancerPoolId` as const;

/** The window in which a pool is made, below the creation of a balancer and below one that is there; the windows over that one. */
export const WINDOW = 'add-pool';
export const OVER_WINDOW = { members: 'vms', monitor: 'healthmonitor' } as const;

/** The windows that change a pool. */
const EDIT = `${POOLS}/edit/$loadBalancerPoolId` as const;
export const EDIT_POOL = { pool: EDIT, health: `${EDIT}/health`, members: `${EDIT}/members`, cidrs: `${EDIT}/allowed-cidrs` } as const;
export type PoolChange = keyof typeof EDIT_POOL;

/** All pools of the scope. */
export const ALL_POOLS = '/compute/load-balancer-pools';

/** The tabs of a pool. */
export const POOL_TABS = ['overview', 'properties', 'members', 'allowed-cidrs'] as const;
export type PoolTab = (typeof POOL_TABS)[number];
