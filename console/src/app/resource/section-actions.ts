import type { Action } from '../../ui/action/action.ts';
import type { Actions } from '../../ui/action/use-actions.tsx';
import type { Named } from './named.ts';
import { useNounFailure, useNounReason } from './reason-text.ts';
import type { Section } from './section.ts';
import { useDeleteAction, useResourceActions, type Deletable } from './use-resource-actions.ts';

/** What can be done to the things of a section on the screen: what is its own, and deletion. */
export function useSectionActions<T extends Named>(
  { noun, kind, calls }: Section<T>,
  own: readonly Action<T>[],
  deletable: Deletable<T>,
  items: readonly T[],
  onBulkDone?: () => void,
): Actions<T> {
  const remove = useDeleteAction<T>({ noun, kind, calls, ...deletable });
  return useResourceActions({
    kind,
    reasonText: useNounReason(noun),
    describe: useNounFailure(noun),
    actions: remove ? [...own, remove] : own,
    items,
    onBulkDone,
  });
}
