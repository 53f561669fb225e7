import { Alert, AlertActionCloseButton, AlertActionLink } from '@patternfly/react-core/dist/esm/components/Alert';
import { Progress, ProgressMeasureLocation } from '@patternfly/react-core/dist/esm/components/Progress';
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
  /** Of what is under way, 0 to 1; absent or null: nobody knows. */
  progress?: number | null | undefined;
  /** In a list of them; else it lies over the page. */
  isInline?: boolean;
  /** After one of its buttons has been pressed. */
  onAction?(): void;
  onClose?: (() => void) | undefined;
  children?: ReactNode;
}

/** A notice with the icon of its type, as it pops up and as it stands in the centre. */
export function NoticeAlert(props: NoticeAlertProps) {
  const { type, title, actions = [], progress, isInline = false, onAction, onClose, children } = props;
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
      {type === 'progress' && typeof progress === 'number' && (
        // Who listens is told of the beginning and of the end, not of each step.
        <div aria-live="off">
          <Progress aria-label={title} value={Math.round(progress * 100)} measureLocation={ProgressMeasureLocation.outside} size="sm" />
        </div>
      )}
    </Alert>
  );
}
