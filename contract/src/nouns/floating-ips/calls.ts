import { assignBody, floatingIpBody, floatingIpUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isReleasable } from './rules.ts';

export const floatingIpCalls = {
  list: calls.list({ summary: 'Lists the floating IPs of the scope' }),
  create: calls.create({
    summary: 'Allocates a floating IP from an external network, and assigns it if the body names an interface',
    scope: 'project',
    body: floatingIpBody,
    errors: ['quota_exceeded', 'no_free_address', 'state_conflict'],
  }),
  read: calls.read({ summary: 'Shows a floating IP' }),
  update: calls.update({ summary: 'Updates the description of a floating IP', body: floatingIpUpdateBody }),
  assign: calls.actWith('assign', {
    summary: 'Assigns a floating IP to an interface of a server',
    body: assignBody,
    errors: ['state_conflict'],
  }),
  release: calls.act('release', { summary: 'Unassigns a floating IP from its interface', rule: isReleasable }),
  delete: calls.delete({ summary: 'Releases a floating IP: its address is free again' }),
  bulkRelease: calls.bulk('release', 'bulkRelease', {
    summary: 'Unassigns several floating IPs, as one task',
    rule: isReleasable,
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Releases several floating IPs, as one task' }),
};
