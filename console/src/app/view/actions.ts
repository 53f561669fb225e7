import type { Call } from '@gantry/contract/wire/call';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { z } from 'zod';
import type { Action } from '../../ui/action/action.ts';
import type { ApiCall } from '../api/calls.ts';
import { ApiError } from '../api/errors.ts';
import { useSend } from '../api/hooks.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { bulkInput, bulkParts } from '../resource/bulk-parts.ts';
import { notify } from '../notify/notices.ts';
import type { Named } from '../resource/named.ts';
import type { NounName } from '../resource/noun-text.ts';
import type { TaskCall } from '../resource/section.ts';
import { useCopying } from '../resource/use-copy-action.ts';
import type { ViewContext } from './context.ts';
import type { Label } from './labels.ts';

/** Texts of a question before an action. */
interface Question {
  title: string;
  body?: string;
}

/** A call as the table holds it: by its path, with a body or none. */
type AnyCall = Call<z.ZodObject, undefined, z.ZodType<object | undefined> | undefined, z.ZodType>;

type Dialog<T> = NonNullable<Action<T>['dialog']>;

/**
 * Something that can be done to the things of a noun, as a row of its table. It either opens a dialog, or sends its call for one, or for all
 * that are chosen where there is a call for that.
 */
export interface ViewAction<T, N extends NounName> {
  /** What it asks for: its right and capability decide whether it is offered. */
  call: ApiCall;
  /** Name of the action where several make the same call; absent: the call's. */
  id?: string;
  label: Label<N>;
  /** The state it takes, as the server judges it; absent: any. `ruleFor`: where it depends on who looks. */
  rule?: Rule<T>;
  ruleFor?(context: ViewContext<N>): Rule<T>;
  /** Whether it makes sense for the thing at all; absent: always. */
  fits?(item: T): boolean;
  /** Only on one of the pages. */
  on?: 'list' | 'details';
  danger?: true;
  /** It ends a thing: one that is gone meanwhile is what was wanted. */
  ends?: true;
  dialog?: Dialog<T>;
  /** The body that is sent; absent: none. */
  body?(item: T): object;
  confirm?(item: T, context: ViewContext<N>): Question;
  /** Said once it has been accepted; absent: nothing, for it is seen. */
  done?(item: T, context: ViewContext<N>): string;
  /** The same for several at once. */
  bulk?: { call: ApiCall<TaskCall>; confirm(context: ViewContext<N>): Question };
}

/** Puts something of a thing on the clipboard. */
export interface CopyAction<T, N extends NounName> {
  copies(item: T): string;
  /** What that is called. */
  label: Label<N>;
  on?: 'list' | 'details';
}

/** How one thing is named in the path of a call; a noun of a domain names that as well, and one that the server handles itself says by which parameter. */
export type PlaceOf<T> = (item: T) => Readonly<Record<string, string>>;

const ALWAYS: Rule<never> = () => true;

/** The actions of a table, for the screen. @param placeOf where the path of its calls names more than the id */
export function useViewActions<T extends Named, N extends NounName>(
  { kind, noun }: { kind: string; noun: N },
  actions: readonly (ViewAction<T, N> | CopyAction<T, N>)[],
  context: ViewContext<N>,
  placeOf?: PlaceOf<T>,
): Action<T>[] {
  const send = useSend();
  const refresh = useRefresh(kind);
  const copying = useCopying<T>(noun);
  return actions.map((row): Action<T> => {
    const label = context.say(row.label);
    if ('copies' in row) return copying(label, row.copies);
    const { call, id = call.id, ruleFor, rule = ruleFor?.(context) ?? ALWAYS, fits, danger, ends, dialog, body, confirm, done, bulk } = row;
    const run = async (item: T) => {
      const params = placeOf?.(item) ?? { [call.idParam ?? '']: item.id };
      await send<AnyCall>(call as ApiCall<AnyCall>, { params, ...(body && { body: body(item) }) }).catch((error: unknown) => {
        if (!ends || !(error instanceof ApiError) || error.kind !== 'not-found') throw error;
      });
      if (done) notify({ type: 'success', title: done(item, context) });
      await refresh();
    };
    return {
      id,
      label,
      offered: context.may(call),
      rule,
      ...(fits && { fits }),
      ...(danger && { danger }),
      ...(dialog ? { dialog } : { run }),
      ...(confirm && { confirm: (item: T) => ({ ...confirm(item, context), confirm: label }) }),
      ...(bulk && {
        bulk: {
          label,
          confirm: () => ({ ...bulk.confirm(context), confirm: label }),
          run: async (able: readonly T[]) => {
            for (const { params, items } of bulkParts(bulk.call, able, placeOf)) {
              const ids = items.map(({ id: one }) => one);
              await send(bulk.call, bulkInput(bulk.call, params, ids));
            }
            await refresh();
          },
        },
      }),
    };
  });
}
