import type { CodedText } from '@gantry/contract/wire/errors';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../ui/action/action.ts';
import { useActions, type Actions } from '../../ui/action/use-actions.tsx';
import type { Describe } from '../../ui/failure.ts';
import { useUiText } from '../../ui/text.ts';
import { useMay } from '../abilities/use-may.ts';
import { useSend } from '../api/hooks.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { useDeletionDialog } from '../dialog/use-deletion-dialog.ts';
import { reasonText, useFailure } from '../errors/failure.ts';
import { wholeText } from '../errors/whole-text.ts';
import { ownAction } from '../notify/actions.ts';
import { dismiss, notify } from '../notify/notices.ts';
import type { Named } from './named.ts';
import { useNounText, type NounName } from './noun-text.ts';
import { bulkInput, bulkParts, type BulkPart } from './bulk-parts.ts';
import type { LifeCalls } from './section.ts';

/** How long something can be taken back in the notice about it (ms): longer than a message is read. */
const UNDO_MS = 8000;

interface ResourceActionsInput<T> {
  /** Kind of the things, as in the contract: `server`. */
  kind: string;
  actions: readonly Action<T>[];
  /** The things on the screen, as they are now. */
  items: readonly T[];
  /** A bulk action has been accepted. */
  onBulkDone?: (() => void) | undefined;
  /** In words of the noun's own, where the shell's are not enough. */
  reasonText?(reason: CodedText): string;
  describe?: Describe;
}

/** Binds the actions of a noun to the things on the screen; what fails without a dialog is told in a notice. */
export function useResourceActions<T extends Named>({ onBulkDone, ...input }: ResourceActionsInput<T>): Actions<T> {
  const { t: ui } = useUiText();
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  return useActions({
    reasonText: (reason) => reasonText(shell, reason),
    describe,
    ...input,
    idOf: ({ id }) => id,
    nameOf: ({ id, name }) => name || id,
    onFailure: (failure, action, name, retry) =>
      notify({
        type: 'error',
        title: ui('actions.failed', { action: action.label, name }),
        message: wholeText(failure),
        actions: [ownAction('retry', ui('error.retry'), retry)],
      }),
    onDone: (action, { id, name }, undo) => {
      const notice = `done:${action.id}:${id}`;
      const take = () => {
        dismiss(notice);
        void undo();
      };
      notify({
        id: notice,
        type: 'success',
        title: ui('actions.done', { action: action.label, name: name || id }),
        duration: UNDO_MS,
        kept: false,
        actions: [ownAction('undo', ui('actions.undo'), take)],
      });
    },
    ...(onBulkDone && { onBulkDone }),
  });
}

/** How things of a noun are deleted. */
export interface Deletable<T> {
  /** The state it takes; absent: any. */
  rule?: Rule<T>;
  /** Whether one can be deleted at all; absent: each can. */
  fits?(item: T): boolean;
  /** Parameters of the path beside the id. */
  paramsOf?(item: T): Readonly<Record<string, string>>;
  /** Whether data is lost with one: its name is typed before. */
  loses?(item: T): boolean;
  /** What else goes with them, or loses them: part of the question. */
  consequences?: Action<T>['consequences'];
}

type DeletionCalls = Pick<LifeCalls, 'delete' | 'bulkDelete'>;

interface DeleteActionInput<T> extends Deletable<T> {
  /** Namespace of the texts of its confirmations. */
  noun: NounName;
  kind: string;
  calls: Partial<DeletionCalls>;
  /** Asks before one is deleted, where there is more to say or to choose than yes, and deletes it. */
  dialog?: Action<T>['dialog'];
}

/** The action that deletes one thing, or several as one request; none where no call deletes them. */
export function useDeleteAction<T extends Named>(input: DeleteActionInput<T> & { calls: DeletionCalls }): Action<T>;
export function useDeleteAction<T extends Named>(input: DeleteActionInput<T>): Action<T> | undefined;
export function useDeleteAction<T extends Named>(input: DeleteActionInput<T>): Action<T> | undefined {
  const {
    noun,
    kind,
    calls: { delete: remove, bulkDelete: removeSeveral },
    rule = () => true,
    fits,
    dialog,
    paramsOf,
    loses,
    consequences,
  } = input;
  const text = useNounText(noun);
  const { t: ui } = useUiText();
  const may = useMay();
  const refresh = useRefresh(kind);
  const send = useSend();
  const showDeletion = useDeletionDialog();
  if (!remove || !removeSeveral) return undefined;
  const removeAll =
    (params: BulkPart<T>['params']) =>
    async (ids: readonly string[]): Promise<string> => {
      const { task_id } = await send(removeSeveral, bulkInput(removeSeveral, params, ids));
      void refresh();
      return task_id;
    };
  const label = ui('actions.delete');
  return {
    id: remove.id,
    label,
    offered: may(remove),
    rule,
    ...(fits && { fits }),
    ...(consequences && { consequences }),
    danger: true,
    last: true,
    ...(dialog
      ? { dialog }
      : {
          confirm: (item) => ({
            title: text('confirm.delete-title', { name: item.name || item.id }),
            body: text('confirm.delete-body'),
            confirm: label,
            ...(loses?.(item) && { phrase: item.name || item.id }),
          }),
          run: (item) => send(remove, { params: { ...paramsOf?.(item), [remove.idParam ?? '']: item.id } }).then(refresh),
        }),
    bulk: {
      label,
      confirm: (able) => {
        const [first, ...others] = able;
        const count = able.length;
        const phrase = first && others.length === 0 ? first.name || first.id : text('confirm.bulk-delete-phrase', { count });
        return {
          title: text('confirm.bulk-delete-title', { count }),
          body: text('confirm.bulk-delete-body'),
          confirm: label,
          ...(loses && able.some((one) => loses(one)) && { phrase }),
        };
      },
      run: async (able) => {
        for (const { params, items } of bulkParts(removeSeveral, able, paramsOf)) {
          const again = removeAll(params);
          const taskId = await again(items.map(({ id }) => id));
          if (items.length > 1) showDeletion({ noun, taskId, again });
        }
      },
    },
  };
}
