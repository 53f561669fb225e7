import type { FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '@gantry/contract';
import { GantryError } from '@gantry/contract/wire/errors';

const patterns = calls.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** Answers for addresses of the API that lead nowhere: 405 where only the method is wrong, else 404. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (methods.size === 0) throw new GantryError('not_found');
  reply.header('allow', [...methods].sort().join(', '));
  throw new GantryError('method_not_allowed');
}
