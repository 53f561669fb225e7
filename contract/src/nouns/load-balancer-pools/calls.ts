import { poolBody, poolUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isPoolDeletable, isPoolEditable } from './rules.ts';

/** Most bytes of a body: a chain of certificates may be long. */
const BODY = 256 * 1024;

export const poolCalls = {
  list: calls.list({ summary: 'Lists the pools of the scope' }),
  create: calls.create({
    summary: 'Adds a pool to a load balancer, with its members and its health monitor',
    scope: 'project',
    body: poolBody,
    maxBytes: BODY,
    options: ['tls'],
    errors: ['state_conflict'],
  }),
  read: calls.read({ summary: 'Shows a pool' }),
  update: calls.update({
    summary: 'Updates a pool, its members or its health monitor',
    body: poolUpdateBody,
    maxBytes: BODY,
    options: ['tls'],
    rule: isPoolEditable,
    errors: ['state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a pool', rule: isPoolDeletable, errors: ['state_conflict'] }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several pools, as one task', rule: isPoolDeletable }),
};
