import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { Freshness } from '@gantry/contract/wire/page';
import { formatAge } from '../show/format-age.ts';
import { useUiText } from '../text.ts';
import { useNow } from '../use-now.ts';

/** Says which part of the cloud behind the list is out of order since when, and how old the rows are. Nothing while all is well. */
export function FreshnessNote({ freshness }: { freshness: Freshness | undefined }) {
  const { t } = useUiText();
  if (!freshness || (freshness.reachable && freshness.doubts.length === 0)) return null;
  const { reachable, services, as_of: asOf } = freshness;
  const isSilent = services.some(({ problem }) => problem === 'silent');
  const title = reachable ? t('stale.doubt-title') : t(isSilent ? 'stale.title' : 'stale.wrong');
  return (
    <Alert isInline variant="warning" component="p" variantLabel={t('warning')} className="gantry-list-note" title={title}>
      {reachable ? t('stale.doubt') : <Outage freshness={freshness} />}{' '}
      {!reachable && (asOf === null ? t('stale.never') : <AsOf instant={asOf} />)}
    </Alert>
  );
}

/** The services of clouds that have a name in each language; others are called as the cloud calls them. */
const NAMED = ['compute', 'identity', 'network', 'volume', 'image', 'placement'] as const;

/** Since when which services are out of order. */
function Outage({ freshness: { services, down_since: since } }: { freshness: Freshness }) {
  const { t, i18n } = useUiText();
  if (since === null || services.length === 0) return null;
  const names = [...new Set(services.map(({ name }) => name))].map((name) => {
    const known = NAMED.find((item) => item === name);
    return known ? t(`stale.service.${known}`) : name;
  });
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(since));
  return t('stale.since', { services: list, since: time });
}

/** The age of the rows, which grows while one looks. */
function AsOf({ instant }: { instant: string }) {
  const { t, i18n } = useUiText();
  return t('stale.as-of', { age: formatAge(new Date(instant), useNow(), i18n.language) });
}
