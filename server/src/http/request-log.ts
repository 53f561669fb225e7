/** One line in the log and one count per request, written when its answer has gone out or its client has. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Level, Logger } from 'pino';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { Scope } from '@gantry/contract/access/roles';
import type { Proxies } from '../access/address.ts';
import { OPERATIONS_PATHS } from './operations.ts';
import type { HttpOptions } from './port.ts';
import { beginState, type RequestState } from './state.ts';

/** Status by which a request is counted whose client went away before the answer. */
const CLIENT_GONE = 499;

const scopeText = (scope: Scope): string => {
  if (scope.type === 'project') return `project:${scope.projectId}`;
  return scope.type === 'domain' ? `domain:${scope.domainId}` : scope.type;
};

/** What a request is counted as: its call, or one of a few words, so that nobody can make up new ones. */
function nameOf(request: FastifyRequest, { call }: RequestState): string {
  if (call) return call.id;
  const first = request.url.split(/[/?]/, 2)[1] ?? '';
  if (OPERATIONS_PATHS.some((path) => path === first)) return 'operations';
  return first === 'api' ? 'unknown' : 'console';
}

/** Defects as errors, a silent cloud as a warning; changes and refusals of someone known as information, all else quietly. */
function levelOf({ call, caller }: RequestState, error: GantryError | undefined, status: number): Level {
  if (error?.code === 'internal') return 'error';
  if (status >= 500 && error && error.code !== 'not_supported') return 'warn';
  if (!call) return 'debug';
  return call.method !== 'GET' || (caller && status >= 400) ? 'info' : 'debug';
}

/**
 * Returns the function to be called with each request at its beginning. Headers, bodies and queries are never logged, of a path only
 * where no call has it; cause and detail of an error only where the request was not at fault.
 */
export function createRequestLog(log: Logger, { requestBegan, requestEnded }: HttpOptions['operations'], proxies: Proxies) {
  return function follow(request: FastifyRequest, reply: FastifyReply): void {
    const began = performance.now();
    requestBegan();
    const state = beginState(request, proxies.addressOf(request.raw));
    reply.raw.once('close', () => {
      const ms = performance.now() - began;
      const { call, caller, error, taskId } = state;
      const status = reply.raw.writableFinished ? reply.raw.statusCode : CLIENT_GONE;
      const name = nameOf(request, state);
      requestEnded(name, status, ms / 1000);
      const level = levelOf(state, error, status);
      if (!log.isLevelEnabled(level)) return;
      const known = {
        requestId: request.id,
        call: name,
        method: request.method,
        ...(!call && { path: request.url.split('?', 1)[0]?.slice(0, 200) }),
        status,
        ms: Math.round(ms * 10) / 10,
        address: state.address,
        ...(caller && { userId: caller.principal.userId, scope: scopeText(caller.scope) }),
        ...(taskId !== undefined && { taskId }),
        ...(error && { code: error.code }),
        ...(error && error.status >= 500 && error.detail !== undefined && { detail: error.detail }),
        ...(error && error.status >= 500 && { err: error.code === 'internal' ? (error.cause ?? error) : error.cause }),
      };
      log[level](known, error ? 'request refused' : 'request');
    });
  };
}
