import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import EllipsisVIcon from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { Fragment, useState } from 'react';
import { useUiText } from '../text.ts';
import type { Offer } from './action.ts';
import { popperHost } from './popper-host.ts';

function MenuOffer({ offer }: { offer: Offer }) {
  const Glyph = offer.icon;
  return (
    <DropdownItem
      value={offer.id}
      isDanger={offer.danger && offer.reason === undefined}
      isAriaDisabled={offer.reason !== undefined}
      {...(offer.reason !== undefined && { description: offer.reason })}
      {...(Glyph && { icon: <Glyph /> })}
      onClick={offer.onSelect}
    >
      {offer.label}
    </DropdownItem>
  );
}

interface ActionMenuProps {
  /** Read out for the button: `Actions for web-1`. */
  label: string;
  offers: readonly Offer[];
}

/**
 * The actions of one thing behind a button. An action that is not possible now stays in the list, can be reached by keyboard and says why.
 * Stays open while the thing changes; what it offers changes along.
 */
export function ActionMenu({ label, offers }: ActionMenuProps) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  if (offers.length === 0) return null;
  const busy = offers.some((offer) => offer.busy);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      shouldFocusFirstItemOnOpen
      isScrollable
      // Half of the window is free above or below, wherever the button is.
      maxMenuHeight="50vh"
      popperProps={{ position: 'end', appendTo: popperHost, preventOverflow: true, maxWidth: 'min(26rem, calc(100vw - 1rem))' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          size="sm"
          aria-label={busy ? t('actions.busy', { label }) : label}
          isExpanded={open}
          onClick={() => setOpen(!open)}
          icon={busy ? <Spinner isInline aria-hidden role="presentation" /> : <EllipsisVIcon />}
        />
      )}
    >
      <DropdownList>
        {offers.map((offer, index) => (
          <Fragment key={offer.id}>
            {index > 0 && offers[index - 1]?.group !== offer.group && <Divider component="li" />}
            <MenuOffer offer={offer} />
          </Fragment>
        ))}
      </DropdownList>
    </Dropdown>
  );
}
