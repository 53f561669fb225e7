import type { CodedText } from '@gantry/contract/wire/errors';
import type { Verdict } from '@gantry/contract/wire/verdict';
import type { ComponentType } from 'react';

/** What a confirmation says. */
export interface Confirmation {
  title: string;
  body?: string;
  /** Label of the button that does it. */
  confirm: string;
  /** What has to be typed before the button works. */
  phrase?: string;
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
  /** The user's right and the engine's capability: where either is missing the action is not shown at all. */
  offered: boolean;
  /** Whether the thing's state allows it, or why not. The server refuses by the same rule. */
  rule(item: T): Verdict;
  danger?: boolean;
  /** Asks before it runs. */
  confirm?(item: T): Confirmation;
  /** Ends when the change has been accepted; a failure is shown where the action was started. */
  run(item: T): Promise<unknown> | void;
  /** The same for several things, as one request. Always asks before it runs. */
  bulk?: BulkAction<T>;
}

export interface BulkAction<T> {
  label: string;
  confirm(able: readonly T[]): Confirmation;
  run(able: readonly T[]): Promise<unknown>;
}

/** An action for one thing, ready to be painted. */
export interface Offer {
  id: string;
  label: string;
  icon?: ComponentType;
  danger: boolean;
  busy: boolean;
  /** Why it cannot be done now; absent: it can. */
  reason?: string;
  onSelect(): void;
}

interface OfferContext<T> {
  /** Name of the action that is under way for the thing, if any. */
  busy(item: T): string | undefined;
  reasonText(reason: CodedText): string;
  /** Reason shown by the others while one action is under way. */
  busyText: string;
  start(action: Action<T>, item: T): void;
}

/** The actions a user may see for a thing, in their order. */
export function offersFor<T>(actions: readonly Action<T>[], item: T, context: OfferContext<T>): Offer[] {
  const busy = context.busy(item);
  return actions
    .filter((action) => action.offered)
    .map((action) => {
      const verdict = action.rule(item);
      const reason = busy === undefined ? (verdict === true ? undefined : context.reasonText(verdict)) : context.busyText;
      return {
        id: action.id,
        label: action.label,
        ...(action.icon && { icon: action.icon }),
        danger: action.danger === true,
        busy: busy === action.id,
        ...(reason !== undefined && { reason }),
        onSelect: () => {
          if (reason === undefined) context.start(action, item);
        },
      };
    });
}

/** Which of several things an action can be done to, and why the others are left out. */
export function splitByRule<T>(action: Action<T>, items: readonly T[]): { able: T[]; skipped: { item: T; reason: CodedText }[] } {
  const able: T[] = [];
  const skipped: { item: T; reason: CodedText }[] = [];
  for (const item of items) {
    const verdict = action.rule(item);
    if (verdict === true) able.push(item);
    else skipped.push({ item, reason: verdict });
  }
  return { able, skipped };
}
