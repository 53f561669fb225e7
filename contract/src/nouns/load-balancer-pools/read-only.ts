/** Why a pool that was made elsewhere is looked at and deleted only, as codes. */
export const POOL_READ_ONLY = [
  /** Policies of its listener send some requests elsewhere. */
  'pool_l7_policies',
  /** Several listeners hand over to the same servers. */
  'pool_shared',
  /** Servers to which nothing hands over by default. */
  'pool_without_listener',
  /** Something is taken, and no servers get it. */
  'pool_without_servers',
  /** The way from what arrives to the servers is none of LISTENER_KINDS. */
  'pool_protocols_foreign',
  /** Servers are chosen in a way that is not offered here. */
  'pool_algorithm_foreign',
  /** Health is watched in a way that is not offered here. */
  'pool_monitor_foreign',
  /** Servers listen at different ports. */
  'pool_ports_differ',
] as const;
export type PoolReadOnly = (typeof POOL_READ_ONLY)[number];

/** What a pool that was made elsewhere is made of at the cloud. */
export const POOL_PIECES = ['listener', 'l7policy', 'pool', 'healthmonitor', 'member'] as const;
export type PoolPieceSort = (typeof POOL_PIECES)[number];
