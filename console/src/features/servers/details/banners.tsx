import type { Server } from '@gantry/contract/nouns/servers/entity';
import { ActionList, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ReactNode } from 'react';
import { isStateResettable, isStuck } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import type { Offer } from '../../../ui/action/action.ts';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { useUiText } from '../../../ui/text.ts';
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
  const { t: ui } = useUiText();
  const open = offers.filter(({ reason }) => reason === undefined);
  const buttons = (...ids: string[]): ReactNode => {
    const shown = open.filter(({ id }) => ids.includes(id));
    if (shown.length === 0) return null;
    return (
      <ActionList className="gantry-banner-actions">
        {shown.map((offer) => (
          <ActionListItem key={offer.id}>
            <OfferButton offer={offer} />
          </ActionListItem>
        ))}
      </ActionList>
    );
  };
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
        <Alert
          className="gantry-banner"
          isInline
          variant="danger"
          component="p"
          variantLabel={ui('error.label')}
          title={t('details.fault')}
        >
          {server.fault.code === 'no_capacity' && <p>{roomText(server.fault.lacking ?? [])}</p>}
          <p>
            <bdi>{server.fault.message}</bdi>
          </p>
          {help()}
          {buttons(...(server.unplaced === true ? ['servers.delete'] : WAYS_OUT))}
        </Alert>
      )}
      {stuck && !server.fault && (
        <Alert className="gantry-banner" isInline variant="warning" component="p" variantLabel={ui('warning')} title={t('details.stuck')}>
          {help()}
          {buttons(...WAYS_OUT)}
        </Alert>
      )}
      {server.status === 'VERIFY_RESIZE' && (
        <Alert className="gantry-banner" isInline variant="info" component="p" variantLabel={ui('note')} title={t('details.verify')}>
          {t('details.verify-body', { flavor: server.flavor.original_name })}
          {buttons('servers.confirm-resize', 'servers.revert-resize')}
        </Alert>
      )}
    </>
  );
}
