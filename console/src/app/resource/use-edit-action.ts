import type { Rule } from '@gantry/contract/wire/verdict';
import type { Action } from '../../ui/action/action.ts';
import { useMay } from '../abilities/use-may.ts';
import type { ApiCall } from '../api/calls.ts';
import type { Named } from './named.ts';
import { useNounText, type NounName } from './noun-text.ts';

/** The action that opens a thing's edit dialog. @param dialog in a chunk of its own: made by `editDialog` */
export function useEditAction<T extends Named>(
  noun: NounName,
  call: ApiCall,
  rule: Rule<T>,
  dialog: NonNullable<Action<T>['dialog']>,
): Action<T> {
  const text = useNounText(noun);
  return { id: call.id, label: text('edit.action'), offered: useMay()(call), rule, dialog };
}
