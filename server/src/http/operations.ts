/** /healthz, /readyz and /metrics: for load balancers, service managers and Prometheus. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GantryError } from '@gantry/contract/wire/errors';
import { bringsToken, isFromHere } from './operators.ts';
import type { ListenerOptions } from './port.ts';
import { prefixOf } from './prefix.ts';

const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8';

/** Paths answered here; none of them is a page of the console. */
export const OPERATIONS_PATHS = ['healthz', 'readyz', 'metrics'] as const;

/** Whoever watches the server is answered however many others ask. */
const FREE = { config: { charge: 'free' } } as const;

/**
 * Mounts them at the origin, not below a host application's prefix. Both sides say whether they live and are ready, because a load
 * balancer may stand before either; engines and figures are the operators' affair: told on the administration side only, to who brings the
 * token, and without one to this machine. Figures ask for the token wherever it is set.
 */
export function mountOperations(
  app: FastifyInstance,
  { operations, metricsToken: token, side }: Pick<ListenerOptions, 'operations' | 'metricsToken' | 'side'>,
): void {
  const plain = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');
  const atOrigin = (request: FastifyRequest): void => {
    if (prefixOf(request.originalUrl) !== '') throw new GantryError('not_found');
  };
  const hasToken = (request: FastifyRequest): boolean => token !== undefined && bringsToken(request, token);

  app.get('/healthz', FREE, async (request, reply) => {
    atOrigin(request);
    return plain(reply).type('text/plain; charset=utf-8').send('ok\n');
  });

  app.get('/readyz', FREE, async (request, reply) => {
    atOrigin(request);
    const readiness = await operations.readiness();
    const mayKnow = side === 'administration' && (isFromHere(request) || hasToken(request));
    return plain(reply)
      .code(readiness.ready ? 200 : 503)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(mayKnow ? readiness : { ready: readiness.ready }));
  });

  if (side !== 'administration') return;
  app.get('/metrics', FREE, async (request, reply) => {
    atOrigin(request);
    if (!(token === undefined ? isFromHere(request) : hasToken(request))) {
      reply.header('www-authenticate', 'Bearer');
      throw new GantryError('unauthorized');
    }
    return plain(reply)
      .type(EXPOSITION)
      .send(await operations.figures());
  });
}
