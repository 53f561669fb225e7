import { useEffect } from 'react';
import { useUiText } from '../../ui/text.ts';
import { registerKey } from '../keys.ts';

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main tr[data-id]')];

/** The row that has the focus, or that holds what has it. */
const currentRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tr[data-id]') ?? null;

/** Leads to the row so many places further; to the first one from elsewhere. @returns false: there is none */
function move(by: number): boolean {
  const all = rows();
  const now = currentRow();
  const next = now ? all[all.indexOf(now) + by] : all[0];
  next?.focus();
  return all.length > 0;
}

/** Opens the row that has the focus itself; a button in it does what it does. */
function open(): boolean {
  const row = currentRow();
  if (row === null || row !== document.activeElement) return false;
  row.querySelector('a')?.click();
  return true;
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('.gantry-filters input');
  box?.focus();
  box?.select();
  return box !== null;
}

/** The single keys of a list: to its search, from row to row, and into one. */
export function useListKeys(): void {
  const { t } = useUiText();
  useEffect(() => {
    const stops = [
      registerKey({ key: '/', label: t('keys.search'), run: focusSearch }),
      registerKey({ key: 'j', label: t('keys.next'), run: () => move(1) }),
      registerKey({ key: 'k', label: t('keys.previous'), run: () => move(-1) }),
      registerKey({ key: 'Enter', label: t('keys.open'), run: open }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t]);
}
