import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../../app/resource/details-page.tsx';
import { CopyText } from '../../../ui/show/copy-text.tsx';
import { useServerActions } from '../actions/use-server-actions.ts';
import { LIST } from '../paths.ts';
import { ServerStatus } from '../server-status.tsx';
import { Banners } from './banners.tsx';
import './details.css';
import { connectionOf } from './ssh.ts';
import { DetailsTabs } from './tabs.tsx';

/** Its buttons and tabs, and the cards of the first. */
const SHAPE = { actions: 3, tabs: 6, cards: 6 };

/** One server: what it is, what can be done to it, and its tabs. */
export function Page() {
  return (
    <ResourceDetailsPage<Server> noun="servers" icon={RhUiServerIcon} call={api.servers.read} list={LIST} shape={SHAPE}>
      {(server) => <ServerDetails server={server} />}
    </ResourceDetailsPage>
  );
}

/** What is done to a server first; of these those are buttons that are possible now. */
const FIRST = ['servers.start', 'servers.resume', 'servers.unpause', 'servers.unshelve', 'servers.stop', 'servers.reboot'];

function ServerDetails({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const actions = useServerActions([server]);
  const offers = actions.offers(server);
  const buttons = offers.filter(({ id, reason, busy }) => FIRST.includes(id) && (busy || reason === undefined)).map(({ id }) => id);
  const address = connectionOf(server, null, null)?.address;
  const status = (
    <span className="gantry-details-status">
      <ServerStatus server={server} />
      {server.locked && (
        <Label isCompact icon={<LockIcon />}>
          {t('field.locked')}
        </Label>
      )}
      {address !== undefined && <CopyText text={address} label={t('connect.address')} />}
    </span>
  );
  return (
    <ResourceDetails item={server} actions={actions} buttons={['servers.console', ...buttons]} status={status}>
      <Banners server={server} offers={offers} />
      <DetailsTabs server={server} />
    </ResourceDetails>
  );
}
