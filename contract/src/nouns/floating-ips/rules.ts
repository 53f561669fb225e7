import { no, type Rule } from '../../wire/rule-result.ts';
import type { FloatingIp } from './entity.ts';

/** Only one that leads somewhere can be taken away from there. */
export const isReleasable: Rule<Pick<FloatingIp, 'port_id'>> = ({ port_id: port }) => (port === null ? no('floating_ip_unassigned') : true);
