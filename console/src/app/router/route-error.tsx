import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CriticalError } from '../shell/critical-error.tsx';
import { ChunkError } from './lazy-page.tsx';

/** A page that could not be loaded or has crashed. The shell around it stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { t } = useTranslation();
  if (error instanceof ChunkError) return <CriticalError error={error} title={t('crash.title')} text={t('errors.network')} />;
  const again = () => {
    reset();
    void router.invalidate();
  };
  return <CriticalError error={error} title={t('crash.title')} text={t('crash.text')} retry={{ label: t('crash.retry'), run: again }} />;
}
