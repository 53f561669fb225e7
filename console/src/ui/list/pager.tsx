import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import AngleDoubleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-left-icon';
import AngleDoubleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-double-right-icon';
import AngleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-left-icon';
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { useId, type ComponentType } from 'react';
import { numberFormat } from '../format.ts';
import { useUiText } from '../text.ts';
import { nextPage, PAGE_SIZES, previousPage, toFirst, withLimit, type ListChange, type ListState } from './list-state.ts';
import './pager.css';

interface PagerProps {
  state: ListState;
  /** Number of the first row that shows, from 1: while the next page is on its way, the rows of the page before still show. */
  first: number;
  /** Rows that show. */
  shown: number;
  /** Rows altogether, where known. */
  count: number | undefined;
  /** Opens the page after this one, from the end that before it; absent: there is none. */
  marker: string | undefined;
  /** Rows of a page where nobody has chosen. */
  usual?: number | undefined;
  /** Leads to the last page; absent: it is this one, or none can tell. */
  last?: ListChange | undefined;
  onState(change: ListChange): void;
}

/** Steps through a list by markers: which rows these are, of how many, and how many fit on a page. */
export function Pager({ state, first, shown, count, marker, usual, last, onState }: PagerProps) {
  const { t, i18n } = useUiText();
  const id = useId();
  const isFromEnd = state.end !== undefined;
  // From the end the marker leads back, and the trail on.
  const hasPrevious = isFromEnd ? marker !== undefined : state.trail.length > 0;
  const hasNext = isFromEnd ? state.trail.length > 0 : marker !== undefined;
  const range = shown > 0 ? { first, last: first + shown - 1 } : { first: 0, last: 0 };
  return (
    <nav className="gantry-pager" aria-label={t('pager.label')}>
      <output>{count === undefined ? t('pager.range', range) : t('pager.range-of', { ...range, count })}</output>
      <span className="gantry-pager-size">
        <label htmlFor={id}>{t('pager.size')}</label>
        <span>
          <FormSelect id={id} value={state.limit} onChange={(_, size) => onState((now) => withLimit(now, Number(size)))}>
            {[...PAGE_SIZES, ...(usual === undefined ? [] : [usual])].map((size) => (
              <FormSelectOption key={size} value={size} label={numberFormat(i18n.language).format(size)} />
            ))}
          </FormSelect>
        </span>
      </span>
      <span>
        <Step label={t('pager.first')} icon={AngleDoubleLeftIcon} {...(state.page > 1 && { go: () => onState(toFirst) })} />
        <Step
          label={t('pager.previous')}
          icon={AngleLeftIcon}
          {...(hasPrevious && { go: () => onState((now) => previousPage(now, marker)) })}
        />
        <Step label={t('pager.next')} icon={AngleRightIcon} {...(hasNext && { go: () => onState((now) => nextPage(now, marker)) })} />
        <Step label={t('pager.last')} icon={AngleDoubleRightIcon} {...(last && { go: () => onState(last) })} />
      </span>
    </nav>
  );
}

/** One way through the pages; without `go` it leads nowhere now. */
function Step({ label, icon: Glyph, go }: { label: string; icon: ComponentType; go?: () => void }) {
  return (
    <Button
      variant="plain"
      aria-label={label}
      isAriaDisabled={go === undefined}
      onClick={go}
      icon={
        <Icon shouldMirrorRTL>
          <Glyph />
        </Icon>
      }
    />
  );
}
