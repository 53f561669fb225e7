import { vpnConnectionBody, vpnConnectionUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isVpnDeletable, isVpnEditable, isVpnRestartable } from './rules.ts';

export const vpnConnectionCalls = {
  list: calls.list({ source: 'S2 §7', summary: 'VPN connections of the scope' }),
  create: calls.create({
    summary: 'Creates a VPN connection with its policies, endpoint groups and the service of its router: all of them, or none',
    scope: 'project',
    body: vpnConnectionBody,
    errors: ['quota_exceeded', 'state_conflict'],
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({
    summary: 'Changes a VPN connection; its policies stay as they are',
    body: vpnConnectionUpdateBody,
    rule: isVpnEditable,
    errors: ['state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a VPN connection with those of its parts that no other one uses', rule: isVpnDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several VPN connections, as one task', rule: isVpnDeletable }),
  restart: calls.act('restart', {
    source: 'S2 §7',
    summary: 'Restarts a VPN connection: it is switched off and on again, and connects anew',
    rule: isVpnRestartable,
  }),
};
