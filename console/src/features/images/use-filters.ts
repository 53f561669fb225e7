import { DISK_FORMATS } from '@gantry/contract/nouns/images/formats';
import { useTranslation } from 'react-i18next';
import type { ListFilter } from '../../ui/list/columns.ts';

/** Who may see an image, as it is asked for. */
const ACCESS = ['public', 'shared', 'community', 'private'] as const;

/** Images are also found by how their bytes are to be read, and by who may use them. */
export function useFilters(): ListFilter[] {
  const { t } = useTranslation('images');
  return [
    { kind: 'choice', key: 'disk_format', label: t('field.format'), options: DISK_FORMATS.map((value) => ({ value, label: value })) },
    {
      kind: 'choice',
      key: 'visibility',
      label: t('field.access'),
      options: ACCESS.map((value) => ({ value, label: t(`access.${value}`) })),
    },
  ];
}
