import { members, one, text, type Notices } from '../../../engines/openstack/mirror/notice.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { loadBalancerCommands } from './commands.ts';
import { KIND, loadBalancerStrategy } from './strategy.ts';

/** `octavia.loadbalancer.create.end`. */
const announced: Notices[string] = ({ event, body }) =>
  event.startsWith('octavia.loadbalancer.') && event.endsWith('.end')
    ? one(KIND, text(body['id']) ?? text(members(body['loadbalancer'])['id']))
    : [];

/** Load balancers: what takes what arrives at an address. */
export const loadBalancers: CloudNoun = {
  strategy: ({ load_balancers: every }) => loadBalancerStrategy(every),
  notices: { octavia: announced },
  commands: loadBalancerCommands,
};
