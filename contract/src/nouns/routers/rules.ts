import { no, type Rule } from '../../wire/rule-result.ts';
import type { Router } from './entity.ts';

/** Only a router without internal interfaces is deleted (screens F1). */
export const isRouterDeletable: Rule<Pick<Router, 'interfaces_info'>> = ({ interfaces_info: interfaces }) =>
  interfaces.length === 0 ? true : no('router_has_interfaces');
