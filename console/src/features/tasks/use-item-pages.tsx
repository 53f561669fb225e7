import { useState, type ReactNode } from 'react';
import { PAGE_SIZES, toLastNumbered, type ListState } from '../../ui/list/list-state.ts';
import { Pager } from '../../ui/list/pager.tsx';

/** Things of a task on a page where nobody has chosen: as many as are read without a second look. */
const USUAL = 50;

const FIRST: ListState = { limit: USUAL, filters: {}, page: 1, trail: [] };

/** Pages through things that are all here. @param of what they are; what others are begins at the first page. */
export function useItemPages<T>(items: readonly T[], of: string): { shown: readonly T[]; pager: ReactNode } {
  const [kept, setKept] = useState({ of, state: FIRST });
  const wanted = kept.of === of ? kept.state : { ...FIRST, limit: kept.state.limit };
  // Fewer than there were.
  const state = (wanted.page - 1) * wanted.limit < Math.max(items.length, 1) ? wanted : { ...FIRST, limit: wanted.limit };
  const from = (state.page - 1) * state.limit;
  const shown = items.slice(from, from + state.limit);
  const next = from + state.limit;
  const pager = items.length > Math.min(...PAGE_SIZES) && (
    <Pager
      state={state}
      first={from + 1}
      shown={shown.length}
      count={items.length}
      marker={next < items.length ? String(next) : undefined}
      last={next < items.length ? (now) => toLastNumbered(now, items.length) : undefined}
      onState={(change) => setKept({ of, state: change(state) })}
    />
  );
  return { shown, pager };
}
