/** What the two forms of a noun need beside its table: in a chunk of their own, with the schemas of the contract. */
import type { Answer } from '@gantry/contract/wire/call';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { useSend } from '../api/hooks.ts';
import type { SectionName } from '../resource/noun-text.ts';
import type { TaskCall } from '../resource/section.ts';
import type { ViewContext } from './context.ts';

/** How one is made. `D`: what the form holds; `O`: the body that is sent. */
export interface Creation<T, N extends SectionName, D extends FieldValues, O> {
  /** The contract's schema of the body; where the form holds it otherwise, with what turns the one into the other. */
  schema: z.ZodType<O, D>;
  /** Each field is in it. */
  empty: NoInfer<D> | ((context: ViewContext<N>) => NoInfer<D>);
  /** Names are unique: what is wrong with one that is taken, and of which things (absent: of all). */
  unique?: { code: string; among?(item: T, context: ViewContext<N>): boolean };
  /** What of it may be kept until it is sent, beside secrets, which never are; absent: all of it. */
  keep?(draft: D): D;
  /** What will be made and what it takes, beside the fields; absent: they say all of it. */
  side?(draft: NoInfer<D>): ReactNode;
  /** Sends it in another way than as the body of the section's call. */
  send?(values: O, send: ReturnType<typeof useSend>): Promise<Answer<TaskCall>>;
}

/** How one is changed. */
export interface Change<T, N extends SectionName, D extends FieldValues, O> {
  /** The contract's schema of the body, or one that follows from what the form was opened with. */
  schema: z.ZodType<O, D> | ((item: T, before: D, context: ViewContext<N>) => z.ZodType<O, D>);
  /** What the form holds at first; absent: the members that it changes. */
  draftOf?(item: T, context: ViewContext<N>): D;
}
