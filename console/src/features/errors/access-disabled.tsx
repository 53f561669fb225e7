import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkAccess } from '../../app/session/access-check.ts';
import { renewAccess } from '../../app/session/renew.ts';
import { signOut } from '../../app/session/sign-in.ts';
import { useSession } from '../../app/session/use-session.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { MessagePage } from './message-page.tsx';

/**
 * Why nothing can be opened, for the user or for want of an enabled project; with access the page leads to the start (S0 §2). Whoever opens it by
 * its address is led nowhere before the first check is answered.
 */
export function Page() {
  const { t } = useTranslation('errors');
  const disabled = useSession((session) => session.accessDisabled);
  const [isChecked, setIsChecked] = useState(disabled !== false);
  useEffect(() => {
    if (!isChecked) void checkAccess().then(() => setIsChecked(true));
  }, [isChecked]);
  if (disabled === false) return isChecked ? <Navigate to="/" replace /> : <FullPageSpinner />;
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
