import { Alert, AlertActionCloseButton, AlertActionLink } from '@patternfly/react-core/dist/esm/components/Alert';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { emitNoticeAction, isOffered } from './actions.ts';
import type { NoticeAction, NoticeType } from './notices.ts';

const VARIANTS = { warning: 'warning', error: 'danger', success: 'success', info: 'info', progress: 'info' } as const;

interface NoticeAlertProps {
  type: NoticeType;
  title: string;
  actions?: readonly NoticeAction[] | undefined;
  /** In a list of them; else it lies over the page. */
  isInline?: boolean;
  /** After one of its buttons has been pressed. */
  onAction?(): void;
  onClose?: (() => void) | undefined;
  children?: ReactNode;
}

/** A notice with the icon of its type, as it pops up and as it stands in the centre. */
export function NoticeAlert({ type, title, actions = [], isInline = false, onAction, onClose, children }: NoticeAlertProps) {
  const { t } = useTranslation();
  const offered = actions.filter(isOffered);
  return (
    <Alert
      variant={VARIANTS[type]}
      title={title}
      component="p"
      isInline={isInline}
      variantLabel={t(`notice.${type}`)}
      {...(type === 'progress' && { customIcon: <Spinner size="md" aria-hidden="true" /> })}
      {...(offered.length > 0 && {
        actionLinks: offered.map((action) => (
          <AlertActionLink
            key={action.name}
            onClick={() => {
              emitNoticeAction(action);
              onAction?.();
            }}
          >
            {action.label}
          </AlertActionLink>
        )),
      })}
      {...(onClose && { actionClose: <AlertActionCloseButton aria-label={t('notice.close', { title })} onClose={onClose} /> })}
    >
      {children}
    </Alert>
  );
}
