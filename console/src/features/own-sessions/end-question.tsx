import type { AccountSession } from '@gantry/contract/nouns/session/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { notify } from '../../app/notify/notices.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';

interface Props {
  session: AccountSession | 'others';
  /** What the one is called. */
  name: string;
  onDone(): void;
  onCancel(): void;
}

/** Asks before sessions are ended. Cancel has the focus, so that a stray Enter does nothing. */
export function EndQuestion({ session, name, onDone, onCancel }: Props) {
  const { t } = useTranslation('own-sessions');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const one = useCommand(api.session.endSession);
  const others = useCommand(api.session.endOthers);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const failure = one.error ?? others.error;
  // One that has ended meanwhile is what was wanted.
  const isGone = failure?.kind === 'not-found';
  useEffect(() => {
    if (isGone) onDone();
  }, [isGone, onDone]);
  const tell = (count: number) => {
    notify({ type: 'success', title: t('ended', { count }) });
    onDone();
  };
  const end = () =>
    session === 'others'
      ? others.mutate({}, { onSuccess: ({ count }) => tell(count) })
      : one.mutate({ params: { sessionId: session.id } }, { onSuccess: () => tell(1) });
  const label = session === 'others' ? t('end-others') : t('end');
  const isPending = one.isPending || others.isPending;
  return (
    <>
      <p>{session === 'others' ? t('ask.others') : t('ask.one', { name })}</p>
      <p>{t('ask.consequence')}</p>
      {failure && !isGone && <ErrorState failure={describe(failure)} />}
      <div className="gantry-own-session">
        <Button variant="danger" isLoading={isPending} isDisabled={isPending} onClick={end}>
          {label}
        </Button>
        <Button ref={cancel} variant="link" onClick={onCancel}>
          {ui('cancel')}
        </Button>
      </div>
    </>
  );
}
