import type { CodedText } from '@gantry/contract/wire/errors';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { Describe, Failure } from '../failure.ts';
import { listFormat, numberFormat } from '../format.ts';
import { useUiText } from '../text.ts';
import {
  offersFor,
  ruleOfSeveral,
  splitByRule,
  type Action,
  type ActionDialogProps,
  type ConfirmedBulkAction,
  type BulkDialogProps,
  type Offer,
} from './action.ts';
import { runOnce, useBusy } from './busy.ts';
import { BulkConfirm, SingleConfirm } from './confirms.tsx';

/** Names that a failure of several things tells. */
const NAMED = 5;

interface ActionsInput<T> {
  /** Kind of the things: with an id it is the identity under which busy state is shared. */
  kind: string;
  actions: readonly Action<T>[];
  /** The things as they are now: a dialog that is open follows their changes. */
  items: readonly T[];
  idOf(item: T): string;
  nameOf(item: T): string;
  reasonText(reason: CodedText): string;
  describe: Describe;
  /** An action has failed, and no question is open that shows it: it asks none, or that was closed meanwhile. `name`: of what it was done to. */
  onFailure(failure: Failure, action: Action<T>, name: string, retry: () => void): void;
  /** An action that can be taken back has been done. */
  onDone?(action: Action<T>, item: T, undo: () => Promise<unknown>): void;
  /** A bulk action has been accepted. */
  onBulkDone?(): void;
}

export interface Actions<T> {
  /** Whether there is anything the user may do to these things, and anything to several at once. */
  any: boolean;
  anyBulk: boolean;
  offers(item: T): Offer[];
  /** Whether something is under way for it. */
  isBusy(item: T): boolean;
  /** The actions that take several things; one that none of them allows says why. */
  bulkOffers(chosen: readonly T[]): Offer[];
  /** The open question, if any. To be placed once on the page, outside of what changes. */
  dialog: ReactNode;
}

type OpenQuestion<T> =
  | { by: 'one'; action: Action<T>; item: T }
  | { by: 'dialog'; action: Action<T>; item: T; Dialog: ComponentType<ActionDialogProps<T>> }
  | { by: 'bulk'; action: Action<T>; bulk: ConfirmedBulkAction<T>; items: readonly T[] }
  | { by: 'bulk-dialog'; action: Action<T>; items: readonly T[]; Dialog: ComponentType<BulkDialogProps<T>> };

/** Binds actions to the things of a page: who may see them, what is under way, and the questions they ask. */
export function useActions<T>(input: ActionsInput<T>): Actions<T> {
  const { kind, actions, items, idOf, nameOf, reasonText, describe, onFailure, onDone, onBulkDone } = input;
  const { t, i18n } = useUiText();
  const busy = useBusy();
  const [question, setQuestion] = useState<OpenQuestion<T>>();
  const identity = (item: T) => `${kind}:${idOf(item)}`;
  const together = `${kind}:bulk`;
  const close = () => setQuestion(undefined);

  const start = (action: Action<T>, item: T) => {
    if (action.confirm) return setQuestion({ by: 'one', action, item });
    const run = async () => {
      if (action.dialog) setQuestion({ by: 'dialog', action, item, Dialog: await action.dialog() });
      else await action.run?.(item, false);
    };
    const failed = (error: unknown) => onFailure(describe(error), action, nameOf(item), () => start(action, item));
    const undo = () => Promise.resolve(action.undo?.(item)).catch(failed);
    runOnce(identity(item), action, run).then((done) => {
      if (done && action.undo) onDone?.(action, item, undo);
    }, failed);
  };
  const offers = (item: T) =>
    offersFor(actions, item, { busy: (one) => busy.get(identity(one)), reasonText, busyText: t('actions.under-way'), start });

  const isBusy = (item: T) => busy.has(identity(item));

  const startBulk = (action: Action<T>, chosen: readonly T[]) => {
    const { bulk } = action;
    if (!bulk) return;
    if ('confirm' in bulk) return setQuestion({ by: 'bulk', action, bulk, items: chosen });
    const run = async () => setQuestion({ by: 'bulk-dialog', action, items: chosen, Dialog: await bulk.dialog() });
    runOnce(together, action, run).catch((error: unknown) =>
      onFailure(describe(error), action, namesOf(chosen), () => startBulk(action, chosen)),
    );
  };
  const bulkOffers = (chosen: readonly T[]): Offer[] =>
    actions
      .filter((action) => action.offered && action.bulk)
      .map((action) => {
        const { able, skipped } = splitByRule(action, chosen);
        const reason = able.length === 0 && skipped[0] ? reasonText(skipped[0].reason) : undefined;
        return {
          id: action.id,
          label: action.bulk!.label,
          ...(action.icon && { icon: action.icon }),
          danger: action.danger === true,
          busy: false,
          ...(reason !== undefined && { reason }),
          onSelect: () => {
            if (able.length > 0) startBulk(action, chosen);
          },
        };
      });

  const obstacleOf = (action: Action<T>, item: T): string | undefined => {
    const verdict = action.rule(item);
    return verdict === true ? undefined : reasonText(verdict);
  };
  const now = (item: T) => items.find((one) => idOf(one) === idOf(item)) ?? item;
  const namesOf = (several: readonly T[]): string => {
    const others = several.length - NAMED;
    const named = several.slice(0, NAMED).map(nameOf);
    return listFormat(i18n.language).format(others > 0 ? [...named, `+${numberFormat(i18n.language).format(others)}`] : named);
  };
  const shared = { describe, reasonText, idOf, nameOf, onClose: close };
  const dialog = question && (
    <>
      {question.by === 'dialog' && (
        <question.Dialog item={now(question.item)} obstacle={obstacleOf(question.action, now(question.item))} onClose={close} />
      )}
      {question.by === 'one' && question.action.confirm && (
        <SingleConfirm
          {...shared}
          action={question.action}
          confirmation={question.action.confirm(now(question.item))}
          item={now(question.item)}
          identity={identity(question.item)}
          onLost={(failure) => onFailure(failure, question.action, nameOf(question.item), () => setQuestion(question))}
        />
      )}
      {question.by === 'bulk-dialog' && (
        <question.Dialog
          items={question.items.map(now)}
          rule={ruleOfSeveral(question.action)}
          onDone={() => onBulkDone?.()}
          onClose={close}
        />
      )}
      {question.by === 'bulk' && (
        <BulkConfirm
          {...shared}
          action={question.action}
          bulk={question.bulk}
          identity={together}
          items={question.items.map(now)}
          onLost={(failure) => onFailure(failure, question.action, namesOf(question.items), () => setQuestion(question))}
          onDone={() => onBulkDone?.()}
        />
      )}
    </>
  );
  const offered = actions.filter((action) => action.offered);
  return { any: offered.length > 0, anyBulk: offered.some(({ bulk }) => bulk), offers, isBusy, bulkOffers, dialog };
}
