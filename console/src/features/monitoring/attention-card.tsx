import type { QuotaResource } from '@gantry/contract/wire/quotas';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { useStat } from '../../app/compute/use-stat.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import { useStorageCluster } from '../../parts/storage-clusters/use-storage-cluster.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ComingText } from '../../ui/show/coming-text.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { problemsOf, type Problem } from './attention.ts';
import './monitoring.css';
import { FIGURES_MS, useEngines } from './queries.ts';

/** Everything that is not in order, the worst first; each leads to what it is about. */
export function AttentionCard() {
  const may = useMay();
  const stat = useStat();
  const cluster = useCluster();
  const storage = useStorageCluster(FIGURES_MS, may(api.storageClusters.list));
  const engines = useEngines();
  const lately = { state: 'failed', since: '24h', limit: 1, with_count: true } as const;
  const tasks = useList(api.tasks.list, lately, undefined, { enabled: may(api.tasks.list), refetchInterval: FIGURES_MS });
  const problems = problemsOf({
    stat: stat.data,
    cluster: cluster.data,
    storage: storage.data,
    engines: engines.data?.data,
    failed: tasks.data?.count,
  });
  // What is still on its way could be the worst of all.
  const isWhole = [stat, cluster, storage, engines, tasks].every(({ isLoading }) => !isLoading);
  return <ProblemsCard problems={problems} isWhole={isWhole} />;
}

/** What is not in order. `isWhole`: nothing is on its way any more; only then one line says that there is nothing. */
export function ProblemsCard({ problems, isWhole }: { problems: readonly Problem[]; isWhole: boolean }) {
  const { t } = useTranslation('monitoring');
  return (
    <div className="gantry-attention">
      <TitledCard title={t('attention.title')}>
        {problems.length === 0 && (isWhole ? <StatusLabel tone="ok">{t('attention.none')}</StatusLabel> : <ComingText />)}
        {problems.length > 0 && (
          <ul className="gantry-attention-list">
            {problems.map((problem) => (
              <li key={`${problem.what} ${problem.name}`}>
                <ProblemItem problem={problem} />
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
    </div>
  );
}

function ProblemItem({ problem: { what, tone, count = 0, name, to } }: { problem: Problem }) {
  const { t, i18n } = useTranslation('monitoring');
  const word = useStatusText('monitoring');
  const { t: resource } = useTranslation('resource');
  const isStatus = what === 'cluster' || what === 'storage';
  const words = t(`attention.${what}`, {
    number: numberFormat(i18n.language).format(count),
    percent: numberFormat(i18n.language, { style: 'percent' }).format(count / 100),
    name: isStatus ? word(name ?? '') : what === 'quota' ? resource(`quota.${name as QuotaResource}`) : name,
  });
  const label = <StatusLabel tone={tone}>{words}</StatusLabel>;
  if (!to) return label;
  return (
    <Link to={to.to} search={(to.search ?? {}) as never}>
      {label}
    </Link>
  );
}
