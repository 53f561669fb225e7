import { Alert, AlertActionCloseButton, AlertActionLink } from '@patternfly/react-core/dist/esm/components/Alert';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../store.ts';
import { dismiss, noticeStore, visibleNotices, type Notice } from './notices.ts';

const VARIANTS = { warning: 'warning', error: 'danger', success: 'success', info: 'info', progress: 'info' } as const;

/** The notices that are on the screen. A chunk of its own: most pages never show one. */
export function NoticeItems() {
  const notices = useStore(noticeStore, (state) => state.notices);
  return visibleNotices(notices).map((notice) => <NoticeItem key={`${notice.id} ${notice.version}`} notice={notice} />);
}

/** Its time runs while it is on the screen (decision E5). All but info can be closed (S0 §9). */
function NoticeItem({ notice: { id, type, title, message, action, duration } }: { notice: Notice }) {
  const { t } = useTranslation();
  useEffect(() => {
    if (duration === null) return;
    const timer = setTimeout(() => dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <li>
      <Alert
        variant={VARIANTS[type]}
        title={title}
        component="p"
        variantLabel={t(`notice.${type}`)}
        {...(type === 'progress' && { customIcon: <Spinner size="md" aria-hidden="true" /> })}
        {...(action && { actionLinks: <AlertActionLink onClick={action.run}>{action.label}</AlertActionLink> })}
        {...(type !== 'info' && {
          actionClose: <AlertActionCloseButton aria-label={t('notice.close', { title })} onClose={() => dismiss(id)} />,
        })}
      >
        {message}
      </Alert>
    </li>
  );
}
