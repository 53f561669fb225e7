import { system } from '../../access/roles.ts';
import { loadBalancerBody, loadBalancerUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isFailoverPossible, isLoadBalancerDeletable, isLoadBalancerEditable, isRecreatable } from './rules.ts';

export const loadBalancerCalls = {
  list: calls.list({ summary: 'Lists the load balancers of the scope' }),
  create: calls.create({
    summary: 'Creates a load balancer, with the pools in the body',
    scope: 'project',
    body: loadBalancerBody,
    maxBytes: 512 * 1024,
    errors: ['quota_exceeded', 'no_free_address', 'no_capacity', 'state_conflict'],
  }),
  read: calls.read({ summary: 'Shows a load balancer' }),
  states: calls.states({ summary: 'Lists the statuses of a load balancer over the last 30 days' }),
  update: calls.update({
    summary: 'Updates a load balancer, or enables or disables it',
    body: loadBalancerUpdateBody,
    rule: isLoadBalancerEditable,
  }),
  delete: calls.delete({ summary: 'Deletes a load balancer with its pools', rule: isLoadBalancerDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several load balancers, as one task', rule: isLoadBalancerDeletable }),
  recreate: calls.act('recreate', {
    summary: 'Recreates a failed load balancer at the same address',
    rule: isRecreatable,
    errors: ['no_capacity'],
  }),
  failover: {
    ...calls.act('failover', {
      summary: 'Replaces the instances of a load balancer, one after the other',
      rule: isFailoverPossible,
      errors: ['no_capacity'],
    }),
    // By a name of its own: screens know rights by their names.
    permission: system('compute_load_balancer_failover'),
  },
};
