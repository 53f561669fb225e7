import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { addInterfaceBody, removeInterfaceBody, routerBody, routerUpdateBody } from './bodies.ts';
import { calls, routerInterface } from './entity.ts';
import { isRouterDeletable } from './rules.ts';

export const routerCalls = {
  list: calls.list({ summary: 'Lists the routers of the scope' }),
  create: calls.create({
    summary: 'Creates a router, with the gateway and the interfaces in the body',
    scope: 'project',
    body: routerBody,
    errors: ['quota_exceeded', 'no_free_address'],
  }),
  read: calls.read({ summary: 'Shows a router' }),
  update: calls.update({
    summary: 'Updates name, gateway and static routes of a router',
    body: routerUpdateBody,
    errors: ['no_free_address', 'state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a router without internal interfaces', rule: isRouterDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several routers, as one task', rule: isRouterDeletable }),
  interfaces: calls.handled('interfaces', {
    summary: 'Lists the interfaces of a router, the external one first',
    query: wholeQuery,
    answer: wholeOf(routerInterface),
  }),
  addInterface: calls.actWith('addInterface', {
    method: 'PUT',
    at: 'add_interface',
    summary: 'Adds an interface in a subnet to a router',
    errors: ['no_free_address', 'state_conflict'],
    body: addInterfaceBody,
  }),
  removeInterface: calls.actWith('removeInterface', {
    method: 'PUT',
    at: 'remove_interface',
    summary: 'Removes an interface from a router',
    errors: ['state_conflict'],
    body: removeInterfaceBody,
  }),
};
