import { isConsolable } from '@gantry/contract/nouns/servers/rules';
import PowerOffIcon from '@patternfly/react-icons/dist/esm/icons/power-off-icon';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { useServerActions } from '../actions/use-server-actions.ts';
import { ToolMenu } from './tool-menu.tsx';

const START = 'servers.start';
/** In the order of the menu; what the cloud cannot do or the user may not do is not among them (rule 10). */
const POWER: readonly string[] = [START, 'servers.stop', 'servers.power-off', 'servers.reboot', 'servers.hard-reboot'];

interface PowerProps {
  serverId: string;
  /** The start button alone, where the server is off. */
  only?: 'start';
  /** The server has something to show again. */
  onConsolable?(): void;
}

/** The power of the server, for those who are signed in, by the same rules as everywhere else. */
export function Power({ serverId, only, onConsolable }: PowerProps) {
  const { t } = useTranslation('servers');
  const { data: server } = useItem(api.servers.read, { serverId });
  const actions = useServerActions(server ? [server] : []);
  const consolable = server !== undefined && isConsolable(server) === true;
  useEffect(() => {
    if (consolable) onConsolable?.();
  }, [consolable, onConsolable]);
  if (!server) return null;
  const offers = actions.offers(server).filter(({ id }) => (only ? id === START : POWER.includes(id)));
  const [start] = offers;
  return (
    <>
      {only
        ? start && <OfferButton offer={start} />
        : offers.length > 0 && <ToolMenu label={t('screen.power')} icon={PowerOffIcon} tools={offers} />}
      {actions.dialog}
    </>
  );
}
