import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import VirtualMachineIcon from '@patternfly/react-icons/dist/esm/icons/virtual-machine-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../../app/resource/details-page.tsx';
import { useServerActions } from '../actions/use-server-actions.ts';
import { LIST } from '../paths.ts';
import { ServerStatus } from '../server-status.tsx';
import './details.css';
import { DetailsTabs } from './tabs.tsx';

/** One server: what it is, what can be done to it, and its tabs. */
export function Page() {
  return (
    <ResourceDetailsPage<Server> noun="servers" icon={VirtualMachineIcon} call={api.servers.read} list={LIST}>
      {(server) => <ServerDetails server={server} />}
    </ResourceDetailsPage>
  );
}

const BUTTONS = ['servers.start', 'servers.stop', 'servers.reboot'];

function ServerDetails({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const { t: ui } = useTranslation('ui');
  const actions = useServerActions([server]);
  return (
    <ResourceDetails item={server} actions={actions} buttons={BUTTONS} status={<ServerStatus server={server} />}>
      {server.fault && (
        <Alert isInline variant="danger" component="p" variantLabel={ui('error.label')} title={t('details.fault')}>
          <bdi>{server.fault.message}</bdi>
        </Alert>
      )}
      <DetailsTabs server={server} />
    </ResourceDetails>
  );
}
