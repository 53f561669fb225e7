import { BULK_MAX } from '@gantry/contract/constants';
import type { CodedText } from '@gantry/contract/wire/errors';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import type { Describe, Failure } from '../failure.ts';
import { splitByRule, type Action, type ConfirmedBulkAction, type Confirmation } from './action.ts';
import { runOnce } from './busy.ts';
import { SkippedList } from './skipped-list.tsx';

interface Shared<T> {
  action: Action<T>;
  identity: string;
  describe: Describe;
  reasonText(reason: CodedText): string;
  idOf(item: T): string;
  nameOf(item: T): string;
  /** It has failed after the question was closed: nobody sees that here. */
  onLost(failure: Failure): void;
  onClose(): void;
}

/** Runs what was confirmed: closes when it was accepted, else keeps the failure for another try, or hands it on where nobody is there to try. */
function useConfirmed<T>({ identity, action, describe, onLost, onClose }: Shared<T>) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const confirm = (run: () => Promise<unknown> | void) => {
    setPending(true);
    setFailure(undefined);
    runOnce(identity, action, run).then(
      () => {
        if (open.current) onClose();
      },
      (error: unknown) => {
        if (!open.current) return onLost(describe(error));
        setPending(false);
        setFailure(describe(error));
      },
    );
  };
  return { pending, failure, confirm };
}

/** The question before an action on one thing. When the thing changes meanwhile so that it is no longer possible, it says so. */
export function SingleConfirm<T>(props: Shared<T> & { confirmation: Confirmation; item: T }) {
  const { action, reasonText, onClose, confirmation, item } = props;
  const { pending, failure, confirm } = useConfirmed(props);
  const verdict = action.rule(item);
  return (
    <ConfirmDialog
      {...confirmation}
      danger={action.danger === true}
      obstacle={verdict === true || pending ? undefined : reasonText(verdict)}
      pending={pending}
      failure={failure}
      disableOnError={failure?.isFinal === true}
      onConfirm={(instead, limit) => confirm(() => action.run?.(item, instead, limit))}
      onClose={onClose}
    >
      {action.consequences && <action.consequences items={[item]} />}
    </ConfirmDialog>
  );
}

/** The question before an action on several things: names those it will be done to, and those left out with the reason. */
export function BulkConfirm<T>(props: Shared<T> & { bulk: ConfirmedBulkAction<T>; items: readonly T[]; onDone(): void }) {
  const { action, bulk, reasonText, idOf, nameOf, onClose, items, onDone } = props;
  const { pending, failure, confirm } = useConfirmed(props);
  const { able, skipped } = splitByRule(action, items);
  return (
    <ConfirmDialog
      {...bulk.confirm(able)}
      danger={action.danger === true}
      obstacle={able.length === 0 && !pending && skipped[0] ? reasonText(skipped[0].reason) : undefined}
      pending={pending}
      failure={failure}
      disableOnError={failure?.isFinal === true}
      onConfirm={(instead, limit) =>
        confirm(async () => {
          for (let from = 0; from < able.length; from += BULK_MAX) await bulk.run(able.slice(from, from + BULK_MAX), instead, limit);
          onDone();
        })
      }
      onClose={onClose}
    >
      <SkippedList
        able={able.map((item) => ({ id: idOf(item), name: nameOf(item) }))}
        skipped={skipped.map(({ item, reason }) => ({ id: idOf(item), name: nameOf(item), reason: reasonText(reason) }))}
      />
      {action.consequences && <action.consequences items={able} />}
    </ConfirmDialog>
  );
}
