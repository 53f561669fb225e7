import { useEffect } from 'react';
import { useUiText } from '../../ui/text.ts';
import { registerKey } from '../keys.ts';
import { closePeek, listRows, openPage, peekedRow, showRow } from './peek.ts';

type OnPeek = (id: string | undefined) => void;

/** The row that has the focus, or that holds what has it. */
const currentRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tr[data-id]') ?? null;

/** The row that has the focus itself; what is in it does what it does. */
const focusedRow = (): HTMLElement | null => (currentRow() === document.activeElement ? currentRow() : null);

/** Leads to the row so many places further; to the first one from elsewhere. What is beside the list goes along. @returns false: there is none */
function move(by: number, peeked: string | undefined, onPeek: OnPeek): boolean {
  const all = listRows();
  const now = currentRow() ?? peekedRow();
  const next = now ? all[all.indexOf(now) + by] : all[0];
  next?.focus();
  if (next?.dataset['id'] !== undefined && peeked !== undefined) onPeek(next.dataset['id']);
  return all.length > 0;
}

/** Shows the row that has the focus beside the list, or no longer. */
function peek(onPeek: OnPeek): boolean {
  const row = focusedRow();
  if (row?.dataset['id'] !== undefined) showRow(row.dataset['id'], row, onPeek);
  return row !== null;
}

/** Opens the row that has the focus; where nothing has it, the one beside the list. */
const open = (): boolean =>
  openPage(focusedRow() ?? (document.activeElement?.matches('body, main') ? document.querySelector<HTMLElement>('.gantry-peek') : null));

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('.gantry-filters input, .gantry-short-search input');
  box?.focus();
  box?.select();
  return box !== null;
}

/** The single keys of rows: to their search, from row to row, and into one. */
export function useRowKeys(peeked?: string, onPeek: OnPeek = nowhere): void {
  const { t } = useUiText();
  useEffect(() => {
    const stops = [
      registerKey({ key: '/', label: t('keys.search'), run: focusSearch }),
      registerKey({ key: 'j', label: t('keys.next'), run: () => move(1, peeked, onPeek) }),
      registerKey({ key: 'k', label: t('keys.previous'), run: () => move(-1, peeked, onPeek) }),
      registerKey({ key: 'Enter', label: t('keys.open'), run: open }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t, peeked, onPeek]);
}

const nowhere: OnPeek = () => undefined;

/** These, and those that show a row beside the list. @param peeked id of the row that is beside it */
export function useListKeys(peeked: string | undefined, onPeek: OnPeek): void {
  const { t } = useUiText();
  useRowKeys(peeked, onPeek);
  useEffect(() => {
    const stops = [
      registerKey({ key: ' ', label: t('keys.peek'), run: () => peek(onPeek) }),
      registerKey({ key: 'Escape', label: t('keys.close-peek'), run: () => peeked !== undefined && (closePeek(onPeek), true) }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t, peeked, onPeek]);
}
