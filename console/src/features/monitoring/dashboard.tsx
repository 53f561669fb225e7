import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { Cards } from '../../ui/show/cards.tsx';
import { AttentionCard } from './attention-card.tsx';
import { CapacityCard } from './capacity-card.tsx';
import { ComputeCard } from './compute-card.tsx';
import { EnginesCard } from './engines-card.tsx';
import { ProjectsCards } from './projects-cards.tsx';
import { StatesCard } from './states-card.tsx';
import { StorageCard } from './storage-card.tsx';
import { ThroughputCard } from './throughput-card.tsx';

/** What is not in order first; then how full the platform is and what is promised, who has most of it, and how old what is shown may be. */
export function Dashboard() {
  const { t } = useTranslation('monitoring');
  const may = useMay();
  return (
    <>
      <PageHeading>{t('title')}</PageHeading>
      <div className="gantry-overview">
        <AttentionCard />
        <Cards>
          <ComputeCard />
          {may(api.storageClusters.list) && <StorageCard />}
          <StatesCard list="/compute/instances" />
          {may(api.platform.engines) && <EnginesCard />}
          {may(api.computeCluster.consumers) && <ProjectsCards />}
        </Cards>
        {(may(api.computeCluster.capacity) || may(api.storageClusters.capacity)) && <CapacityCard />}
        {may(api.metrics.range) && <ThroughputCard />}
      </div>
    </>
  );
}
