import { assignBody, floatingIpBody, floatingIpUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isReleasable } from './rules.ts';

export const floatingIpCalls = {
  list: calls.list({ summary: 'Floating IPs of the scope' }),
  create: calls.create({
    summary: 'Creates a floating IP of an external network, and assigns it where an interface is named',
    scope: 'project',
    body: floatingIpBody,
    errors: ['quota_exceeded', 'no_free_address', 'state_conflict'],
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({ summary: 'Changes the description of a floating IP', body: floatingIpUpdateBody }),
  assign: calls.actWith('assign', {
    summary: 'Lets a floating IP lead to an interface of a server',
    body: assignBody,
    errors: ['state_conflict'],
  }),
  release: calls.act('release', { summary: 'Takes a floating IP away from its interface', rule: isReleasable }),
  delete: calls.delete({ summary: 'Deletes a floating IP: its address is free again' }),
  bulkRelease: calls.bulk('release', 'bulkRelease', {
    summary: 'Takes several floating IPs away from their interfaces, as one task',
    rule: isReleasable,
  }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several floating IPs, as one task' }),
};
