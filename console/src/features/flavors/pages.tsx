import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import { accessText } from './access-text.ts';
import { section } from './section.ts';
import { useFlavorActions } from './use-flavor-actions.ts';

function useColumns(): SectionColumn<Flavor>[] {
  const { t } = useTranslation('flavors');
  const text = useNounText('flavors');
  return useMemo(() => {
    const sorted = (key: 'vcpus' | 'ram' | 'disk') => ({
      key,
      label: t(`field.${key}`),
      sort: key,
      kind: key === 'vcpus' ? ('number' as const) : ('size' as const),
      value: (flavor: Flavor) => flavor[key],
    });
    return [
      sorted('vcpus'),
      { ...sorted('ram'), render: ({ ram }) => <Size bytes={fromMib(ram)} in="GiB" /> },
      { ...sorted('disk'), render: ({ disk }) => <Size bytes={fromGib(disk)} in="GiB" /> },
      {
        key: 'swap',
        label: t('field.swap'),
        kind: 'size',
        value: ({ swap }) => swap || null,
        render: ({ swap }) => swap > 0 && <Size bytes={fromMib(swap)} in="GiB" />,
      },
      { key: 'access', label: t('field.access'), value: (flavor) => accessText(t, flavor) },
      commonColumns.id(text),
    ];
  }, [t, text]);
}

const specs = ({ extra_specs }: Flavor) => Object.entries(extra_specs).map(([label, value]) => ({ label, value }));

/** The flavors of the cloud. */
export const List = () => (
  <SectionList section={section} icon={RhUiCollectionFillIcon} columns={useColumns()} actions={useFlavorActions()} />
);

/** One flavor. */
export const Details = () => (
  <SectionDetails section={section} icon={RhUiCollectionFillIcon} columns={useColumns()} actions={useFlavorActions()} more={specs} />
);
