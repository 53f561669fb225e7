import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import CubeIcon from '@patternfly/react-icons/dist/esm/icons/cube-icon';
import ExclamationCircleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import ExclamationTriangleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import InfoCircleIcon from '@patternfly/react-icons/dist/esm/icons/info-circle-icon';
import type { NoticeItem, NoticeType } from '../../app/notify/notices.ts';

const STATUS_ICONS = {
  success: CheckCircleIcon,
  error: ExclamationCircleIcon,
  warning: ExclamationTriangleIcon,
  info: InfoCircleIcon,
} as const;

function StatusIcon({ type }: { type: NoticeType }) {
  if (type === 'progress') return <Spinner size="sm" aria-hidden="true" />;
  const Icon = STATUS_ICONS[type];
  return <Icon className={`is-${type}`} aria-hidden="true" />;
}

/** The things that a notification is about, and how it goes with each. */
export function ItemLines({ items, label }: { items: readonly NoticeItem[]; label: string }) {
  return (
    <ul className="gantry-centre-items" aria-label={label}>
      {items.map(({ name, statusIcon, statusText }, index) => (
        <li key={`${index} ${name}`}>
          <CubeIcon aria-hidden="true" />
          <bdi>{name}</bdi>
          <span>
            <StatusIcon type={statusIcon} /> {statusText}
          </span>
        </li>
      ))}
    </ul>
  );
}
