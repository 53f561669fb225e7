import { Dropdown } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import EllipsisVIcon from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useRef, useState, type RefObject } from 'react';
import { useUiText } from '../text.ts';
import type { Offer } from './action.ts';
import { OfferList } from './offer-list.tsx';
import { popperHost } from './popper-host.ts';
import { usePlaced } from './use-placed.ts';

interface ActionMenuProps {
  /** Read out for the button: `Actions for web-1`. */
  label: string;
  /** What stands on the button; absent: three dots. */
  text?: string;
  offers: readonly Offer[];
}

/**
 * The actions of one thing behind a button. An action that is not possible now stays in the list, can be reached by keyboard and says why.
 * Stays open while the thing changes; what it offers changes along.
 */
export function ActionMenu({ label, text, offers }: ActionMenuProps) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  if (offers.length === 0) return null;
  const busy = offers.some((offer) => offer.busy);
  return (
    <>
      <MenuToggle
        ref={toggle}
        {...(text === undefined && { variant: 'plain' as const, size: 'sm' as const })}
        aria-label={busy ? t('actions.busy', { label }) : label}
        isExpanded={open}
        onClick={() => setOpen(!open)}
        icon={busy ? <Spinner isInline aria-hidden role="presentation" /> : text === undefined && <EllipsisVIcon />}
      >
        {text}
      </MenuToggle>
      {open && <MenuAt at={toggle} label={label} offers={offers} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MenuAtProps extends ActionMenuProps {
  /** The button that it was opened by: one menu serves all rows of a table. */
  at: RefObject<HTMLButtonElement | null>;
  onClose(): void;
}

/** The menu of actions, open as long as it is there. */
export function MenuAt({ at, label, offers, onClose }: MenuAtProps) {
  return (
    <Dropdown
      isOpen={usePlaced()}
      isScrollable
      // Half of the window is free above or below, wherever the button is.
      maxMenuHeight="50vh"
      popperProps={{ position: 'end', appendTo: popperHost, preventOverflow: true, maxWidth: 'min(26rem, calc(100vw - 1rem))' }}
      onOpenChange={onClose}
      toggle={{ toggleNode: null, toggleRef: at }}
    >
      <OfferList
        label={label}
        offers={offers}
        onClose={() => {
          onClose();
          at.current?.focus();
        }}
      />
    </Dropdown>
  );
}
