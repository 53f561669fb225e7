import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isServiceBack } from '../../app/api/reconfiguration.ts';
import { poll } from '../../app/poll.ts';
import { MessagePage } from './message-page.tsx';

/** Watches for the end of the reconfiguration and goes back to where the user was (decision B15). */
export function Page() {
  const { t } = useTranslation('errors');
  const navigate = useNavigate();
  const from = useRouterState({ select: (state) => state.location.state.from });
  useEffect(
    () =>
      poll(async (signal) => {
        if (await isServiceBack(signal)) await navigate({ to: from ?? '/', replace: true });
      }),
    [navigate, from],
  );
  return (
    <MessagePage title={t('title.unavailable')} text={t('text.unavailable')}>
      <Spinner size="lg" aria-label={t('waiting')} />
    </MessagePage>
  );
}
