import type { Network } from '@gantry/contract/nouns/networks/entity';
import RhUiNetworkFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-network-fill-icon';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';
import { Connected } from './connected.tsx';
import { section } from './section.ts';
import { Subnets } from './subnets.tsx';
import { useColumns } from './use-columns.tsx';
import { useFilters } from './use-filters.ts';
import { DELETION, isOwn } from './deletion.ts';

/** What both pages share. */
function useShared() {
  const { t } = useTranslation('networks');
  const may = useMay();
  const edit = useEditAction<Network>(
    'networks',
    api.networks.update,
    () => true,
    () => import('./edit.ts').then(({ EditDialog }) => EditDialog),
  );
  const access: Action<Network> = {
    id: 'networks.access',
    label: t('access.action'),
    offered: may(api.networks.update),
    fits: isOwn,
    rule: () => true,
    dialog: () => import('./access-dialog.tsx').then(({ AccessDialog }) => AccessDialog),
  };
  return {
    section,
    icon: RhUiNetworkFillIcon,
    columns: useColumns(),
    actions: [{ ...edit, fits: isOwn }, access],
    deletable: DELETION,
  };
}

/** The networks of the scope, and those that are shared with it. */
export const List = () => <SectionList<Network> {...useShared()} useFilters={useFilters} />;

/** One network, and its subnets. */
export const Details = () => (
  <SectionDetails<Network>
    {...useShared()}
    body={(network, properties) => (
      <>
        {properties}
        <Subnets network={network} />
        <Connected network={network} />
      </>
    )}
  />
);
