import { ActionList, ActionListGroup, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import type { Offer } from './action.ts';
import { ActionMenu } from './action-menu.tsx';
import { OfferButton } from './offer-button.tsx';

interface ActionBarProps {
  offers: readonly Offer[];
  /** Names of the actions that are buttons; the others are in the menu. */
  buttons: readonly string[];
  menuLabel: string;
}

/** The actions of a details page: the usual ones as buttons, the others in a menu. */
export function ActionBar({ offers, buttons, menuLabel }: ActionBarProps) {
  const shown = offers.filter((offer) => buttons.includes(offer.id));
  return (
    <ActionList>
      <ActionListGroup>
        {shown.map((offer) => (
          <ActionListItem key={offer.id}>
            <OfferButton offer={offer} />
          </ActionListItem>
        ))}
        <ActionListItem>
          <ActionMenu label={menuLabel} offers={offers.filter((offer) => !shown.includes(offer))} />
        </ActionListItem>
      </ActionListGroup>
    </ActionList>
  );
}
