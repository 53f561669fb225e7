import type { Tone } from '@gantry/contract/wire/statuses';
import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import ExclamationCircleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import ExclamationTriangleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import './show.css';

const ICONS = {
  ok: { Glyph: CheckCircleIcon, status: 'success' },
  warning: { Glyph: ExclamationTriangleIcon, status: 'warning' },
  error: { Glyph: ExclamationCircleIcon, status: 'danger' },
  neutral: { Glyph: MinusCircleIcon, status: undefined },
} as const;

function Mark({ tone }: { tone: Tone }) {
  // The word beside it is read out; a second "loading" would only be noise.
  if (tone === 'progress') return <Spinner isInline aria-hidden role="presentation" />;
  const { Glyph, status } = ICONS[tone];
  return (
    <Icon isInline {...(status && { status })}>
      <Glyph aria-hidden />
    </Icon>
  );
}

/** A status: icon and word. */
export function StatusLabel({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="gantry-status" data-tone={tone}>
      <Mark tone={tone} />
      <span>{children}</span>
    </span>
  );
}
