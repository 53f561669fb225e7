import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../app/resource/details-page.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import { accessText } from './access-text.ts';
import { LIST } from './section.ts';
import { useFlavorActions } from './use-flavor-actions.ts';

/** One flavor. */
export function Page() {
  return (
    <ResourceDetailsPage<Flavor> noun="flavors" icon={RhUiCollectionFillIcon} call={api.flavors.read} list={LIST}>
      {(item) => <FlavorDetails item={item} />}
    </ResourceDetailsPage>
  );
}

function FlavorDetails({ item }: { item: Flavor }) {
  const { t } = useTranslation('flavors');
  const actions = useFlavorActions([item]);
  const properties = [
    { label: t('field.vcpus'), value: item.vcpus },
    { label: t('field.ram'), value: <Size bytes={fromMib(item.ram)} /> },
    { label: t('field.disk'), value: <Size bytes={fromGib(item.disk)} /> },
    { label: t('field.access'), value: accessText(t, item) },
    { label: t('field.id'), value: <CopyText text={item.id} label={t('field.id')} /> },
    ...Object.entries(item.extra_specs).map(([key, value]) => ({ label: key, value })),
  ];
  return (
    <ResourceDetails item={item} actions={actions} buttons={['flavors.setAccess', 'flavors.delete']}>
      <Details properties={properties} />
    </ResourceDetails>
  );
}
