import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Label } from '@patternfly/react-core/dist/esm/components/Label';
import LockIcon from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../../app/resource/details-page.tsx';
import { useOwnerLine } from '../../../app/resource/owners.ts';
import { CopyText } from '../../../ui/show/copy-text.tsx';
import { formatSize, fromMib } from '../../../ui/show/format-size.ts';
import { useServerActions } from '../actions/use-server-actions.ts';
import { LIST } from '../paths.ts';
import { ServerStatus } from '../server-status.tsx';
import { Banners } from './banners.tsx';
import './details.css';
import { connectionOf } from './ssh.ts';
import { DetailsTabs } from './tabs.tsx';

/** Its buttons and tabs, and the cards of the first. */
const SHAPE = { tabs: 6, cards: 6 };

/** One server: what it is, what can be done to it, and its tabs. */
export function Page() {
  return (
    <ResourceDetailsPage<Server> noun="servers" icon={RhUiServerIcon} call={api.servers.read} list={LIST} shape={SHAPE}>
      {(server) => <ServerDetails server={server} />}
    </ResourceDetailsPage>
  );
}

/** What is done to a server first. */
const FIRST = [
  'servers.console',
  'servers.start',
  'servers.resume',
  'servers.unpause',
  'servers.unshelve',
  'servers.stop',
  'servers.reboot',
];

function ServerDetails({ server }: { server: Server }) {
  const { t, i18n } = useTranslation('servers');
  const actions = useServerActions([server]);
  const offers = actions.offers(server);
  const address = connectionOf(server, null, null)?.address;
  const owners = useOwnerLine(server);
  const line = [
    ...(address === undefined ? [] : [<CopyText key="address" text={address} label={t('connect.address')} />]),
    t('wizard.vcpus', { count: server.flavor.vcpus }),
    formatSize(fromMib(server.flavor.ram), i18n.language),
    ...owners,
  ];
  const status = (
    <span className="gantry-details-status">
      <ServerStatus server={server} />
      {server.locked && (
        <Label isCompact icon={<LockIcon />}>
          {t('field.locked')}
        </Label>
      )}
    </span>
  );
  return (
    <ResourceDetails item={server} actions={actions} buttons={FIRST} status={status} line={line}>
      <Banners server={server} offers={offers} />
      <DetailsTabs server={server} />
    </ResourceDetails>
  );
}
