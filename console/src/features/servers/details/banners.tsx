import type { Server } from '@gantry/contract/nouns/servers/entity';
import { ActionList, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '../../../ui/action/action.ts';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { useUiText } from '../../../ui/text.ts';

interface BannersProps {
  server: Server;
  /** What can be done to it; the banners repeat what leads out of what they tell. */
  offers: readonly Offer[];
}

/** What about a server wants somebody's decision, with the way on: an error, and a new size that has to be confirmed. */
export function Banners({ server, offers }: BannersProps) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const buttons = (...ids: string[]): ReactNode => {
    const shown = offers.filter(({ id }) => ids.includes(id));
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
          <bdi>{server.fault.message}</bdi>
          {buttons('servers.reset-state')}
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
