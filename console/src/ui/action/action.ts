import type { CodedText } from '@gantry/contract/wire/errors';
import { no, type RuleResult } from '@gantry/contract/wire/rule-result';
import type { ComponentType } from 'react';
import { mustWait } from './busy.ts';

/** How long something may take that a confirmation asks for. */
export interface TimeLimit {
  label: string;
  helper: string;
  /** Of the numbers, in words. */
  unit: string;
  min: number;
  max: number;
  /** What it is until something is typed. */
  initial: number;
  /** A box to check instead, and what it stands for. */
  endless: { label: string; value: number };
  /** What is said of any other number. */
  wrong: string;
}

/** What a confirmation says. */
export interface Confirmation {
  title: string;
  body?: string;
  /** Label of the button that does it. */
  confirm: string;
  /** What has to be typed before the button works. */
  phrase?: string;
  /** Something milder to do instead: a box to check, off at first. */
  instead?: { label: string; helper: string; confirm: string };
  /** Asked for unless the milder thing is chosen. */
  limit?: TimeLimit;
}

/** Actions that belong together, with the words of the line that leads to them. */
interface ActionGroup {
  id: string;
  label: string;
}

/** What a dialog with fields of its own gets. */
export interface ActionDialogProps<T> {
  /** The thing as it is now, also while the dialog is open. */
  item: T;
  /** Why it cannot be done (any more). */
  obstacle: string | undefined;
  onClose(): void;
}

/**
 * Something a user can do to things of one kind. The same object feeds the row menu, the header of the details page and the bulk bar
 * (rule 19).
 */
export interface Action<T> {
  /** Name of the action, unique within the product: `servers.stop`. With the thing's id it is the identity of a run. */
  id: string;
  label: string;
  icon?: ComponentType;
  /** Those of one group share a line of the menu, where there are too many for one each. */
  group?: ActionGroup;
  /** At the foot of the menu, as what deletes. */
  last?: true;
  /** The user's right and the engine's capability: where either is missing the action is not shown at all. */
  offered: boolean;
  /** Whether it makes sense for the thing at all; `unpause` only does for what is paused. Absent: it always does. */
  fits?(item: T): boolean;
  /** Whether the thing's state allows it, or why not. The server refuses by the same rule. */
  rule(item: T): RuleResult;
  /** Names of actions that it need not wait for, because it is the way out of them. */
  despite?: readonly string[];
  danger?: boolean;
  /** Asks before it runs. */
  confirm?(item: T): Confirmation;
  /** What else is concerned, in the question about one or several of them. */
  consequences?: ComponentType<{ items: readonly T[] }>;
  /** Asks in a dialog with fields of its own, in a chunk of its own, which does it as well. */
  dialog?(): Promise<ComponentType<ActionDialogProps<T>>>;
  /** Ends when the change has been accepted; a failure is shown where the action was started. `instead`: the milder thing was chosen. `limit`:
   * what was asked for, where it was. */
  run?(item: T, instead: boolean, limit?: number): Promise<unknown> | void;
  /** Takes back what it has done: offered once it is done, instead of a question before. */
  undo?(item: T): Promise<unknown>;
  /** The same for several things, as one request. Always asks before it runs. */
  bulk?: BulkAction<T>;
}

/** An action on several things: a question and what follows from yes, or a dialog with fields of its own. */
export type BulkAction<T> = ConfirmedBulkAction<T> | FormBulkAction<T>;

export interface ConfirmedBulkAction<T> {
  label: string;
  confirm(able: readonly T[]): Confirmation;
  run(able: readonly T[], instead: boolean, limit?: number): Promise<unknown>;
}

interface FormBulkAction<T> {
  label: string;
  /** In a chunk of its own. */
  dialog(): Promise<ComponentType<BulkDialogProps<T>>>;
}

/** What a dialog for several things gets. */
export interface BulkDialogProps<T> {
  /** The chosen things as they are now, also while the dialog is open. */
  items: readonly T[];
  /** Which of them it can be done to. */
  rule(item: T): RuleResult;
  /** It has been accepted. */
  onDone(): void;
  onClose(): void;
}

/** An action for one thing, ready to be painted. */
export interface Offer {
  id: string;
  label: string;
  icon?: ComponentType;
  group?: ActionGroup;
  last?: true;
  danger: boolean;
  busy: boolean;
  /** Why it cannot be done now; absent: it can. */
  reason?: string;
  onSelect(): void;
}

interface OfferContext<T> {
  /** Names of the actions that are under way for the thing, if any. */
  busy(item: T): readonly string[] | undefined;
  reasonText(reason: CodedText): string;
  /** Reason shown by the others while one action is under way. */
  busyText: string;
  start(action: Action<T>, item: T): void;
}

/** The actions a user may see for a thing, in their order. */
export function offersFor<T>(actions: readonly Action<T>[], item: T, context: OfferContext<T>): Offer[] {
  const busy = context.busy(item);
  return actions
    .filter((action) => action.offered && (action.fits?.(item) ?? true))
    .map((action) => {
      const verdict = action.rule(item);
      const reason = mustWait(action, busy) ? context.busyText : verdict === true ? undefined : context.reasonText(verdict);
      return {
        id: action.id,
        label: action.label,
        ...(action.icon && { icon: action.icon }),
        ...(action.group && { group: action.group }),
        ...(action.last && { last: true as const }),
        danger: action.danger === true,
        busy: busy?.includes(action.id) ?? false,
        ...(reason !== undefined && { reason }),
        onSelect: () => {
          if (reason === undefined) context.start(action, item);
        },
      };
    });
}

/** Whether an action can be done to one of several things: a row that does not offer it is left out, too. */
export const ruleOfSeveral =
  <T>({ rule, fits }: Pick<Action<T>, 'rule' | 'fits'>) =>
  (item: T): RuleResult => {
    const verdict = rule(item);
    return verdict === true && fits?.(item) === false ? no('not_offered') : verdict;
  };

/** Which of several things an action can be done to, and why the others are left out. */
export function splitByRule<T>(
  action: Pick<Action<T>, 'rule' | 'fits'>,
  items: readonly T[],
): { able: T[]; skipped: { item: T; reason: CodedText }[] } {
  const able: T[] = [];
  const skipped: { item: T; reason: CodedText }[] = [];
  for (const item of items) {
    const verdict = ruleOfSeveral(action)(item);
    if (verdict === true) able.push(item);
    else skipped.push({ item, reason: verdict });
  }
  return { able, skipped };
}
