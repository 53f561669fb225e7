import { ENABLED_STATUSES, enabledStatusOf, toneOf, type EnabledStatus, type Statuses } from '@gantry/contract/wire/statuses';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { useStatusText } from './noun-text.ts';

interface ResourceStatusProps {
  /** Whose words it is told in. */
  noun: string;
  /** The statuses that the contract declares. */
  of: Statuses;
  status: string;
}

/** The status of a thing, in words of a noun. */
export function ResourceStatus({ noun, of, status }: ResourceStatusProps) {
  return <StatusLabel tone={toneOf(of, status)}>{useStatusText(noun)(status)}</StatusLabel>;
}

interface EnabledLabelProps {
  enabled: boolean;
  /** Says it in the words of its noun. */
  word(status: EnabledStatus): string;
}

/** Whether people may use a thing. */
export function EnabledLabel({ enabled, word }: EnabledLabelProps) {
  const status = enabledStatusOf(enabled);
  return <StatusLabel tone={ENABLED_STATUSES[status]}>{word(status)}</StatusLabel>;
}
