/** Whether a load balancer takes one more pool. */
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { isSameTransport, POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';

type Listening = Pick<Pool, 'protocol' | 'protocol_port'>;

/** Throws validation_failed where the port is taken, state_conflict where the balancer has as many pools as it may. @param at what stands before the field */
export function assertRoom(others: readonly Listening[], wanted: Listening, at: string): void {
  const takesPort = ({ protocol, protocol_port: port }: Listening): boolean =>
    port === wanted.protocol_port && isSameTransport(protocol, wanted.protocol);
  if (others.some(takesPort))
    throw new GantryError('validation_failed', { fields: { [`${at}protocol_port`]: [{ code: 'pool_port_taken' }] } });
  if (others.length >= POOL_LIMITS.ofBalancer)
    throw new GantryError('state_conflict', { reason: no('load_balancer_full', { max: POOL_LIMITS.ofBalancer }) });
}
