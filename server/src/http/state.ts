import type { FastifyRequest } from 'fastify';
import type { Call } from '@gantry/contract/wire/call';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../access/caller.ts';

/** What is found out about a request on its way; the error handler needs it for audit and log. */
export interface RequestState {
  call?: Call;
  caller?: Caller;
  params?: unknown;
  body?: unknown;
  /** What it was refused with. */
  error?: GantryError;
  /** The task it has begun. */
  taskId?: string;
}

const states = new WeakMap<FastifyRequest, RequestState>();

export function stateOf(request: FastifyRequest): RequestState {
  const known = states.get(request);
  if (known) return known;
  const state: RequestState = {};
  states.set(request, state);
  return state;
}
