import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { CREATE_SERVER, SERVERS } from '../../parts/servers/server-paths.ts';
import { side } from '../../app/base.ts';
import { useStat } from '../../app/compute/use-stat.ts';
import { scopeOf } from '../../app/session/scope-of.ts';
import { useSession } from '../../app/session/use-session.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { Banner } from '../../ui/show/banner.tsx';
import { Cards } from '../../ui/show/cards.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ConsumersCards } from './consumers.tsx';
import { Dashboard } from './dashboard.tsx';
import '../../ui/list/list.css';
import './monitoring.css';
import { ProjectAttentionCard } from './project-attention-card.tsx';
import { QuotaCard } from './quota-card.tsx';
import { SpaceCard } from './space-card.tsx';
import { StatesCard } from './states-card.tsx';

/**
 * What a project has and uses, for administrators what all have. Each card reads for itself: one that fails leaves the others as they are. In
 * domain mode it leads on (S0 §2).
 */
export function Page() {
  const { t } = useTranslation('monitoring');
  const { t: shell } = useTranslation('shell');
  const project = useSession(({ currentProject }) => currentProject);
  const isSystem = useSession((session) => scopeOf(session).type === 'system');
  if (isSystem && side() === 'administration') return <Dashboard />;
  if (!project) return <Navigate to="/" replace />;
  return (
    <>
      <div className="gantry-list-head">
        <PageHeading>{t('title')}</PageHeading>
        <NextServer />
      </div>
      <div className="gantry-overview">
        {project.read_only && <Banner tone="info" title={shell('project.read-only-help')} />}
        <ProjectAttentionCard projectId={project.id} />
        <Cards>
          <ServersPart />
          <QuotaCard projectId={project.id} />
          <SpaceCard projectId={project.id} />
        </Cards>
      </div>
    </>
  );
}

/** The way to another server, where there are some. */
function NextServer() {
  const { t } = useTranslation('monitoring');
  const navigate = useNavigate();
  const may = useMay();
  const { data } = useStat();
  if (!may(api.servers.create) || data === undefined || data.servers.count === 0) return null;
  return (
    <div className="gantry-list-primary">
      <Button onClick={() => void navigate({ to: CREATE_SERVER })}>{t('empty.create')}</Button>
    </div>
  );
}

/** How the servers are; where there are none, the way to the first one. */
function ServersPart() {
  const { t } = useTranslation('monitoring');
  const navigate = useNavigate();
  const may = useMay();
  const can = useCapabilities();
  const { data } = useStat();
  if (data?.servers.count === 0)
    return (
      <EmptyState
        icon={RhUiServerIcon}
        title={t('empty.title')}
        body={t(can.has('server.create:reachable_from') ? 'empty.reachable-body' : 'empty.body')}
        action={
          may(api.servers.create) ? (
            <Button onClick={() => void navigate({ to: CREATE_SERVER, search: { reachable: true } as never })}>{t('empty.create')}</Button>
          ) : undefined
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
