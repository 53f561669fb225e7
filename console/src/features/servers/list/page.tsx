import type { Server } from '@gantry/contract/nouns/servers/entity';
import RhUiServerIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-server-icon';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { useMayMake } from '../../../app/abilities/use-may-make.ts';
import { api } from '../../../app/api/calls.ts';
import { useListPage } from '../../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../../app/resource/list-page.tsx';
import { useScopeKey } from '../../../app/session/use-session.ts';
import { useServerActions } from '../actions/use-server-actions.ts';
import { CREATE } from '../paths.ts';
import { serverListSpec } from './list-spec.ts';
import { useServerColumns } from '../view.tsx';
import { useServerFilters } from './use-filters.ts';

/** Milliseconds between two readings of what servers use. */
const USAGE_MS = 60_000;

/** The servers of the scope. */
export function Page() {
  const { t } = useTranslation('servers');
  const isDomain = useScopeKey().startsWith('domain:');
  const mayMake = useMayMake();
  // No event tells of usage: where there is any, it is read again.
  const measured = useMay()(api.servers.stat);
  const list = useListPage<Server>(api.servers.list, serverListSpec, measured ? USAGE_MS : undefined);
  const filters = useServerFilters(list.state);
  const columns = useServerColumns();
  const actions = useServerActions(list.items, list.selection.clear);
  return (
    <ResourceListPage
      noun="servers"
      icon={RhUiServerIcon}
      list={list}
      columns={columns}
      filters={filters}
      nameOf={({ name }) => name}
      actions={actions}
      create={!isDomain && mayMake(api.servers.create) && { label: t('list.create'), to: CREATE }}
    />
  );
}
