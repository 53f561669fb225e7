import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../store.ts';
import { noticeStore } from './notices.ts';
import './notices.css';

const NoticeItems = lazy(async () => ({ default: (await import('./notices-view.tsx')).NoticeItems }));

/** Where the small pop-ups of every page appear (S0 §2). There from the start, so that screen readers watch it. */
export function Notices() {
  const { t } = useTranslation();
  const hasAny = useStore(noticeStore, ({ notices }) => notices.length > 0);
  return (
    <ul className="gantry-notices" aria-label={t('notice.region')} aria-live="polite">
      {hasAny && (
        <Suspense fallback={null}>
          <NoticeItems />
        </Suspense>
      )}
    </ul>
  );
}
