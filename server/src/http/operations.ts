/** /healthz, /readyz and /metrics: for load balancers, service managers and Prometheus. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GantryError } from '@gantry/contract/wire/errors';
import { hashOf } from '../access/tokens.ts';
import type { HttpOptions } from './port.ts';
import { prefixOf } from './prefix.ts';

/** Which of the two entry points a listener is. */
export type Side = 'self-service' | 'administration';

const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8';

/** Paths answered here; none of them is a page of the console. */
export const OPERATIONS_PATHS = ['healthz', 'readyz', 'metrics'] as const;

/** Compared by their hashes, so that neither length nor content shows in the time it takes. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(wanted)));

/**
 * Mounts them at the origin, not below a host application's prefix. Both sides say whether they live and are ready, because a load
 * balancer may stand before either; engines and figures are the operators' affair and told on the administration side only.
 */
export function mountOperations(app: FastifyInstance, { operations, metricsToken }: HttpOptions, side: Side): void {
  const plain = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');
  const atOrigin = (request: FastifyRequest): void => {
    if (prefixOf(request.originalUrl) !== '') throw new GantryError('not_found');
  };

  app.get('/healthz', async (request, reply) => {
    atOrigin(request);
    return plain(reply).type('text/plain; charset=utf-8').send('ok\n');
  });

  app.get('/readyz', async (request, reply) => {
    atOrigin(request);
    const readiness = await operations.readiness();
    const content = side === 'administration' ? readiness : { ready: readiness.ready };
    return plain(reply)
      .code(readiness.ready ? 200 : 503)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(content));
  });

  if (side !== 'administration') return;
  app.get('/metrics', async (request, reply) => {
    atOrigin(request);
    if (metricsToken !== undefined) {
      const given = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!isSame(given, metricsToken)) {
        reply.header('www-authenticate', 'Bearer');
        throw new GantryError('unauthorized');
      }
    }
    return plain(reply)
      .type(EXPOSITION)
      .send(await operations.figures());
  });
}
