import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useTranslation } from 'react-i18next';
import './full-page.css';

/** Over everything while signing in or switching project or scope (S0 §2). */
export function LoadingOverlay({ reason }: { reason: 'signingIn' | 'switching' }) {
  const { t } = useTranslation();
  const text = t(`shell.${reason}`);
  return (
    <output className="gantry-overlay">
      <Spinner size="xl" aria-hidden="true" />
      <span>{text}</span>
    </output>
  );
}
