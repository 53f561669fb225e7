import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import ExclamationTriangleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';

/** Whether values of a thing could not be read, so that others stand in their place. */
export const isUnreadable = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'unreadable' in item && item.unreadable !== undefined;

/** The mark of such a thing. */
export const UnreadableMark = ({ label }: { label: string }) => (
  <span title={label}>
    <Icon isInline status="warning">
      <ExclamationTriangleIcon aria-hidden />
    </Icon>
    <span className="pf-v6-screen-reader">{label}</span>
  </span>
);
