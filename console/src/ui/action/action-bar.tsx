import { ActionList, ActionListGroup, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import type { Offer } from './action.ts';
import { ActionMenu } from './action-menu.tsx';
import { buttonsOf } from './buttons-of.ts';
import { OfferButton } from './offer-button.tsx';

interface ActionBarProps {
  offers: readonly Offer[];
  /** Ids of the actions that may be buttons, the usual ones first: two of them are, the others are in the menu (`buttonsOf`). */
  buttons: readonly string[];
  menuLabel: string;
  /** What stands on the button of the menu; absent: three dots. */
  menuText?: string;
}

/** What can be done to one thing: at most two buttons and a menu, at whose end stands what deletes. */
export function ActionBar({ offers, buttons, menuLabel, menuText }: ActionBarProps) {
  const shown = buttonsOf(offers, buttons);
  const others = offers.filter((offer) => !shown.includes(offer));
  if (offers.length === 0) return null;
  return (
    <ActionList>
      <ActionListGroup>
        {shown.map((offer) => (
          <ActionListItem key={offer.id}>
            <OfferButton offer={offer} />
          </ActionListItem>
        ))}
        {others.length > 0 && (
          <ActionListItem>
            <ActionMenu label={menuLabel} offers={others} {...(menuText !== undefined && { text: menuText })} />
          </ActionListItem>
        )}
      </ActionListGroup>
    </ActionList>
  );
}
