import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { renewAccess } from '../../app/session/renew.ts';
import { signOut } from '../../app/session/sign-in.ts';
import { useSession } from '../../app/session/use-session.ts';
import { MessagePage } from './message-page.tsx';

/** Why nothing can be opened, for the user or for want of an enabled project; with access the page leads to the start (S0 §2). */
export function Page() {
  const { t } = useTranslation('errors');
  const disabled = useSession((session) => session.accessDisabled);
  if (disabled === false) return <Navigate to="/" replace />;
  return (
    <MessagePage title={t('title.access')} text={t(disabled === 'user' ? 'text.accessUser' : 'text.accessProject')}>
      <div className="gantry-message-actions">
        <Button variant="primary" onClick={() => void renewAccess()}>
          {t('check')}
        </Button>
        <Button variant="secondary" onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </div>
    </MessagePage>
  );
}
