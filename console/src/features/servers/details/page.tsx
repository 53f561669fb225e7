import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import VirtualMachineIcon from '@patternfly/react-icons/dist/esm/icons/virtual-machine-icon';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { usePageName } from '../../../app/router/page-name.ts';
import { PageHeading } from '../../../app/shell/page-heading.tsx';
import { ActionBar } from '../../../ui/action/action-bar.tsx';
import { EmptyState } from '../../../ui/show/empty-state.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { useServerActions } from '../actions/use-server-actions.tsx';
import { LIST } from '../paths.ts';
import { ServerStatus } from '../server-status.tsx';
import { useServerId } from '../use-server-id.ts';
import './details.css';
import { DetailsTabs } from './tabs.tsx';

/** One server: what it is, what can be done to it, and its tabs. */
export function Page() {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const query = useItem(api.servers.read, { serverId: useServerId() });
  const server = query.data;
  usePageName(server?.name);

  if (query.error?.kind === 'not-found') {
    return (
      <>
        <PageHeading>{server?.name ?? t('title.details')}</PageHeading>
        <EmptyState
          icon={VirtualMachineIcon}
          title={server ? t('details.gone', { name: server.name }) : t('details.not-found')}
          {...(!server && { body: t('details.not-found-body') })}
          action={<Link to={LIST}>{t('details.back')}</Link>}
        />
      </>
    );
  }
  return (
    <>
      {query.error && <ErrorState failure={describe(query.error)} retry={() => void query.refetch()} />}
      {server && <ServerDetails server={server} />}
      {!server && !query.error && (
        <>
          <PageHeading>{t('title.details')}</PageHeading>
          <Skeleton height="12rem" screenreaderText={t('title.details')} />
        </>
      )}
    </>
  );
}

function ServerDetails({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const { t: ui } = useTranslation('ui');
  const actions = useServerActions({ items: [server] });
  return (
    <>
      <div className="gantry-details-head">
        <div>
          <PageHeading>
            <bdi>{server.name}</bdi>
          </PageHeading>
          <ServerStatus server={server} />
        </div>
        <ActionBar
          offers={actions.offers(server)}
          buttons={['servers.start', 'servers.stop', 'servers.reboot']}
          menuLabel={ui('actions.of', { name: server.name })}
        />
      </div>
      {server.fault && (
        <Alert isInline variant="danger" component="p" variantLabel={ui('error.label')} title={t('details.fault')}>
          <bdi>{server.fault.message}</bdi>
        </Alert>
      )}
      <DetailsTabs server={server} />
      {actions.dialog}
    </>
  );
}
