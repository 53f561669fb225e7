/** What can be done with a load balancer as it is (S1 §4, screens M). */
import { no, type Rule } from '../../wire/rule-result.ts';
import type { LoadBalancer } from './entity.ts';
import { isLoadBalancerInProgress } from './statuses.ts';

type State = Pick<LoadBalancer, 'status' | 'read_only'>;

/** Statuses in which all of it, its pools included, is left alone: something is made of it, or it does not work. */
const HELD: ReadonlySet<string> = new Set(['CONFIGURING', 'ERROR', 'DEPLOYMENT_FAILED']);

/** It and its pools can be changed. */
export const isLoadBalancerEditable: Rule<State> = ({ status, read_only: readOnly }) => {
  if (isLoadBalancerInProgress(status) || HELD.has(status)) return no('load_balancer_busy', { load_balancer_status: status });
  return readOnly === null ? true : no('load_balancer_read_only');
};

/** Nothing is made of it: it can be deleted whatever it is like. */
export const isLoadBalancerDeletable: Rule<State> = ({ status }) =>
  isLoadBalancerInProgress(status) || status === 'CONFIGURING' ? no('load_balancer_busy', { load_balancer_status: status }) : true;

/** Its instances are replaced, one after the other. */
export const isFailoverPossible: Rule<State> = ({ status }) =>
  status === 'ACTIVE' || status === 'ERROR' ? true : no('load_balancer_busy', { load_balancer_status: status });

/** What has failed is made again, at the same address. */
export const isRecreatable: Rule<State> = ({ status }) =>
  status === 'ERROR' || status === 'DEPLOYMENT_FAILED' ? true : no('load_balancer_works');

/** A floating IP can lead there: it has an address, and stays. */
export const isFloatingIpAssignable: Rule<Pick<LoadBalancer, 'status' | 'address'>> = ({ status, address }) =>
  address === null || status === 'DELETING' ? no('load_balancer_busy', { load_balancer_status: status }) : true;
