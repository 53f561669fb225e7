import { vpnConnectionBody, vpnConnectionUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isVpnDeletable, isVpnEditable, isVpnRestartable } from './rules.ts';

export const vpnConnectionCalls = {
  list: calls.list({ source: 'S2 §7', summary: 'Lists the VPN connections of the scope' }),
  create: calls.create({
    summary: 'Creates a VPN connection with its policies, its endpoint groups and the service of its router: all, or none',
    scope: 'project',
    body: vpnConnectionBody,
    errors: ['quota_exceeded', 'state_conflict'],
  }),
  read: calls.read({ summary: 'Shows a VPN connection' }),
  update: calls.update({
    summary: 'Updates a VPN connection; its policies do not change',
    body: vpnConnectionUpdateBody,
    rule: isVpnEditable,
    errors: ['state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a VPN connection with those of its parts that no other connection uses', rule: isVpnDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several VPN connections, as one task', rule: isVpnDeletable }),
  restart: calls.act('restart', {
    source: 'S2 §7',
    summary: 'Restarts a VPN connection: it is disabled and enabled again, and reconnects',
    rule: isVpnRestartable,
  }),
};
