import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useTranslation } from 'react-i18next';
import './full-page.css';

/** Over everything while signing in, switching project or scope, or waiting for a server that stops (S0 §2, §4). */
export function LoadingOverlay({ reason }: { reason: 'signingIn' | 'switching' | 'loading' }) {
  const { t } = useTranslation();
  const text = t(`shell.${reason}`);
  return (
    <output className="gantry-overlay">
      <Spinner size="xl" aria-hidden="true" />
      <span>{text}</span>
    </output>
  );
}
