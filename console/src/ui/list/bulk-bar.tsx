import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { Offer } from '../action/action.ts';
import { OfferButton } from '../action/offer-button.tsx';
import { numberFormat } from '../format.ts';
import type { Failure } from '../failure.ts';
import { useUiText } from '../text.ts';
import { CHOOSE_ALL } from './selection.ts';
import './bulk-bar.css';

interface BulkBarProps {
  /** Chosen rows, on all pages. */
  count: number;
  /** Said when no more rows can be chosen. */
  limit?: string | undefined;
  offers: readonly Offer[];
  /** The way to all rows that match. `count`: as many as it chooses, undefined where it has no use; `isPart`: more match. */
  all?: { count: number | undefined; isPart: boolean; pending: boolean; failure: Failure | undefined; start(): void };
  onClear(): void;
}

/** What can be done to the chosen rows. */
export function BulkBar({ count, limit, offers, all, onClear }: BulkBarProps) {
  const { t, i18n } = useUiText();
  if (count === 0) return null;
  // The bar goes with the choice: who took it back goes on where rows are chosen.
  const clear = () => {
    onClear();
    document.getElementById(CHOOSE_ALL)?.focus();
  };
  return (
    <div className="gantry-bulk" role="toolbar" aria-label={t('bulk.label')}>
      <output className="gantry-bulk-count">{t('bulk.chosen', { count })}</output>
      {offers.map((offer) => (
        <OfferButton key={offer.id} offer={offer} />
      ))}
      {all?.count !== undefined && (
        <Button variant="link" isInline isLoading={all.pending} isAriaDisabled={all.pending} onClick={all.start}>
          {t(all.isPart ? 'bulk.choose-first' : 'bulk.choose-all', { number: numberFormat(i18n.language).format(all.count) })}
        </Button>
      )}
      <Button variant="link" isInline onClick={clear}>
        {t('bulk.clear')}
      </Button>
      {limit !== undefined && <output>{limit}</output>}
      {all?.failure && <output>{all.failure.text}</output>}
    </div>
  );
}
