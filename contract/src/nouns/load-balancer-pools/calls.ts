import { poolBody, poolUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isPoolDeletable, isPoolEditable } from './rules.ts';

/** Most bytes of a body: a chain of certificates may be long. */
const BODY = 256 * 1024;

export const poolCalls = {
  list: calls.list({ summary: 'Pools of the scope' }),
  create: calls.create({
    summary: 'Adds a pool to a load balancer, with its members and the check of their health',
    scope: 'project',
    body: poolBody,
    maxBytes: BODY,
    options: ['tls'],
    errors: ['state_conflict'],
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({
    summary: 'Changes a pool, its members or the check of their health',
    body: poolUpdateBody,
    maxBytes: BODY,
    options: ['tls'],
    rule: isPoolEditable,
    errors: ['state_conflict'],
  }),
  delete: calls.delete({ summary: 'Deletes a pool', rule: isPoolDeletable, errors: ['state_conflict'] }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several pools, as one task', rule: isPoolDeletable }),
};
