import { z } from 'zod';
import { defineCall } from '../../wire/call.ts';
import { wholeOf } from '../../wire/page.ts';
import { accepted, id } from '../../wire/values.ts';
import { addInterfaceBody, removeInterfaceBody, routerBody, routerUpdateBody } from './bodies.ts';
import { calls, resource, routerInterface, routerKind } from './entity.ts';
import { isRouterDeletable } from './rules.ts';

const of = { side: 'both', source: 'S2 §7', permission: resource.one, params: z.object({ routerId: id }) } as const;
const change = { ...of, method: 'PUT', answer: accepted, status: 202 } as const;
const command = { by: 'command', kind: routerKind, id: 'routerId' } as const;

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
  interfaces: defineCall({
    ...of,
    id: 'routers.interfaces',
    method: 'GET',
    path: '/api/v2/compute/routers/{routerId}/interfaces',
    summary: 'Interfaces of a router, the external one first',
    answer: wholeOf(routerInterface),
    does: { by: 'handle' },
  }),
  addInterface: defineCall({
    ...change,
    id: 'routers.addInterface',
    path: '/api/v2/compute/routers/{routerId}/add_interface',
    summary: 'Connects a router to a subnet of a network',
    errors: ['no_free_address', 'state_conflict'],
    body: addInterfaceBody,
    does: { ...command, command: 'router.addInterface' },
  }),
  removeInterface: defineCall({
    ...change,
    id: 'routers.removeInterface',
    path: '/api/v2/compute/routers/{routerId}/remove_interface',
    summary: 'Disconnects a router from a network',
    errors: ['state_conflict'],
    body: removeInterfaceBody,
    does: { ...command, command: 'router.removeInterface' },
  }),
};
