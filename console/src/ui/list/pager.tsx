import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import AngleLeftIcon from '@patternfly/react-icons/dist/esm/icons/angle-left-icon';
import AngleRightIcon from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { useId } from 'react';
import { useUiText } from '../text.ts';
import { nextPage, PAGE_SIZES, previousPage, withLimit, type ListChange, type ListState } from './list-state.ts';

interface PagerProps {
  state: ListState;
  /** Number of the first row that shows, from 1: while the next page is on its way, the rows of the page before still show. */
  first: number;
  /** Rows that show. */
  shown: number;
  /** Rows altogether, where known. */
  count: number | undefined;
  /** Opens the next page; absent: this is the last one. */
  marker: string | undefined;
  /** Rows of a page where nobody has chosen. */
  usual?: number | undefined;
  onState(change: ListChange): void;
}

/** Steps through a list by markers: which rows these are, of how many, and how many fit on a page. */
export function Pager({ state, first, shown, count, marker, usual, onState }: PagerProps) {
  const { t } = useUiText();
  const id = useId();
  const range = shown > 0 ? { first, last: first + shown - 1 } : { first: 0, last: 0 };
  return (
    <nav className="gantry-pager" aria-label={t('pager.label')}>
      <output>{count === undefined ? t('pager.range', range) : t('pager.range-of', { ...range, count })}</output>
      <span className="gantry-pager-size">
        <label htmlFor={id}>{t('pager.size')}</label>
        <span>
          <FormSelect id={id} value={state.limit} onChange={(_, size) => onState((now) => withLimit(now, Number(size)))}>
            {[...PAGE_SIZES, ...(usual === undefined ? [] : [usual])].map((size) => (
              <FormSelectOption key={size} value={size} label={String(size)} />
            ))}
          </FormSelect>
        </span>
      </span>
      <span>
        <Button
          variant="plain"
          aria-label={t('pager.previous')}
          isAriaDisabled={state.trail.length === 0}
          onClick={() => onState(previousPage)}
          icon={
            <Icon shouldMirrorRTL>
              <AngleLeftIcon />
            </Icon>
          }
        />
        <Button
          variant="plain"
          aria-label={t('pager.next')}
          isAriaDisabled={marker === undefined}
          onClick={() => marker !== undefined && onState((now) => nextPage(now, marker))}
          icon={
            <Icon shouldMirrorRTL>
              <AngleRightIcon />
            </Icon>
          }
        />
      </span>
    </nav>
  );
}
