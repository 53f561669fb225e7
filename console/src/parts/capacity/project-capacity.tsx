import { SIZE_BASE } from '@gantry/contract/constants';
import type { QuotaCapacity } from '@gantry/contract/nouns/capacity/entity';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize, fromGib, fromMib } from '../../ui/show/format-size.ts';
import { CapacityCharts, type Filling } from './capacity-charts.tsx';
import { countFormat } from './count-format.ts';
import './capacity.css';

/** Quotas that are sizes, in bytes. */
const SIZES: Partial<Record<QuotaCapacity, (value: number) => number>> = { ram: fromMib, gigabytes: fromGib };

/** How a project used its quota in the last 30 days, and when it is full at this rate. */
export function ProjectCapacity({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation('monitoring');
  const { t: resource } = useTranslation('resource');
  const failureOf = useFailure();
  const enabled = useMay()(api.quotas.capacity);
  const { data, error, refetch } = useList(api.quotas.capacity, {}, { projectId }, { enabled });
  if (!enabled) return null;
  const count = countFormat(i18n.language);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const fillings = data?.data.map((history): Filling => {
    const convert = SIZES[history.of];
    const title = resource(`quota.${history.of}`);
    return convert ? { title, history, convert, base: SIZE_BASE, format: size } : { title, history, format: count };
  });
  return (
    <div className="gantry-capacity-below">
      <TitledCard title={t('capacity.project')}>
        {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
        {!error && !data && <Skeleton screenreaderText={t('loading')} />}
        {fillings && <CapacityCharts fillings={fillings} />}
      </TitledCard>
    </div>
  );
}
