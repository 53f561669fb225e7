import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useTranslation } from 'react-i18next';
import './full-page.css';

/** Nothing to show yet. */
export function FullPageSpinner() {
  const { t } = useTranslation();
  return (
    <div className="gantry-full-page">
      <Spinner size="xl" aria-label={t('shell.loading')} />
    </div>
  );
}
