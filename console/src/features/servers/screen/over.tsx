import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loginTarget } from '../../../app/router/login-target.ts';
import type { ConsoleView } from './session.ts';
import { isSignedIn } from './ticket.ts';

interface OverProps {
  view: Pick<ConsoleView, 'phase' | 'absence' | 'retrying'>;
  onReconnect(): void;
  /** What else can be done about it. */
  children?: ReactNode;
}

/** Instead of the screen: that it is being opened, or why it is not there, and what can be done. */
export function Over({ view: { phase, absence, retrying }, onReconnect, children }: OverProps) {
  const { t } = useTranslation('servers');
  const { to, search } = loginTarget(useLocation({ select: ({ pathname }) => pathname }), undefined);
  const canMend = isSignedIn() && absence !== 'gone' && absence !== 'unsupported' && absence !== 'forbidden';
  return (
    <div className="gantry-screen-over">
      {(phase === 'connecting' || retrying) && <Spinner aria-hidden role="presentation" />}
      <output>{absence ? t(`screen.absence.${absence}`) : t('screen.connecting')}</output>
      {phase === 'over' && canMend && (
        <Button variant="secondary" onClick={onReconnect}>
          {t('screen.reconnect')}
        </Button>
      )}
      {phase === 'over' && !isSignedIn() && (
        <Link to={to} search={search}>
          {t('screen.sign-in')}
        </Link>
      )}
      {children}
    </div>
  );
}
