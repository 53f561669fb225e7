import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { Freshness } from '@gantry/contract/wire/page';
import { useEffect, useState } from 'react';
import { useUiText } from '../text.ts';

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, in words of the language: `5 minutes ago`. */
function formatAge(from: Date, now: Date, locale: string): string {
  const seconds = Math.max(0, Math.round((now.getTime() - from.getTime()) / 1000));
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(seconds / length), unit);
}

const TICK_MS = 15_000;

/** Says that the cloud behind the list is silent, and how old the rows are. Nothing while all is well. */
export function FreshnessNote({ freshness }: { freshness: Freshness | undefined }) {
  const { t } = useUiText();
  if (!freshness || freshness.reachable) return null;
  return (
    <Alert isInline variant="warning" component="p" variantLabel={t('warning')} className="gantry-list-note" title={t('stale.title')}>
      {freshness.as_of === null ? t('stale.never') : <AsOf instant={freshness.as_of} />}
    </Alert>
  );
}

/** The age of the rows, which grows while one looks. */
function AsOf({ instant }: { instant: string }) {
  const { t, i18n } = useUiText();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return t('stale.as-of', { age: formatAge(new Date(instant), now, i18n.language) });
}
