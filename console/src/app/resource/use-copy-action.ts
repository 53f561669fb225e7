import type { Action } from '../../ui/action/action.ts';
import { copy } from '../../ui/show/copy.ts';
import { useUiText } from '../../ui/text.ts';
import { notify } from '../notify/notices.ts';
import type { Named } from './named.ts';
import { useNounText } from './noun-text.ts';

/** Puts something of a thing on the clipboard, from the menu of its row. @param what it is called: `Public key` */
export const useCopyAction = <T extends Named>(noun: string, what: string, value: (item: T) => string): Action<T> =>
  useCopying<T>(noun)(what, value);

/** The same for whoever knows later what is copied, and whether. */
export function useCopying<T extends Named>(noun: string): (what: string, value: (item: T) => string) => Action<T> {
  const text = useNounText(noun);
  const { t: ui } = useUiText();
  return (what, value) => {
    const action = text('copy.action', { what });
    return {
      id: `${noun}.copy`,
      label: action,
      offered: true,
      rule: () => true,
      async run(item) {
        const name = item.name || item.id;
        if (await copy(value(item))) notify({ type: 'success', title: text('copy.done', { what, name }) });
        else notify({ type: 'error', title: ui('actions.failed', { action, name }), message: ui('copy.failed') });
      },
    };
  };
}
