import { ActionList, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ReactNode } from 'react';
import type { Offer } from '../action/action.ts';
import { OfferButton } from '../action/offer-button.tsx';
import { useUiText } from '../text.ts';
import './show.css';

interface BannerProps {
  tone: 'danger' | 'warning' | 'info';
  title: string;
  /** What leads on from it. */
  offers?: readonly Offer[];
  children?: ReactNode;
}

/** What kind of thing it tells, for those who do not see its colour. */
const KINDS = { danger: 'error.label', warning: 'warning', info: 'note' } as const;

/** What about a thing wants somebody's decision, above its page, with the way on. */
export function Banner({ tone, title, offers = [], children }: BannerProps) {
  const { t } = useUiText();
  return (
    <Alert className="gantry-banner" isInline variant={tone} component="p" variantLabel={t(KINDS[tone])} title={title}>
      {children}
      {offers.length > 0 && (
        <ActionList className="gantry-banner-actions">
          {offers.map((offer) => (
            <ActionListItem key={offer.id}>
              <OfferButton offer={offer} />
            </ActionListItem>
          ))}
        </ActionList>
      )}
    </Alert>
  );
}
