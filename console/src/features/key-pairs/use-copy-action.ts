import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { useTranslation } from 'react-i18next';
import { notify } from '../../app/notify/notices.ts';
import type { Action } from '../../ui/action/action.ts';
import { copy } from '../../ui/show/copy.ts';
import { useUiText } from '../../ui/text.ts';

/** Puts the public key on the clipboard, from the menu of its row. */
export function useCopyAction(): Action<KeyPair> {
  const { t } = useTranslation('key-pairs');
  const { t: ui } = useUiText();
  const action = t('copy.action');
  return {
    id: 'keyPairs.copy',
    label: action,
    offered: true,
    rule: () => true,
    async run({ name, public_key: key }) {
      if (await copy(key)) notify({ type: 'success', title: t('copy.done', { name }) });
      else notify({ type: 'error', title: ui('actions.failed', { action, name }), message: ui('copy.failed') });
    },
  };
}
