import { useMemo } from 'react';
import { numberFormat } from '../format.ts';
import { useUiText } from '../text.ts';
import type { RowWords } from './row.tsx';

/** Stands for a name in a sentence that is looked up once and filled for each row. */
const PLACE = '\u0000';

/** The words of rows, in the active language. */
export function useRowWords(): RowWords {
  const { t, i18n } = useUiText();
  return useMemo(() => {
    const filled = (sentence: string) => {
      const parts = sentence.split(PLACE);
      return (text: string) => parts.join(text);
    };
    return {
      none: t('none'),
      number: (value) => numberFormat(i18n.language).format(value),
      choice: t('table.choice'),
      choose: filled(t('table.choose', { name: PLACE })),
      menu: filled(t('actions.of', { name: PLACE })),
      busy: filled(t('actions.busy', { label: PLACE })),
      expand: filled(t('table.expand-row', { name: PLACE })),
      unreadable: t('unreadable'),
    };
  }, [t, i18n.language]);
}
