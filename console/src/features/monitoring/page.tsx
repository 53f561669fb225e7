import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useSession } from '../../app/session/use-session.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { Cards } from '../../ui/show/cards.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ConsumersCards } from './consumers.tsx';
import { ALL_SERVERS } from './queries.ts';
import './monitoring.css';
import { QuotaCard } from './quota-card.tsx';
import { StatesCard } from './states-card.tsx';

const SERVERS = '/compute/instances';

/** What a project has and uses. Each card reads for itself: one that fails leaves the others as they are. In domain mode it leads on (S0 §2). */
export function Page() {
  const { t } = useTranslation('monitoring');
  const project = useSession(({ currentProject }) => currentProject);
  if (!project) return <Navigate to="/" replace />;
  return (
    <>
      <PageHeading>{t('title')}</PageHeading>
      <div className="gantry-overview">
        <Cards>
          <ServersPart />
          <QuotaCard projectId={project.id} />
        </Cards>
      </div>
    </>
  );
}

/** How the servers are; where there are none, the way to the first one. */
function ServersPart() {
  const { t } = useTranslation('monitoring');
  const navigate = useNavigate();
  const may = useMay();
  const { data } = useList(api.servers.list, ALL_SERVERS);
  if (data?.count === 0)
    return (
      <EmptyState
        icon={RhUiServerIcon}
        title={t('empty.title')}
        body={t('empty.body')}
        action={
          may(api.servers.create) ? <Button onClick={() => void navigate({ to: `${SERVERS}/add` })}>{t('empty.create')}</Button> : undefined
        }
      />
    );
  return (
    <>
      <StatesCard list={SERVERS} />
      <ConsumersCards />
    </>
  );
}
