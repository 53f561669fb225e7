/** What the network service says no to of floating IPs. */
import { GantryError } from '@gantry/contract/wire/errors';
import { meaningOf, type Meaning } from '../../../engines/openstack/commands/meanings.ts';

const is = (code: string) => (): { code: string } => ({ code });

/** Of where it leads; at the place of the interface in the body. */
export const LEADS: readonly Meaning[] = [
  { words: /is not reachable from subnet/i, field: 'mac_addr', problem: is('interface_unreachable') },
  { words: /already has a floating IP on external network/i, field: 'fixed_ip_address', problem: is('fixed_ip_taken') },
  { words: /multiple fixed IPv4 addresses|has no fixed IPv4 addresses/i, field: 'fixed_ip_address', problem: is('fixed_ip_missing') },
  { words: /does not have fixed ip/i, field: 'fixed_ip_address', problem: is('fixed_ip_unknown') },
];
/** Of a new one. */
export const MADE: readonly Meaning[] = [
  { words: /is not a valid external network/i, field: 'floating_network_id', problem: is('network_not_external') },
  { words: /address \S+ (is in use|already allocated)/i, field: 'floating_ip_address', problem: is('address_taken') },
  { words: /is not a valid IP for/i, field: 'floating_ip_address', problem: is('address_outside') },
];

/** The problem of an interface, where a load balancer is meant. */
const OF_BALANCER: Readonly<Record<string, string>> = { interface_unreachable: 'floating_ip_unreachable' };

/** What is meant by a refusal to lead to a load balancer, at its field. */
export function leadingMeaning(error: unknown, field: string): unknown {
  const meaning = meaningOf(LEADS, error);
  if (!(meaning instanceof GantryError) || meaning === error) return error;
  const [problem] = Object.values(meaning.fields ?? {}).flat();
  const code = problem && (OF_BALANCER[problem.code] ?? problem.code);
  return code === undefined ? meaning : new GantryError('validation_failed', { fields: { [field]: [{ code }] }, cause: error });
}
