import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { poolCommands } from './commands.ts';
import { poolStrategy } from './strategy.ts';

/** Pools of load balancers: listeners with what they hand over to. */
export const loadBalancerPools: CloudNoun = {
  strategy: ({ load_balancers: every }) => poolStrategy(every),
  commands: poolCommands,
};
