import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { addInterfaceBody, removeInterfaceBody, routerBody, routerUpdateBody } from './bodies.ts';
import { calls, routerInterface } from './entity.ts';
import { isRouterDeletable } from './rules.ts';

export const routerCalls = {
  list: calls.list({ summary: 'Routers of the scope' }),
  create: calls.create({
    summary: 'Creates a router, with the way out and the interfaces that are named',
    scope: 'project',
    body: routerBody,
    errors: ['quota_exceeded', 'no_free_address'],
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({
    summary: 'Changes name, way out and static routes of a router',
    body: routerUpdateBody,
    errors: ['no_free_address', 'state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a router without internal interfaces', rule: isRouterDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several routers, as one task', rule: isRouterDeletable }),
  interfaces: calls.handled('interfaces', {
    summary: 'Interfaces of a router, the external one first',
    query: wholeQuery,
    answer: wholeOf(routerInterface),
  }),
  addInterface: calls.actWith('addInterface', {
    method: 'PUT',
    at: 'add_interface',
    summary: 'Connects a router to a subnet of a network',
    errors: ['no_free_address', 'state_conflict'],
    body: addInterfaceBody,
  }),
  removeInterface: calls.actWith('removeInterface', {
    method: 'PUT',
    at: 'remove_interface',
    summary: 'Disconnects a router from a network',
    errors: ['state_conflict'],
    body: removeInterfaceBody,
  }),
};
