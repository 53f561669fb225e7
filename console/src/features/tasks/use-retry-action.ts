import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../app/errors/failure.ts';
import { wholeText } from '../../app/errors/whole-text.ts';
import { onNoticeAction } from '../../app/notify/actions.ts';
import { forgetAction } from '../../app/notify/centre.ts';
import { notify } from '../../app/notify/notices.ts';
import { runOnce } from '../../ui/action/busy.ts';
import { RETRY, useRetry } from './use-retry.ts';

/** Carries out what notices of failed tasks offer: trying again, once. The new task tells of itself. */
export function useRetryAction(): void {
  const { t } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const retry = useRetry();
  useEffect(() => {
    const tell = (message: string): void => void notify({ type: 'error', title: t('action.retry'), message });
    return onNoticeAction(RETRY, (payload) => {
      const id = String(payload);
      const run = async (): Promise<void> => {
        const made = await retry(id);
        forgetAction(id, RETRY);
        if (made === false) tell(t('reason.retry_unknown'));
      };
      runOnce(`task:${id}`, { id: RETRY }, run).catch((error: unknown) => tell(wholeText(failureOf(shell, error))));
    });
  }, [t, shell, retry]);
}
