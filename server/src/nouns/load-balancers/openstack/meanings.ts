/** What the load balancing service says no to, as people are told it. */
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import { meaningOf, type Meaning } from '../../../engines/openstack/commands/meanings.ts';

const is = (code: string) => (): { code: string } => ({ code });

/** Of all that is done: nothing is changed of a balancer of which something else is made. */
const BUSY: Meaning = {
  words: /is immutable and cannot be updated|Invalid state PENDING_\w+/i,
  reason: no('load_balancer_busy', { load_balancer_status: 'CONFIGURING' }),
};

/** Of new balancers, and of pools. */
const MEANINGS: readonly Meaning[] = [
  BUSY,
  {
    words: /load balancers? .*(is|are) not active|Invalid state ERROR/i,
    reason: no('load_balancer_busy', { load_balancer_status: 'ERROR' }),
  },
  { words: /another listener on this load balancer is already using/i, field: 'protocol_port', problem: is('pool_port_taken') },
  { words: /address \S+ (is in use|already allocated)|already allocated/i, field: 'address', problem: is('address_taken') },
  { words: /is not a valid IP for|not in the subnet/i, field: 'address', problem: is('address_outside') },
];

/** What is meant by a refusal; `at`: where the fields stand in the body. */
export const balancerMeaning = (error: unknown, at = ''): unknown => meaningOf(MEANINGS, error, at);

/** Whether it was refused only because something else goes on with the balancer. */
export const isBusy = (error: unknown): boolean => {
  const meaning = meaningOf([BUSY], error);
  return meaning instanceof GantryError && meaning !== error;
};

/** Whether a pool is kept because a policy of some listener sends requests there. */
export const isUsedByPolicy = (error: unknown): boolean =>
  error instanceof GantryError && /is in use by L7 policy/i.test(error.detail ?? '');
