import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../errors/failure.ts';
import './critical-error.css';

interface Props {
  error: unknown;
  title?: string;
  text?: string;
  /** Instead of reloading the whole console. */
  retry?: { label: string; run: () => void };
}

/** Data without which there is nothing to show could not be had: a message, details, and a button that reloads (S0 §8). */
export function CriticalError({ error, title, text, retry }: Props) {
  const { t } = useTranslation();
  const failure = failureOf(t, error);
  const details = [failure.reason, failure.detail, error instanceof Error ? error.message : undefined].filter((line) => line !== undefined);
  return (
    <section className="gantry-critical" role="alert">
      <h1 data-page-heading tabIndex={-1}>
        {title ?? t('critical.title')}
      </h1>
      <p>{text ?? failure.text}</p>
      {failure.requestId !== undefined && <p className="gantry-critical-id">{t('critical.requestId', { id: failure.requestId })}</p>}
      <Button variant="primary" onClick={retry?.run ?? (() => location.reload())}>
        {retry?.label ?? t('critical.reload')}
      </Button>
      <details>
        <summary>{t('critical.details')}</summary>
        {details.map((line) => (
          <p key={line} dir="auto">
            {line}
          </p>
        ))}
      </details>
    </section>
  );
}
