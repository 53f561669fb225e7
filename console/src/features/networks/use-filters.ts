import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import { section } from './section.ts';
import { TYPES } from './use-columns.tsx';

/** Networks are also found by what they are made of. */
export function useFilters(): ListFilter[] {
  const { t } = useTranslation('networks');
  const text = useNounText(section.noun);
  const options = TYPES.map((value) => ({ value, label: t(`type.${value}`) }));
  return [{ kind: 'choice', key: 'type', label: text('field.type'), options }];
}
