import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { Freshness } from '@gantry/contract/wire/page';
import { formatAge } from '../show/format-age.ts';
import { useUiText } from '../text.ts';
import { useNow } from '../use-now.ts';
import { dateFormat, listFormat } from '../format.ts';

/** Says which part of the cloud behind the list is out of order since when, and how old the rows are. Nothing while all is well. */
export function FreshnessNote({ freshness }: { freshness: Freshness | undefined }) {
  const { t, i18n } = useUiText();
  if (!freshness || (freshness.reachable && freshness.doubts.length === 0)) return null;
  const { reachable, services, as_of: asOf } = freshness;
  const isMissing = services.some(({ problem }) => problem === 'missing');
  const title = reachable ? t('stale.doubt-title') : troubleTitle(t, i18n.language, services);
  return (
    <Alert isInline variant="warning" component="p" variantLabel={t('warning')} className="gantry-list-note" title={title}>
      {isMissing ? t('stale.missing-means') : reachable ? t('stale.doubt') : <Outage freshness={freshness} />}{' '}
      {!reachable && !isMissing && (asOf === null ? t('stale.never') : <AsOf instant={asOf} />)}
    </Alert>
  );
}

/** The services of clouds that have a name in each language; others are called as the cloud calls them. */
const NAMED = ['compute', 'identity', 'network', 'volume', 'image', 'placement'] as const;

type Service = Freshness['services'][number];
type Translate = ReturnType<typeof useUiText>['t'];

const knownName = ({ name }: Service) => NAMED.find((item) => item === name);

function namesOf(t: Translate, language: string, services: readonly Service[]): string {
  const names = new Set(
    services.map((service) => {
      const known = knownName(service);
      return known ? t(`stale.service.${known}`) : service.name;
    }),
  );
  return listFormat(language, { type: 'conjunction' }).format(names);
}

/** The cloud as a whole is named only where none of its services is known to be meant. */
function troubleTitle(t: Translate, language: string, services: readonly Service[]): string {
  const missing = services.filter(({ problem }) => problem === 'missing');
  if (missing.length > 0) return t('stale.missing', { services: namesOf(t, language, missing) });
  const silent = services.filter(({ problem }) => problem === 'silent');
  if (silent.length === 0) return t('stale.wrong');
  const known = silent.filter(knownName);
  return known.length === 0 ? t('stale.title') : t('stale.silent', { services: namesOf(t, language, known) });
}

/** Since when which services are out of order. */
function Outage({ freshness: { services, down_since: since } }: { freshness: Freshness }) {
  const { t, i18n } = useUiText();
  if (since === null || services.length === 0) return null;
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(since));
  return t('stale.since', { services: namesOf(t, i18n.language, services), since: time });
}

/** The age of the rows, which grows while one looks. */
function AsOf({ instant }: { instant: string }) {
  const { t, i18n } = useUiText();
  return t('stale.as-of', { age: formatAge(new Date(instant), useNow(), i18n.language) });
}
