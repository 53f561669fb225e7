import type { nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import type { z } from 'zod';
import { callTable, type CallData } from './call-table.ts';
import { byNoun } from './by-noun.ts';

type Nouns = typeof nouns;

/** A call as the console holds it: data at run time, the contract's types at compile time. */
export interface ApiCall<C extends Call = Call> extends CallData {
  /** Only a type: what the call takes and answers. Never there at run time. */
  readonly contract?: C;
}

/** A call of the contract that reads one thing of type T. */
export type ReadCall<T> = Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType<T>>;

/** What the server does for a call is nothing to the console: two calls that take and answer the same are of one type. */
type Wire<C> = C extends Call<infer P, infer Q, infer B, infer A> ? Call<P, Q, B, A> : never;

/** `api.servers.list`: the calls of the contract, by noun and name. */
export type Api = {
  readonly [N in keyof Nouns]: { readonly [K in keyof Nouns[N]['calls']]: ApiCall<Wire<Nouns[N]['calls'][K]>> };
};

/** The calls of the contract. A test checks that ids and places agree, which is what makes this one assertion true. */
export const api = byNoun(callTable) as Api;
