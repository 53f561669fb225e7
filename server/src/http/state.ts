import type { FastifyRequest } from 'fastify';
import type { Call } from '@gantry/contract/wire/call';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { Locked } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { Account } from '../port/engine.ts';
import type { Place } from './place.ts';

/** What is found out about a request on its way; the error handler needs it for audit and log. */
export interface RequestState {
  /** Where it came from. */
  address: string;
  call?: Call;
  caller?: Caller;
  params?: unknown;
  body?: unknown;
  /** Whom it wanted to sign in as. */
  account?: Account;
  /** It was the wrong password with which strangers are refused from now on. */
  locked?: Locked;
  /** What it was refused with. */
  error?: GantryError;
  /** The task it has begun. */
  taskId?: string;
  /** What it is called that it is about. */
  names?: readonly string[];
  /** It has left all as it was. */
  unchanged?: true;
  /** Its place among what is worked on. */
  place?: Place;
}

const states = new WeakMap<FastifyRequest, RequestState>();

/** Begins with each request, before anything else is done for it. */
export function beginState(request: FastifyRequest, address: string): RequestState {
  const state: RequestState = { address };
  states.set(request, state);
  return state;
}

export function stateOf(request: FastifyRequest): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('a request that has not begun');
  return state;
}
