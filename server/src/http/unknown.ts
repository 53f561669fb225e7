import type { FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '@gantry/contract';
import { GantryError } from '@gantry/contract/wire/errors';
import { isServedOn, type Side } from '@gantry/contract/wire/side';

const patterns = calls.map(({ method, path, side }) => ({
  method,
  side,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/**
 * Answers for addresses of the API that lead nowhere on a side: 405 where only the method is wrong, else 404. What only the other side
 * answers is 404 in any case.
 */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply, side: Side): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const [served, onOtherSide] = [true, false].map(
    (here) => new Set(patterns.filter((call) => isServedOn(side, call) === here && call.pattern.test(path)).map(({ method }) => method)),
  ) as [Set<string>, Set<string>];
  if (served.size === 0 || onOtherSide.has(request.method)) throw new GantryError('not_found');
  reply.header('allow', [...served].sort().join(', '));
  throw new GantryError('method_not_allowed');
}
