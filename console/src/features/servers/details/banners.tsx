import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isStateResettable, isStuck } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import type { Offer } from '../../../ui/action/action.ts';
import { Banner } from '../../../ui/show/banner.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { listFormat } from '../../../ui/format.ts';

interface BannersProps {
  server: Server;
  /** What can be done to it; the banners repeat what leads out of what they tell. */
  offers: readonly Offer[];
}

/** What may bring back a server that does not go on by itself: what everybody may do, then what an administrator may. */
const WAYS_OUT = ['servers.hard-reboot', 'servers.reset-state'];

/** What about a server wants somebody's decision, with the way on: an error, no progress, and a new size that has to be confirmed. */
export function Banners({ server, offers }: BannersProps) {
  const { t, i18n } = useTranslation('servers');
  const open = offers.filter(({ reason }) => reason === undefined);
  const those = (...ids: string[]) => open.filter(({ id }) => ids.includes(id));
  const isOpen = (id: string): boolean => open.some((offer) => offer.id === id);
  /** Who can help, where it is not the one who reads this. */
  const help = (): string | undefined => {
    if (server.unplaced === true) return t('details.help-unplaced');
    if (isOpen('servers.reset-state') || isStateResettable(server) !== true) return undefined;
    return t(isOpen('servers.hard-reboot') ? 'details.help-reboot' : 'details.help-ask');
  };
  const roomText = (lacking: readonly ('vcpus' | 'ram' | 'disk')[]): string => {
    if (lacking.length === 0) return t('details.no-room');
    const list = listFormat(i18n.language, { type: 'conjunction' });
    return t('details.no-room-of', { what: list.format(lacking.map((what) => t(`field.${what}`))) });
  };
  const stuck = isStuck(server, useNow());
  return (
    <>
      {server.fault && (
        <Banner tone="danger" title={t('details.fault')} offers={those(...(server.unplaced === true ? ['servers.delete'] : WAYS_OUT))}>
          {server.fault.code === 'no_capacity' && <p>{roomText(server.fault.lacking ?? [])}</p>}
          <p>
            <bdi>{server.fault.message}</bdi>
          </p>
          {help()}
        </Banner>
      )}
      {stuck && !server.fault && (
        <Banner tone="warning" title={t('details.stuck')} offers={those(...WAYS_OUT)}>
          {help()}
        </Banner>
      )}
      {server.status === 'VERIFY_RESIZE' && (
        <Banner tone="info" title={t('details.verify')} offers={those('servers.confirm-resize', 'servers.revert-resize')}>
          {t('details.verify-body', { flavor: server.flavor.original_name })}
        </Banner>
      )}
    </>
  );
}
