import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize, fromGib, fromMib } from '../../ui/show/format-size.ts';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import './monitoring.css';
import { FIGURES_MS } from './queries.ts';

/** Nearly used up, and as good as used up: shares of a limit. */
const WARNS = { from: 0.8, alarmFrom: 0.95 };

/** In the order in which they are shown. */
const RESOURCES = [
  'instances',
  'cores',
  'ram',
  'volumes',
  'snapshots',
  'gigabytes',
  'networks',
  'routers',
  'floating_ips',
  'security_groups',
  'security_group_rules',
] as const satisfies readonly Exclude<keyof Quota, 'storage_policies'>[];

interface Line {
  label: string;
  used: number;
  /** -1: unlimited */
  limit: number;
  amount(value: number): string;
}

/** What the project uses of each of its quotas. */
export function QuotaCard({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const enabled = useMay()(api.quotas.read);
  const { data, error, refetch } = useList(api.quotas.read, { usage: true }, { projectId }, { enabled, refetchInterval: FIGURES_MS });
  if (!enabled) return undefined;
  const number = (value: number) => numberFormat(i18n.language).format(value);
  const gib = (value: number) => formatSize(fromGib(value), i18n.language);
  const amounts = { ram: (value: number) => formatSize(fromMib(value), i18n.language), gigabytes: gib };
  const lines: Line[] | undefined = data && [
    ...RESOURCES.map((resource) => ({
      label: t(`quota.${resource}`),
      used: data[resource].used ?? 0,
      limit: data[resource].limit,
      amount: resource in amounts ? amounts[resource as keyof typeof amounts] : number,
    })),
    ...data.storage_policies.map(({ name, used, limit }) => ({ label: t('quota.policy', { name }), used: used ?? 0, limit, amount: gib })),
  ];
  return (
    <TitledCard title={t('quota.title')}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {!error && !data && <Skeleton screenreaderText={t('loading')} />}
      {lines && (
        <dl className="gantry-overview-quota">
          {lines.map((line) => (
            <QuotaLine key={line.label} {...line} />
          ))}
        </dl>
      )}
    </TitledCard>
  );
}

function QuotaLine({ label, used, limit, amount }: Line) {
  const { t } = useTranslation('monitoring');
  const text = limit < 0 ? t('quota.unlimited', { used: amount(used) }) : t('quota.of', { used: amount(used), limit: amount(limit) });
  const share = limit < 0 ? null : limit === 0 ? (used > 0 ? 1 : 0) : used / limit;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <ShareBar share={share} warns={WARNS}>
          {text}
        </ShareBar>
      </dd>
    </div>
  );
}
