import { useMemo, useState } from 'react';
import { chosenColumns, parseChoice, type ColumnChoice } from '../../ui/list/column-choice.ts';
import type { Column } from '../../ui/list/columns.ts';
import { readJson } from '../session/storage.ts';
import { useSession } from '../session/use-session.ts';

/** The columns that the user has chosen to see in a list, kept in this browser for each user and list (by the noun's name). */
export function useColumnChoice<T>(list: string, columns: readonly Column<T>[]) {
  const userId = useSession(({ currentUser }) => currentUser?.id ?? '');
  const key = `columns.${list}.${userId}`;
  const [choice, setChoice] = useState(() => parseChoice(readJson(localStorage, key)));
  // The same array as long as nothing is chosen anew: rows that have not changed are not painted again.
  const shown = useMemo(() => chosenColumns(columns, choice), [columns, choice]);
  return {
    shown,
    choice,
    onChoice: (next: ColumnChoice) => {
      localStorage.setItem(key, JSON.stringify(next));
      setChoice(next);
    },
  };
}
