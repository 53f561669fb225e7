import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Tooltip } from '@patternfly/react-core/dist/esm/components/Tooltip';
import { useId } from 'react';
import { useUiText } from '../text.ts';
import type { Offer } from './action.ts';

interface OfferButtonProps {
  offer: Offer;
  /** As quiet as a link, where it stands among text. */
  inText?: boolean;
}

/** An action as a button. Not possible now: it can still be reached, says why when pointed at or focused, and does nothing. */
export function OfferButton({ offer, inText = false }: OfferButtonProps) {
  const { t } = useUiText();
  const reasonId = useId();
  const Glyph = offer.icon;
  const button = (
    <Button
      variant={inText ? 'link' : 'secondary'}
      isInline={inText}
      isDanger={offer.danger}
      isAriaDisabled={offer.reason !== undefined}
      isLoading={offer.busy}
      spinnerAriaLabel={t('working')}
      {...(offer.reason !== undefined && { 'aria-describedby': reasonId })}
      {...(Glyph && { icon: <Glyph /> })}
      onClick={offer.onSelect}
    >
      {offer.label}
    </Button>
  );
  if (offer.reason === undefined) return button;
  return (
    <>
      <Tooltip content={offer.reason} aria="none">
        {button}
      </Tooltip>
      <span id={reasonId} hidden>
        {offer.reason}
      </span>
    </>
  );
}
